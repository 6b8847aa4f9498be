import { useApolloClient, useQuery } from '@apollo/client/react'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef } from 'react'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { saySuccess } from '#ui/snackbars.tsx'
import { ErrorState } from '#ui/states.tsx'
import { keptProblems, legacyWords } from '../legacy.schema.ts'
import { LegacyImportDocument, type LegacyImportQuery, LegacyImportsDocument } from './legacy.graphql.ts'
import { LegacyReport } from './LegacyReport.tsx'
import { isUnderWay, progressWords, shareOf } from './legacyWords.ts'

const everyMs = 1000

/** Lists of the school in which something new may stand after an import. */
const changedLists = ['students', 'qrSheet', 'sections', 'mySections', 'curriculum', 'classes', 'subjects', 'terms']

/** One import: how far it is, what came in, or why nothing did. */
export function LegacyImportCard({ id }: { id: string }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const titleId = useId()
  const variables = { schoolId, input: { id } }
  const { data, error, refetch } = useQuery(LegacyImportDocument, { variables, fetchPolicy: 'cache-and-network' })
  const one = data?.legacyImport
  const running = one !== undefined && isUnderWay(one)
  const failing = usePoll(
    everyMs,
    (signal) =>
      client.query({
        query: LegacyImportDocument,
        variables,
        fetchPolicy: 'network-only',
        context: { fetchOptions: { signal } },
      }),
    { on: running },
  )

  const wasRunning = useRef(false)
  const state = one?.state
  useEffect(() => {
    if (running) wasRunning.current = true
    else if (wasRunning.current && state !== undefined) {
      wasRunning.current = false
      if (state === 'DONE') saySuccess(legacyWords.done)
      client.refetchQueries({ include: [LegacyImportsDocument, 'ActiveSchool'] }).catch(() => undefined)
      for (const fieldName of changedLists) client.cache.evict({ id: 'ROOT_QUERY', fieldName })
    }
  }, [running, state, client])

  if (!one) return error ? <ErrorState error={error} onRetry={() => void refetch().catch(() => undefined)} /> : <LoadingState />
  const share = shareOf(one)
  return (
    <>
      <Paper component="section" variant="outlined" aria-labelledby={titleId} sx={{ p: 2, minWidth: 0 }}>
        <Typography variant="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {one.fileName}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {`${showMoment(one.createdAt)} · ${one.createdByName}`}
        </Typography>
        {running && (
          <Box sx={{ mt: 2 }}>
            <LinearProgress
              aria-label={one.fileName}
              sx={{ height: 8, borderRadius: 1 }}
              {...(share === null ? {} : { variant: 'determinate', value: 100 * share })}
            />
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.75 }}>
              <Typography variant="body2" role="status" sx={{ flex: 1, whiteSpace: 'nowrap' }}>
                {progressWords(one)}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                You can leave this page: it goes on, and stays in the list below.
              </Typography>
            </Box>
            {failing && (
              <Typography variant="body2" role="status" sx={{ color: 'text.secondary', mt: 1 }}>
                No connection just now. It goes on all the same.
              </Typography>
            )}
          </Box>
        )}
        {one.state === 'FAILED' && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {one.problemCount > 0 ? `${one.failure} Nothing came in: repair the file, and send it again.` : one.failure}
          </Alert>
        )}
        {one.report && <LegacyReport one={one} report={one.report} />}
      </Paper>
      {one.problems.length > 0 && <Problems problems={one.problems} count={one.problemCount} />}
    </>
  )
}

type Problem = LegacyImportQuery['legacyImport']['problems'][number]

const columns: readonly Column<Problem>[] = [
  { key: 'row', header: 'Row', value: (problem) => problem.row, numeric: true, flex: 0.4, minWidth: 80, phone: 'line' },
  { key: 'column', header: 'Column', value: (problem) => problem.column, minWidth: 130, phone: 'line' },
  { key: 'value', header: 'Value', value: (problem) => problem.value, minWidth: 140, phone: 'none' },
  {
    key: 'message',
    header: 'Problem',
    value: (problem) => problem.message,
    // A phone's line is too short for a sentence.
    render: ({ message }) => (
      <Box component="span" sx={{ display: { xs: 'inline-block', sm: 'inline' }, whiteSpace: { xs: 'normal', sm: 'inherit' } }}>
        {message}
      </Box>
    ),
    flex: 3,
    minWidth: 320,
    phone: 'title',
  },
]
const defaults = { name: 'problems' }
const problemId = ({ row, column, message }: Problem) => `${row} ${column} ${message}`
const problemName = ({ row, column }: Problem) => `row ${row} ${column}`

function Problems({ problems, count }: { problems: readonly Problem[]; count: number }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      {count > problems.length && (
        <Typography variant="body2" sx={{ mb: 1 }}>
          {`The first ${keptProblems} of ${count.toLocaleString('en-IN')}.`}
        </Typography>
      )}
      <DataTable
        title="PROBLEMS"
        fileName="import-problems"
        columns={columns}
        rows={problems}
        rowId={problemId}
        rowName={problemName}
        defaults={defaults}
        empty={{ text: 'No problems' }}
      />
    </Box>
  )
}
