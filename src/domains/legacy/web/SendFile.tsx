import { useApolloClient } from '@apollo/client/react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { DropZone } from '#ui/import/DropZone.tsx'
import { failureOf, genericText } from '#ui/problems.ts'
import { useRequestKeys } from '#ui/requestKey.ts'
import { uploadFile } from '#ui/upload.ts'
import { legacyWords, sendAfterMs } from '../legacy.schema.ts'
import { ImportLegacyDocument, LegacyImportsDocument } from './legacy.graphql.ts'

/** A chosen file, before it is sent, or on its way. */
interface Chosen {
  file: File
  /** The share that is sent; null while it waits. */
  sent: number | null
}

/** Takes a file, warns, waits a second in which it can be taken back, and sends it. */
export function SendFile({ onOrdered }: { onOrdered: (id: string) => void }) {
  const { schoolId, school } = useActiveSchool()
  const client = useApolloClient()
  const withKey = useRequestKeys()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const file = chosen?.file
  const waiting = chosen !== null && chosen.sent === null

  async function send(given: File) {
    setChosen({ file: given, sent: 0 })
    try {
      const typed = await withType(given)
      const { fileId } = await uploadFile(typed, 'legacy-import', { client, schoolId }, (sent) =>
        setChosen({ file: given, sent }),
      )
      const { data } = await withKey(fileId, (key) =>
        client.mutate({
          mutation: ImportLegacyDocument,
          variables: { schoolId, input: { key, fileId, fileName: given.name.slice(0, 200) } },
          refetchQueries: [LegacyImportsDocument],
        }),
      )
      if (data) onOrdered(data.importLegacy.id)
    } catch (error) {
      const known = failureOf(error)
      setFailure(known.expected ? known.message : error instanceof Error && error.message ? error.message : genericText(known))
      setChosen(null)
    }
  }

  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    if (!waiting || !file) return
    cancel.current?.focus()
    const timer = setTimeout(() => void latest.current(file), sendAfterMs)
    return () => clearTimeout(timer)
  }, [waiting, file])

  if (!chosen)
    return (
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {failure && <Alert severity="error">{failure}</Alert>}
        <DropZone
          label="File of the previous system"
          onFile={(given) => {
            setFailure(null)
            setChosen({ file: given, sent: null })
          }}
        />
      </Box>
    )
  const { sent } = chosen
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Alert
        severity="warning"
        action={
          waiting && (
            <Button ref={cancel} color="inherit" size="small" onClick={() => setChosen(null)}>
              Cancel
            </Button>
          )
        }
      >
        {legacyWords.unchecked}
      </Alert>
      <Box>
        <Typography role="status" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
          {waiting
            ? `${chosen.file.name} goes to ${school?.name ?? 'the school'} in a moment`
            : `Sending ${chosen.file.name} to ${school?.name ?? 'the school'}`}
        </Typography>
        <LinearProgress
          aria-label={`Sending ${chosen.file.name}`}
          {...(sent === null || sent === 1 ? {} : { variant: 'determinate', value: 100 * sent })}
        />
      </Box>
    </Box>
  )
}

/** The file with the type that its first bytes say: a browser calls a CSV file by the program that opens it. */
async function withType(file: File): Promise<File> {
  const start = await file
    .slice(0, 2)
    .text()
    .catch(() => {
      throw new Error('The file could not be read. Was it moved or changed while it was open? Please choose it again.')
    })
  const type = start === 'PK' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv'
  return new File([file], file.name, { type })
}
