import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoment } from '#shared/dates.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { classes } from '#ui/kit/classes.ts'
import { CloudOffIcon, DoneIcon, EditIcon, ProblemIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { type CellRef, cellView, type Grid } from './grid.ts'
import { columnLabel } from './columnLabel.ts'
import type { SheetData, SheetState } from './useScoreSheet.ts'
import styles from './ScoreSheetScreen.module.css'

/** Says in the head whether the marks on the screen are stored: on the server, on this device, or not yet. */
export function SaveState({ state, unsaved }: { state: SheetState; unsaved: number }) {
  const { failure, grid, drafts, waiting, sending, stale, row } = state
  if (!row || !grid) return null
  const wrong = Object.values(drafts).filter((draft) =>
    ['wrong', 'conflict'].includes(cellView(grid, drafts, draft).state),
  ).length
  const [look, Icon, text] =
    failure !== '' || wrong > 0
      ? [styles.refused, ProblemIcon, t`Needs a look`]
      : unsaved > 0
        ? [styles.unsaved, EditIcon, state.mayEnter ? t`Saving` : t`Not saved yet`]
        : waiting > 0
          ? [
              styles.waiting,
              CloudOffIcon,
              sending ? t`Saving` : plural(waiting, { one: '# mark waiting', other: '# marks waiting' }),
            ]
          : stale
            ? [styles.waiting, CloudOffIcon, t`No connection`]
            : state.canType
              ? [styles.saved, DoneIcon, t`Saved`]
              : []
  if (!Icon) return null
  return (
    <span role="status" className={classes(styles.state, look)}>
      <Icon size={18} aria-hidden />
      {text}
    </span>
  )
}

/** Says what needs a look: conflicts to choose, a refusal of the sheet, that it is only read. */
export function SheetNotices({ state, row, grid }: { state: SheetState; row: SheetData; grid: Grid }) {
  const { drafts, failure, stale, viewerCan } = { ...state, ...row }
  const conflicts = Object.values(drafts).filter((draft) => cellView(grid, drafts, draft).state === 'conflict')
  return (
    <>
      {conflicts.length > 0 && (
        <Alert
          kind="warning"
          className={styles.alert}
          title={plural(conflicts.length, {
            one: 'Somebody else has changed # mark meanwhile',
            other: 'Somebody else has changed # marks meanwhile',
          })}
        >
          <ul className={styles.conflicts}>
            {conflicts.map((cell) => (
              <Conflict
                key={`${cell.studentId} ${cell.test} ${cell.component}`}
                cell={cell}
                state={state}
                row={row}
                grid={grid}
              />
            ))}
          </ul>
        </Alert>
      )}
      {failure !== '' && (
        <Alert
          kind="error"
          className={styles.alert}
          action={
            <Row gap={2}>
              <Button size="small" onClick={state.tryAgain}>
                <Trans>Try again</Trans>
              </Button>
              <Button size="small" variant="quiet" onClick={state.discard}>
                <Trans>Discard what I typed</Trans>
              </Button>
            </Row>
          }
        >
          {failure}
        </Alert>
      )}
      {!state.canType && failure === '' && (
        <Alert kind="info" className={styles.alert}>
          {viewerCan.enter.reason}
        </Alert>
      )}
      {state.mayCorrect && (
        <Alert kind="info" className={styles.alert}>
          <Trans>These marks are locked. What you change is saved with a reason, and stands in the history.</Trans>
        </Alert>
      )}
      {stale && state.canType && (
        <Alert kind="info" className={styles.alert}>
          <Trans>No connection. What you enter is saved on this device, and sent as soon as there is one.</Trans>
        </Alert>
      )}
    </>
  )
}

interface ConflictProps {
  cell: CellRef
  state: SheetState
  row: SheetData
  grid: Grid
}

function Conflict({ cell, state, row, grid }: ConflictProps) {
  const { text: mine, theirs } = cellView(grid, state.drafts, cell)
  const column = row.columns.find(({ component, test }) => component === cell.component && test === cell.test)
  const student = row.students.find(({ studentId }) => studentId === cell.studentId)?.name ?? ''
  const where = column ? columnLabel(column) : ''
  const [value, by, at] = [theirs?.value ?? '', theirs?.changedByName ?? '', showMoment(theirs?.changedAt)]
  return (
    <li>
      <span>
        {theirs
          ? t`${student}, ${where}: ${by} has entered ${value} (${at}), you ${mine || '–'}.`
          : t`${student}, ${where}: it was cleared, you have entered ${mine}.`}
      </span>
      <Row gap={2}>
        <Button size="small" onClick={() => state.choose(cell, 'theirs')}>
          {value === '' ? t`Leave it empty` : t`Keep ${value}`}
        </Button>
        <Button size="small" onClick={() => state.choose(cell, 'mine')}>
          {mine === '' ? t`Clear it` : t`Use ${mine}`}
        </Button>
      </Row>
    </li>
  )
}
