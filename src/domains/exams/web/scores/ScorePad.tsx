import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { showMoment } from '#shared/dates.ts'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { classes } from '#ui/kit/classes.ts'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon, HistoryIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { codes } from '../../scoreCodes.ts'
import { columnLabel, highestLabel } from './columnLabel.ts'
import { type CellRef, cellKey, cellView, type Grid } from './grid.ts'
import { pressed } from './padKeys.ts'
import type { SheetRef } from './sheetRef.ts'
import { typedScore } from './typedScore.ts'
import type { SheetData, SheetState } from './useScoreSheet.ts'
import styles from './ScorePad.module.css'

const HistoryDialog = later(async () => ({ default: (await import('./HistoryDialog.tsx')).HistoryDialog }))

interface ScorePadProps {
  state: SheetState
  row: SheetData
  grid: Grid
  sheet: SheetRef
}

/** Marks on a phone: one student after another with large keys, or the list of all. */
export function ScorePad({ state, row, grid, sheet }: ScorePadProps) {
  const { students, columns } = row
  const { drafts } = state
  const [way, setWay] = useState<'one' | 'list'>(state.canType ? 'one' : 'list')
  /** Whether a student has a mark of a test that can be stored. */
  const isEntered = (student: number, column: number) => {
    const [one, test] = [students[student], columns[column]]
    const view = one && test && cellView(grid, drafts, { studentId: one.studentId, component: test.component, test: test.test })
    return view !== undefined && view.text !== '' && view.state !== 'wrong'
  }
  /** The first student of a test without a mark; the first of all if none is missing. */
  const firstMissing = (column: number) =>
    Math.max(
      0,
      students.findIndex((_, index) => !isEntered(index, column)),
    )
  const [column, setColumn] = useState(() =>
    Math.max(
      0,
      columns.findIndex((_, index) => students.some((__, student) => !isEntered(student, index))),
    ),
  )
  const [student, setStudent] = useState(() => firstMissing(column))
  const test = columns[column]
  if (!test) return null
  const entered = students.filter((_, index) => isEntered(index, column)).length
  const all = students.length
  return (
    <div className={styles.pad}>
      <div className={styles.choice}>
        {columns.length > 1 ? (
          <Select
            label={t`Test`}
            hideLabel
            value={column}
            onChange={({ target }) => {
              setColumn(Number(target.value))
              setStudent(firstMissing(Number(target.value)))
            }}
            className={styles.test}
          >
            {columns.map((each, index) => (
              <option key={`${each.component} ${each.test}`} value={index}>
                {columnLabel(each)}
                {row.grades.length === 0 && `, ${highestLabel(each)}`}
              </option>
            ))}
          </Select>
        ) : (
          <span className={styles.test}>
            {columnLabel(test)}
            {row.grades.length === 0 && `, ${highestLabel(test)}`}
          </span>
        )}
        <ToggleGroup value={way} onChange={setWay} aria-label={t`Shown`}>
          <Toggle value="one">
            <Trans>One</Trans>
          </Toggle>
          <Toggle value="list">
            <Trans>List</Trans>
          </Toggle>
        </ToggleGroup>
      </div>
      <div className={styles.progress}>
        <span role="status">
          <Trans>
            <b>{entered}</b> of {all} entered
          </Trans>
        </span>
        <span aria-hidden className={styles.bar}>
          <i style={{ inlineSize: `${(100 * entered) / all}%` }} />
        </span>
      </div>
      {way === 'list' ? (
        <ul aria-label={t`Students`} className={styles.list}>
          {students.map(({ studentId, name, roll }, index) => {
            const view = cellView(grid, drafts, { studentId, component: test.component, test: test.test })
            return (
              <li key={studentId}>
                <button
                  type="button"
                  className={styles.row}
                  onClick={() => {
                    setStudent(index)
                    setWay('one')
                  }}
                >
                  <span className={styles.roll}>{roll}</span>
                  <span className={styles.name}>
                    {name}
                    {view.problem && <span className={styles.problem}>{view.problem}</span>}
                  </span>
                  <span className={classes(styles.value, styles[view.state])}>{view.text || '–'}</span>
                </button>
              </li>
            )
          })}
        </ul>
      ) : (
        <OneStudent
          key={`${column} ${student}`}
          state={state}
          row={row}
          grid={grid}
          sheet={sheet}
          column={column}
          student={student}
          onStudent={(next) => {
            if (next < students.length) return setStudent(next)
            // After the last student the next test begins; after the last test all are shown.
            if (column + 1 < columns.length) {
              setColumn(column + 1)
              setStudent(firstMissing(column + 1))
            } else setWay('list')
          }}
        />
      )}
    </div>
  )
}

interface OneStudentProps extends ScorePadProps {
  column: number
  student: number
  onStudent: (student: number) => void
}

/** A student with the mark of a test, and the keys. */
function OneStudent({ state, row, grid, sheet, column, student: place, onStudent }: OneStudentProps) {
  const [history, setHistory] = useState(false)
  // As it is typed: `17.` is on the way to 17.5. Null: the first key takes the place of what stands there.
  const [typed, setTyped] = useState<string | null>(null)
  const { setTyping } = state
  useEffect(() => () => setTyping(null), [setTyping])
  const [student, test] = [row.students[place], row.columns[column]]
  if (!student || !test) return null
  const cell: CellRef = { studentId: student.studentId, component: test.component, test: test.test }
  const view = cellView(grid, state.drafts, cell)
  const stored = grid.stored.get(cellKey(cell))
  const shown = typed ?? view.text
  const note = (typed !== null && typedScore(typed, test, row.grades).problem) || view.problem
  const { name, roll } = student
  const [by, at] = [stored?.changedByName ?? '', showMoment(stored?.changedAt)]

  function press(key: string) {
    const next = pressed(typed ?? (key === '⌫' ? view.text : ''), key)
    setTyped(next)
    setTyping(cellKey(cell))
    state.type([{ cell, value: next }])
  }
  const marks = row.grades.length === 0
  const keys = marks
    ? ['1', '2', '3', 'AB', '4', '5', '6', 'ML', '7', '8', '9', 'EX', '.', '0', '½', '⌫']
    : [...row.grades.map(({ grade }) => grade), ...codes, '⌫']
  return (
    <>
      <div className={styles.student}>
        <Avatar name={name} className={styles.face} />
        <div className={styles.names}>
          <span className={styles.who}>{name}</span>
          <span className={styles.facts}>
            {t`Roll ${roll}`}
            {stored && ` · ${by}, ${at}`}
          </span>
        </div>
        {stored && (
          <IconButton aria-label={t`History of ${name}`} onClick={() => setHistory(true)}>
            <HistoryIcon size={20} />
          </IconButton>
        )}
      </div>
      <div className={classes(styles.entry, note !== '' && styles.wrong)}>
        <output aria-label={t`Mark of ${name}`} className={styles.mark}>
          {shown || '–'}
        </output>
        <span role="alert" className={styles.note}>
          {note}
        </span>
        {note === '' && marks && <span className={styles.outOf}>{highestLabel(test)}</span>}
      </div>
      <div className={styles.keysPlace} data-task-bar>
        <div role="group" aria-label={t`Keys`} className={classes(styles.keys, !marks && styles.grades)}>
          {keys.map((key) => (
            <button
              key={key}
              type="button"
              disabled={!state.canType}
              aria-label={key === '⌫' ? t`Delete` : undefined}
              onClick={() => press(key)}
              className={classes(styles.key, !/^[\d.½]$/.test(key) && styles.word)}
            >
              {key}
            </button>
          ))}
        </div>
        <div className={styles.steps}>
          <Button
            icon={<ChevronLeftIcon />}
            disabled={place === 0}
            aria-label={t`Previous student`}
            onClick={() => onStudent(place - 1)}
          />
          <Button
            variant="primary"
            endIcon={<ChevronRightIcon />}
            // A wrong value is corrected first.
            disabled={note !== ''}
            onClick={() => onStudent(place + 1)}
          >
            <Trans>Next</Trans>
          </Button>
        </div>
      </div>
      {history && <HistoryDialog sheet={sheet} cell={cell} row={row} onClose={() => setHistory(false)} />}
    </>
  )
}
