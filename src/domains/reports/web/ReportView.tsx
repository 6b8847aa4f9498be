import { useQuery } from '#ui/data/useQuery.ts'
import Autocomplete from '@mui/material/Autocomplete'
import GlobalStyles from '@mui/material/GlobalStyles'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { countCells, type ReportModel } from '../report.model.ts'
import { reportCss, renderReport } from '../report.layout.ts'
import { ReportLogoDocument } from './reports.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './ReportView.module.css'

const paperStyles = <GlobalStyles styles={reportCss} />

/** A report with more cells is shown table by table, because a browser needs seconds to lay it out. */
const mostCells = 20_000

/** A report on the screen, in the same layout as the PDF. */
export function ReportView({ job, fresh }: { job: DocumentJob; fresh: () => Promise<DocumentJob> }) {
  const { model, error, retry } = useReportModel(job, fresh)
  if (!model) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={12} />
  return <ReportTables model={model} />
}

const everything = 'all'

function ReportTables({ model }: { model: ReportModel }) {
  const showsAll = countCells(model) <= mostCells
  const [chosen, setChosen] = useState(showsAll ? everything : '0')
  const rendered = useDeferredValue(chosen)
  const parts = useMemo(
    () => [
      ...(countCells(model) <= mostCells ? [{ value: everything, label: 'Everything' }] : []),
      ...model.blocks.map((block, index) => ({ value: String(index), label: block.heading })),
    ],
    [model],
  )
  const { schoolId } = useActiveSchool()
  const logoUrl = useQuery(ReportLogoDocument, { variables: { schoolId } }).data?.school.logoUrl ?? null
  const report = useMemo(() => {
    const block = rendered === everything ? undefined : model.blocks[Number(rendered)]
    return renderReport({ ...model, school: { ...model.school, logoUrl }, ...(block ? { blocks: [block] } : {}) })
  }, [model, rendered, logoUrl])
  return (
    <Stack gap={3}>
      {paperStyles}
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
          className={styles.box}
          renderInput={(params) => (
            <TextField
              {...params}
              label="Show"
              helperText={
                showsAll
                  ? undefined
                  : 'This report is long, so one table is shown at a time. The PDF and the spreadsheet have them all.'
              }
            />
          )}
        />
      )}
      <Paper
        variant="outlined"
        aria-busy={rendered !== chosen}
        sx={{
          overflow: 'hidden',
          minWidth: 0,
          opacity: rendered === chosen ? 1 : 0.6,
          // On a phone two facts share a row.
          '& .report-head dl': {
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fit, minmax(160px, 1fr))' },
          },
        }}
      >
        {report}
      </Paper>
    </Stack>
  )
}

/** Loads the report's JSON file once. When its address has expired, `fresh` fetches a new one. */
function useReportModel(job: DocumentJob, fresh: () => Promise<DocumentJob>) {
  const [model, setModel] = useState<ReportModel | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const sources = useRef([async () => job, fresh])
  useEffect(() => {
    const abort = new AbortController()
    // A finished report never changes, so any address that still works gives the same contents.
    fetchModel(sources.current, abort.signal).then(setModel, (cause: unknown) => !abort.signal.aborted && setError(cause))
    return () => abort.abort()
  }, [attempt])
  return {
    model,
    error,
    retry: () => {
      setError(null)
      setAttempt((previous) => previous + 1)
    },
  }
}

async function fetchModel(sources: readonly (() => Promise<DocumentJob>)[], signal: AbortSignal): Promise<ReportModel> {
  let lastError: unknown = new Error('The report has no file to show.')
  for (const source of sources) {
    try {
      const file = (await source()).files.find(({ format }) => format === 'JSON')
      if (!file) continue
      const response = await fetch(file.url, { signal })
      if (response.ok) return (await response.json()) as ReportModel
    } catch (cause) {
      lastError = cause
    }
  }
  throw lastError
}
