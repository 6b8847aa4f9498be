import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Typography from '@mui/material/Typography'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { ErrorState } from '#ui/states.tsx'
import { GateBoardDocument, type GateBoardQuery } from '../gate.graphql.ts'

const everyMs = 5000

/** Today's latest scans at all gates, and the number of students inside. */
export function GateBoard() {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const variables = { schoolId, input: { day: schoolDay(new Date()) } }
  const { data, error, refetch } = useQuery(GateBoardDocument, { variables, fetchPolicy: 'cache-first' })
  const failing = usePoll(everyMs, (signal) => client.fetch(GateBoardDocument, variables, { signal }))
  const board = data?.gateBoard
  return (
    <Box component="section" aria-label="Today at the gate" sx={{ minWidth: 0 }}>
      {!board ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <>
          <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
            <Typography variant="h2" sx={{ flex: 1 }}>
              {board.inside.toLocaleString('en-IN')} inside
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {board.in.toLocaleString('en-IN')} in · {board.out.toLocaleString('en-IN')} out today
            </Typography>
            {board.scans.length > 0 && (
              <ExportButton
                size="small"
                fileName="latest-scans"
                choices={[{ label: 'The latest scans', tables: () => [scansTable(board)] }]}
              />
            )}
          </Box>
          {failing && (
            <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
              No connection. This list may be out of date.
            </Typography>
          )}
          {board.scans.length === 0 ? (
            <Typography sx={{ color: 'text.secondary', mt: 1 }}>No scans today yet.</Typography>
          ) : (
            <List
              dense
              aria-label="Latest scans"
              tabIndex={0}
              sx={{ maxHeight: { md: 'calc(100vh - 280px)' }, overflow: 'auto' }}
            >
              {board.scans.map((scan) => (
                <ListItem key={scan.id} divider disableGutters sx={{ gap: 1 }}>
                  <Chip
                    size="small"
                    label={scan.direction}
                    color={scan.direction === 'IN' ? 'success' : 'default'}
                    sx={{ width: 48 }}
                  />
                  <ListItemText
                    primary={[scan.name, scan.sectionName].filter(Boolean).join(' · ')}
                    secondary={`${schoolTime(new Date(scan.at)).slice(0, 5)} · ${scan.deviceName ?? scan.byName}`}
                    slotProps={{ primary: { noWrap: true }, secondary: { noWrap: true } }}
                  />
                </ListItem>
              ))}
            </List>
          )}
        </>
      )}
    </Box>
  )
}

function scansTable({ scans }: GateBoardQuery['gateBoard']): SheetTable {
  return tableFromCells('Latest scans', [
    ['Time', 'Direction', 'Name', 'Section', 'Gate'],
    ...scans.map((scan) => [
      schoolTime(new Date(scan.at)).slice(0, 5),
      scan.direction,
      scan.name,
      scan.sectionName,
      scan.deviceName ?? scan.byName,
    ]),
  ])
}
