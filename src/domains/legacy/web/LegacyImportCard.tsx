import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Progress } from '#ui/kit/Progress.tsx'
import { useEffect, useId, useRef } from 'react'
import { showMoment } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { maxStoredProblems, legacyMessages } from '../legacy.rules.ts'
import { LegacyImportDocument, type LegacyImportQuery } from './legacy.graphql.ts'
import { LegacyReport } from './LegacyReport.tsx'
import { isUnderWay, progressText, progressShare } from './importTexts.ts'
import styles from './LegacyImportCard.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Card } from '#ui/kit/Card.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'

const everyMs = 1000

/** One import: its progress, its result, or why it failed. */
export function LegacyImportCard({ id }: { id: string }) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const titleId = useId()
  const variables = { schoolId, input: { id } }
  const { data, error, refetch } = useQuery(LegacyImportDocument, { variables })
  const legacyImport = data?.legacyImport
  const running = legacyImport !== undefined && isUnderWay(legacyImport)
  const failing = usePoll(everyMs, (signal) => client.fetch(LegacyImportDocument, variables, { signal }), { on: running })

  const wasRunning = useRef(false)
  const state = legacyImport?.state
  useEffect(() => {
    if (running) wasRunning.current = true
    else if (wasRunning.current && state !== undefined) {
      wasRunning.current = false
      if (state === 'DONE') showSuccess(legacyMessages.done)
      void client.forget(['legacy', 'students', 'classes', 'schools', 'shell'])
    }
  }, [running, state, client])

  if (!legacyImport)
    return error ? <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} /> : <LoadingState />
  const share = progressShare(legacyImport)
  return (
    <>
      <Card as="section" aria-labelledby={titleId} className={styles.section}>
        <Heading level={2} id={titleId} className={styles.breakable}>
          {legacyImport.fileName}
        </Heading>
        <Text tone="quiet" size="small">
          {`${showMoment(legacyImport.createdAt)} · ${legacyImport.createdByName}`}
        </Text>
        {running && (
          <div className={styles.spaced}>
            <Progress
              aria-label={legacyImport.fileName}
              className={styles.progress}
              value={share === null ? undefined : 100 * share}
            />
            <div className={styles.row}>
              <Text size="small" role="status" className={styles.text}>
                {progressText(legacyImport)}
              </Text>
              <Text tone="quiet" size="small">
                <Trans>You can leave this page. The import continues and stays in the list below.</Trans>
              </Text>
            </div>
            {failing && (
              <Text size="small" role="status" className={styles.hint}>
                <Trans>No connection. The import continues.</Trans>
              </Text>
            )}
          </div>
        )}
        {legacyImport.state === 'FAILED' && (
          <Alert kind="error" className={styles.spaced}>
            {legacyImport.problemCount > 0
              ? t`${legacyImport.failure ?? ''} Nothing was imported. Correct the file and send it again.`
              : legacyImport.failure}
          </Alert>
        )}
        {legacyImport.report && <LegacyReport legacyImport={legacyImport} report={legacyImport.report} />}
      </Card>
      {legacyImport.problems.length > 0 && <Problems problems={legacyImport.problems} count={legacyImport.problemCount} />}
    </>
  )
}

type Problem = LegacyImportQuery['legacyImport']['problems'][number]

const columns: readonly Column<Problem>[] = [
  { key: 'row', header: t`Row`, value: (problem) => problem.row, numeric: true, flex: 0.4, minWidth: 80, phone: 'line' },
  { key: 'column', header: t`Column`, value: (problem) => problem.column, minWidth: 130, phone: 'line' },
  { key: 'value', header: t`Value`, value: (problem) => problem.value, minWidth: 140, phone: 'none' },
  {
    key: 'message',
    header: t`Problem`,
    value: (problem) => problem.message,
    // Wraps on phones, where a line is too short for a sentence.
    render: ({ message }) => <span className={styles.box}>{message}</span>,
    flex: 3,
    minWidth: 320,
    phone: 'title',
  },
]
const defaults = { name: 'problems' }
const problemId = ({ row, column, message }: Problem) => `${row} ${column} ${message}`
const problemName = ({ row, column }: Problem) => t`row ${row} ${column}`

function Problems({ problems, count }: { problems: readonly Problem[]; count: number }) {
  return (
    <div className={styles.shrinkable}>
      {count > problems.length && (
        <Text size="small" className={styles.problemsSpaced}>
          {t`The first ${maxStoredProblems} of ${showCount(count)}.`}
        </Text>
      )}
      <DataTable
        title={t`PROBLEMS`}
        fileName="import-problems"
        columns={columns}
        rows={problems}
        rowId={problemId}
        rowName={problemName}
        defaults={defaults}
        empty={{ text: t`No problems` }}
      />
    </div>
  )
}
