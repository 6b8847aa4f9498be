import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ClipboardEvent, type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { Button } from '#ui/kit/Button.tsx'
import { classes } from '#ui/kit/classes.ts'
import { HistoryIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { showError, showInfo } from '#ui/snackbars.ts'
import type { ScoreColumn } from '../../scores.rules.ts'
import { columnLabel, highestLabel } from './columnLabel.ts'
import { type CellRef, cellKey, cellView, type CellView, type Grid, seenValue } from './grid.ts'
import { isBlock, pastedBlock, placeBlock } from './pastedBlock.ts'
import type { SheetRef } from './sheetRef.ts'
import { typedScore } from './typedScore.ts'
import type { SheetData, SheetState } from './useScoreSheet.ts'
import styles from './ScoreGrid.module.css'

const HistoryDialog = later(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog }))

interface ScoreGridProps {
  state: SheetState
  row: SheetData
  grid: Grid
  sheet: SheetRef
  entered: number
  needed: number
}

/** The marks of a section as a table to type into, with the keys of a spreadsheet. */
export function ScoreGrid({ state, row, grid, sheet, entered, needed }: ScoreGridProps) {
  const table = useRef<HTMLTableElement>(null)
  const [chosen, setChosen] = useState<CellRef | null>(null)
  const [history, setHistory] = useState<CellRef | null>(null)
  const { students, columns } = row
  const { type, setTyping } = state

  function cellAt(element: EventTarget | null): { row: number; column: number } | null {
    if (!(element instanceof HTMLInputElement) || element.dataset.row === undefined) return null
    return { row: Number(element.dataset.row), column: Number(element.dataset.column) }
  }
  function refAt(at: { row: number; column: number }): CellRef | null {
    const [student, column] = [students[at.row], columns[at.column]]
    return student && column ? { studentId: student.studentId, component: column.component, test: column.test } : null
  }
  function focus(rowIndex: number, column: number): void {
    const input = table.current?.querySelector<HTMLInputElement>(`[data-row="${rowIndex}"][data-column="${column}"]`)
    input?.focus()
    input?.select()
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = cellAt(event.target)
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return
    const input = event.target as HTMLInputElement
    const all = input.selectionStart === 0 && input.selectionEnd === input.value.length
    const [atStart, atEnd] = [input.selectionEnd === 0, input.selectionStart === input.value.length]
    const move = (down: number, across: number) => {
      event.preventDefault()
      focus(at.row + down, at.column + across)
    }
    if (event.key === 'ArrowDown') move(1, 0)
    else if (event.key === 'ArrowUp') move(-1, 0)
    else if (event.key === 'ArrowRight' && (all || atEnd)) move(0, 1)
    else if (event.key === 'ArrowLeft' && (all || atStart)) move(0, -1)
    else if (event.key === 'Enter') {
      event.preventDefault()
      if (event.shiftKey) focus(at.row - 1, at.column)
      // After the last student the next test begins.
      else if (at.row === students.length - 1) focus(0, at.column + 1)
      else focus(at.row + 1, at.column)
    }
  }

  function onPaste(event: ClipboardEvent) {
    const at = cellAt(event.target)
    const text = event.clipboardData.getData('text')
    if (!at || !state.canType || !isBlock(text)) return
    event.preventDefault()
    const { cells, left } = placeBlock(pastedBlock(text), at, { rows: students.length, columns: columns.length })
    const typed = cells.flatMap(({ value, ...place }) => {
      const cell = refAt(place)
      return cell ? [{ cell, value }] : []
    })
    const wrong = typed.filter(({ cell, value }) => {
      const column = columns.find(({ component, test }) => component === cell.component && test === cell.test)
      return column && typedScore(value, column, row.grades).problem !== null
    }).length
    type(typed)
    setTyping(null)
    table.current?.querySelector<HTMLInputElement>(':focus')?.blur()
    const count = plural(typed.length, { one: '# cell pasted', other: '# cells pasted' })
    const wrongText = wrong > 0 ? plural(wrong, { one: '# needs a look', other: '# need a look' }) : ''
    const leftText = left > 0 ? plural(left, { one: '# did not fit', other: '# did not fit' }) : ''
    const message = [count, wrongText, leftText].filter(Boolean).join(' · ')
    if (wrong + left > 0) showError(message)
    else showInfo(message)
  }

  return (
    <>
      <div className={styles.scroll}>
        {/* The keys are those of the fields inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          ref={table}
          className={styles.table}
          aria-label={t`Marks`}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onFocus={({ target }) => {
            const at = cellAt(target)
            if (at) setChosen(refAt(at))
          }}
        >
          <thead>
            <tr>
              <th scope="col" className={styles.roll}>
                <Trans>Roll</Trans>
              </th>
              <th scope="col" className={styles.student}>
                <Trans>Student</Trans>
              </th>
              {columns.map((column) => (
                <th key={`${column.component} ${column.test}`} scope="col">
                  {columnLabel(column)}
                  <span className={styles.highest}>
                    {row.grades.length > 0 ? row.grades.map(({ grade }) => grade).join(', ') : highestLabel(column)}
                  </span>
                </th>
              ))}
              <th aria-hidden className={styles.rest} />
            </tr>
          </thead>
          <tbody>
            {students.map((student, index) => (
              <StudentRow
                key={student.studentId}
                index={index}
                student={student}
                columns={columns}
                views={columns.map(({ component, test }) =>
                  cellView(grid, state.drafts, { studentId: student.studentId, component, test }),
                )}
                readOnly={!state.canType}
                onType={(cell, value) => {
                  setTyping(cellKey(cell))
                  type([{ cell, value }])
                }}
                onLeave={() => setTyping(null)}
                onRestore={(cell) => type([{ cell, value: seenValue(grid, cell) }])}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        <span role="status" className={styles.tally}>
          <Trans>
            <b>{entered}</b> of {needed} entered
          </Trans>
        </span>
        {chosen && <Chosen cell={chosen} row={row} grid={grid} onHistory={() => setHistory(chosen)} />}
        {state.canType && (
          <p aria-hidden className={styles.keys}>
            <span>
              <Trans>
                <kbd>Enter</kbd> next student
              </Trans>
            </span>
            <span>
              <Trans>
                <kbd>Tab</kbd> next test
              </Trans>
            </span>
            <span>
              <Trans>
                <kbd>AB</kbd> absent <kbd>ML</kbd> medical leave <kbd>EX</kbd> exempt
              </Trans>
            </span>
          </p>
        )}
      </div>
      {history && <HistoryDialog sheet={sheet} cell={history} row={row} onClose={() => setHistory(null)} />}
    </>
  )
}

/** Who entered the mark in the cell that has the focus, and its history. */
function Chosen({ cell, row, grid, onHistory }: { cell: CellRef; row: SheetData; grid: Grid; onHistory: () => void }) {
  const stored = grid.stored.get(cellKey(cell))
  const student = row.students.find(({ studentId }) => studentId === cell.studentId)?.name ?? ''
  const [by, at] = [stored?.changedByName ?? '', showMoment(stored?.changedAt)]
  return (
    <span className={styles.chosen}>
      <span className={styles.who}>{stored ? t`${student}: entered by ${by}, ${at}` : student}</span>
      <Button size="small" variant="quiet" icon={<HistoryIcon size={16} />} onClick={onHistory}>
        <Trans>History</Trans>
      </Button>
    </span>
  )
}

interface StudentRowProps {
  index: number
  student: { studentId: string; name: string; roll: string }
  columns: readonly ScoreColumn[]
  views: readonly CellView[]
  readOnly: boolean
  onType: (cell: CellRef, value: string) => void
  onLeave: () => void
  onRestore: (cell: CellRef) => void
}

/** A student's row. It renders again only when one of its cells has changed. */
const StudentRow = memo(
  function StudentRow({ index, student, columns, views, ...rest }: StudentRowProps) {
    const { studentId, name, roll } = student
    return (
      <tr>
        <td className={styles.roll}>{roll}</td>
        <th scope="row" className={styles.student}>
          {name}
        </th>
        {columns.map((column, place) => {
          const view = views[place]
          const { component, test } = column
          return (
            view && (
              <ScoreCell
                key={`${component} ${test}`}
                row={index}
                column={place}
                label={`${name}, ${columnLabel(column)}`}
                cell={{ studentId, component, test }}
                view={view}
                {...rest}
              />
            )
          )
        })}
        <td aria-hidden className={styles.rest} />
      </tr>
    )
  },
  (before, after) =>
    before.student === after.student &&
    before.columns === after.columns &&
    before.readOnly === after.readOnly &&
    JSON.stringify(before.views) === JSON.stringify(after.views),
)

interface ScoreCellProps extends Pick<StudentRowProps, 'readOnly' | 'onType' | 'onLeave' | 'onRestore'> {
  row: number
  column: number
  label: string
  cell: CellRef
  view: CellView
}

function ScoreCell({ row, column, label, cell, view, readOnly, onType, onLeave, onRestore }: ScoreCellProps) {
  // As it is typed: `17.` is on the way to 17.5.
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const { state, problem, theirs } = view
  const theirValue = theirs?.value || '–'
  const note = problem || (state === 'conflict' ? t`Somebody else has entered ${theirValue} meanwhile` : '')
  return (
    <td className={classes(styles.cell, styles[state])}>
      <input
        data-row={row}
        data-column={column}
        aria-label={label}
        aria-invalid={note !== ''}
        aria-describedby={note ? id : undefined}
        value={typed ?? view.text}
        readOnly={readOnly}
        autoComplete="off"
        inputMode="decimal"
        maxLength={20}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setTyped(target.value)
          onType(cell, target.value)
        }}
        onBlur={() => {
          setTyped(null)
          onLeave()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || readOnly) return
          setTyped(null)
          onRestore(cell)
        }}
      />
      {note && (
        <span id={id} className={styles.note}>
          {note}
        </span>
      )}
    </td>
  )
}
