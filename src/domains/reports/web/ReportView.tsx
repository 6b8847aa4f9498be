import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
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
import { Card } from '#ui/kit/Card.tsx'
import { classes } from '#ui/kit/classes.ts'
import { Combobox } from '#ui/kit/Combobox.tsx'

const paperStyles = <GlobalStyle css={reportCss} />

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
      ...(countCells(model) <= mostCells ? [{ value: everything, label: t`Everything` }] : []),
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
        <Combobox
          id="report-part"
          label={t`Show`}
          hint={!showsAll && t`This report is long, so one table is shown at a time. The PDF and the spreadsheet have them all.`}
          mustChoose
          options={parts}
          optionKey={(part) => part.value}
          optionLabel={(part) => part.label}
          value={parts.find(({ value }) => value === chosen) ?? parts[0] ?? null}
          onChange={(part) => part && setChosen(part.value)}
          className={styles.box}
        />
      )}
      <Card aria-busy={rendered !== chosen} className={classes(styles.report, rendered !== chosen && styles.before)}>
        {report}
      </Card>
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
