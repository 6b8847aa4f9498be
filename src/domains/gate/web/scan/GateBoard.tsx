import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { ErrorState } from '#ui/states.tsx'
import { moveLabels } from './scanAnswer.ts'
import { GateBoardDocument, type GateBoardQuery } from '../gate.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './GateBoard.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { List, ListRow, ListText } from '#ui/kit/List.tsx'

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
    <section aria-label={t`Today at the gate`} className={styles.section}>
      {!board ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <>
          <Row gap={3} align="baseline">
            <Heading level={2} className={styles.fill}>
              {insideText(board)}
            </Heading>
            <Text tone="quiet" size="small">
              {movesText(board)}
            </Text>
            {board.scans.length > 0 && (
              <ExportButton
                size="small"
                fileName="latest-scans"
                choices={[{ label: t`The latest scans`, tables: () => [scansTable(board)] }]}
              />
            )}
          </Row>
          {failing && (
            <Text tone="quiet" size="small" role="status">
              <Trans>No connection. This list may be out of date.</Trans>
            </Text>
          )}
          {board.scans.length === 0 ? (
            <Text className={styles.hint}>
              <Trans>No scans today yet.</Trans>
            </Text>
          ) : (
            <List aria-label={t`Latest scans`} tabIndex={0} className={styles.scroll}>
              {board.scans.map((scan) => (
                <ListRow key={scan.id} divided className={styles.box}>
                  <Avatar name={scan.name} />
                  <ListText
                    title={[scan.name, scan.sectionName].filter(Boolean).join(' · ')}
                    detail={`${schoolTime(new Date(scan.at)).slice(0, 5)} · ${scan.deviceName ?? scan.byName}`}
                    oneLine
                    className={styles.fill}
                  />
                  <Chip
                    label={moveLabels[scan.direction]}
                    tone={scan.direction === 'IN' ? 'good' : 'normal'}
                    className={styles.chip}
                  />
                </ListRow>
              ))}
            </List>
          )}
        </>
      )}
    </section>
  )
}

function insideText(board: GateBoardQuery['gateBoard']): string {
  const inside = showCount(board.inside)
  return t`${inside} inside`
}

function movesText(board: GateBoardQuery['gateBoard']): string {
  const came = showCount(board.in)
  const left = showCount(board.out)
  return t`${came} in · ${left} out today`
}

function scansTable({ scans }: GateBoardQuery['gateBoard']): SheetTable {
  return tableFromCells(t`Latest scans`, [
    [t`Time`, t`Direction`, t`Name`, t`Section`, t`Gate`],
    ...scans.map((scan) => [
      schoolTime(new Date(scan.at)).slice(0, 5),
      moveLabels[scan.direction],
      scan.name,
      scan.sectionName,
      scan.deviceName ?? scan.byName,
    ]),
  ])
}
