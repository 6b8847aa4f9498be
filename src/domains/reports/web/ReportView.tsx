import { useQuery } from '@apollo/client/react'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { cellCount, type ReportModel } from '../report.model.ts'
import { reportCss, reportSheet } from '../report.sheet.ts'
import { ReportLogoDocument } from './reports.graphql.ts'

const styles = <GlobalStyles styles={reportCss} />

/** More cells than this are shown table by table: a browser takes seconds to lay them out. */
const mostCells = 20_000

/** A report on screen: the same sheet as the PDF. */
export function ReportView({ job, fresh }: { job: DocumentJob; fresh: () => Promise<DocumentJob> }) {
  const { model, error, retry } = useModel(job, fresh)
  if (!model) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={12} />
  return <Sheet model={model} />
}

const all = 'all'

function Sheet({ model }: { model: ReportModel }) {
  const whole = cellCount(model) <= mostCells
  const [chosen, setChosen] = useState(whole ? all : '0')
  const drawn = useDeferredValue(chosen)
  const parts = useMemo(
    () => [
      ...(cellCount(model) <= mostCells ? [{ value: all, label: 'Everything' }] : []),
      ...model.blocks.map((block, place) => ({ value: String(place), label: block.heading })),
    ],
    [model],
  )
  const { schoolId } = useActiveSchool()
  const logoUrl = useQuery(ReportLogoDocument, { variables: { schoolId } }).data?.school.logoUrl ?? null
  const sheet = useMemo(() => {
    const block = drawn === all ? undefined : model.blocks[Number(drawn)]
    return reportSheet({ ...model, school: { ...model.school, logoUrl }, ...(block ? { blocks: [block] } : {}) })
  }, [model, drawn, logoUrl])
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
      {styles}
      {model.blocks.length > 1 && (
        <Autocomplete
          id="report-part"
          size="small"
          disableClearable
          options={parts}
          value={parts.find(({ value }) => value === chosen) ?? parts[0]}
          onChange={(_, part) => setChosen(part.value)}
          isOptionEqualToValue={(part, other) => part.value === other.value}
          getOptionKey={(part) => part.value}
          sx={{ width: { xs: '100%', sm: 360 } }}
          renderInput={(params) => (
            <TextField
              {...params}
              label="Show"
              helperText={
                whole ? undefined : 'One table at a time, as there are many. The PDF and the spreadsheet have them all.'
              }
            />
          )}
        />
      )}
      <Paper
        variant="outlined"
        aria-busy={drawn !== chosen}
        sx={{
          overflow: 'hidden',
          minWidth: 0,
          opacity: drawn === chosen ? 1 : 0.6,
          // Two facts beside each other on a phone.
          '& .report-head dl': {
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(160px, 1fr))' },
          },
        }}
      >
        {sheet}
      </Paper>
    </Box>
  )
}

/** What the report says, from its file; read once, with a new address where the old one has run out. */
function useModel(job: DocumentJob, fresh: () => Promise<DocumentJob>) {
  const [model, setModel] = useState<ReportModel | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [times, setTimes] = useState(0)
  const sources = useRef([async () => job, fresh])
  useEffect(() => {
    const leaving = new AbortController()
    // A finished report never changes: its first answer, or a newer one with an address that still holds, is as good as the last.
    readModel(sources.current, leaving.signal).then(setModel, (cause: unknown) => !leaving.signal.aborted && setError(cause))
    return () => leaving.abort()
  }, [times])
  return {
    model,
    error,
    retry: () => {
      setError(null)
      setTimes((before) => before + 1)
    },
  }
}

async function readModel(sources: readonly (() => Promise<DocumentJob>)[], signal: AbortSignal): Promise<ReportModel> {
  let failed: unknown = new Error('The report has no file to show.')
  for (const source of sources) {
    try {
      const file = (await source()).files.find(({ format }) => format === 'JSON')
      if (!file) continue
      const response = await fetch(file.url, { signal })
      if (response.ok) return (await response.json()) as ReportModel
    } catch (cause) {
      failed = cause
    }
  }
  throw failed
}
