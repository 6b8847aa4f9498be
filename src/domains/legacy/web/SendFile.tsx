import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Progress } from '#ui/kit/Progress.tsx'
import { useEffect, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { DropZone } from '#ui/import/DropZone.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { useRequestKeys } from '#ui/requestKey.ts'
import { uploadFile } from '#ui/upload.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { legacyMessages, sendDelayMs } from '../legacy.rules.ts'
import { ImportLegacyDocument } from './legacy.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './SendFile.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'

/** A chosen file, waiting or being sent. */
interface Chosen {
  file: File
  /** The fraction that is sent; null while waiting. */
  sent: number | null
}

/** Takes a file, shows a warning, waits a second in which the user can cancel, and sends it. */
export function SendFile({ onOrdered }: { onOrdered: (id: string) => void }) {
  const { schoolId, school } = useActiveSchool()
  const sendCommand = useSendCommand()
  const withKey = useRequestKeys()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const file = chosen?.file
  const waiting = chosen !== null && chosen.sent === null

  async function send(selected: File) {
    setChosen({ file: selected, sent: 0 })
    try {
      const typed = await withType(selected)
      const { fileId } = await uploadFile(typed, 'legacy-import', { sendCommand, schoolId }, (sent) =>
        setChosen({ file: selected, sent }),
      )
      const data = await withKey(fileId, (key) =>
        sendCommand(ImportLegacyDocument, { schoolId, input: { key, fileId, fileName: selected.name.slice(0, 200) } }),
      )
      onOrdered(data.importLegacy.id)
    } catch (error) {
      const failed = failureOf(error)
      setFailure(
        failed.expected ? failed.message : error instanceof Error && error.message ? error.message : genericMessage(failed),
      )
      setChosen(null)
    }
  }

  const latest = useRef(send)
  useEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    if (!waiting || !file) return
    const timer = setTimeout(() => void latest.current(file), sendDelayMs)
    return () => clearTimeout(timer)
  }, [waiting, file])

  if (!chosen)
    return (
      <Stack gap={4}>
        {failure && <Alert kind="error">{failure}</Alert>}
        <DropZone
          label={t`File of the previous system`}
          onFile={(selected) => {
            setFailure(null)
            setChosen({ file: selected, sent: null })
          }}
        />
      </Stack>
    )
  const { sent } = chosen
  return (
    <Stack gap={4}>
      <Alert
        kind="warning"
        action={
          waiting && (
            <Button variant="quiet" size="small" autoFocus onClick={() => setChosen(null)}>
              <Trans>Cancel</Trans>
            </Button>
          )
        }
      >
        {legacyMessages.unchecked}
      </Alert>
      <div>
        <Text role="status" className={styles.text}>
          {waiting
            ? t`${chosen.file.name} will be sent to ${school?.name ?? ''} in a moment`
            : t`Sending ${chosen.file.name} to ${school?.name ?? ''}`}
        </Text>
        <Progress aria-label={t`Sending ${chosen.file.name}`} value={sent === null || sent === 1 ? undefined : 100 * sent} />
      </div>
    </Stack>
  )
}

/** Sets the file's type by its first bytes, because browsers report the type of the program that opens CSV files. */
async function withType(file: File): Promise<File> {
  const start = await file
    .slice(0, 2)
    .text()
    .catch(() => {
      throw new Error(t`The file could not be read. Was it moved or changed while it was open? Please choose it again.`)
    })
  const type = start === 'PK' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv'
  return new File([file], file.name, { type })
}
