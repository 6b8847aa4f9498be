import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react'
import type { Day } from '#shared/dates.ts'
import type { AttType } from '#shared/attTypes.ts'
import { markLabels, sessionLabel, showPercent, weekdayAndDay } from '../labels.ts'
import { cellText, isLow, type Month, type MonthColumn, type MonthDay, monthDays } from './monthColumns.ts'
import { classes } from '#ui/kit/classes.ts'
import styles from './MonthGrid.module.css'

export type MonthStudent = Month['students'][number]

interface MonthGridProps {
  month: Month
  attType: AttType
  today: Day
  onMark: (student: MonthStudent, column: MonthColumn) => void
  onStudent: (student: MonthStudent) => void
}

/**
 * A section's month: students by days, with totals and percentages. One cell is in the tab order; arrow keys move
 * between cells, and Enter or a tap opens a mark.
 */
export function MonthGrid({ month, attType, today, onMark, onStudent }: MonthGridProps) {
  const days = useMemo(() => monthDays(month.days, attType), [month.days, attType])
  const columns = useMemo(() => days.flatMap((day) => day.columns.map((column) => ({ ...column, holiday: day.holiday }))), [days])
  const several = columns.some((column) => column.short !== '')

  // Scrolls to today, because people look for the latest days and a phone shows only the first ones.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const container = box.current
    const todayHead = container?.querySelector<HTMLElement>('th[aria-current=date]')
    if (container && todayHead) container.scrollLeft = todayHead.offsetLeft - container.clientWidth * 0.7
  }, [month.id])

  function cellAt(target: EventTarget) {
    const cell = (target as HTMLElement).closest<HTMLElement>('td[data-row]')
    const student = month.students[Number(cell?.dataset.row)]
    const column = columns[Number(cell?.dataset.column)]
    return cell && student && column ? { cell, student, column } : null
  }
  function open(event: MouseEvent | KeyboardEvent) {
    const selected = cellAt(event.target)
    if (selected?.column.register) onMark(selected.student, selected.column)
  }
  function onKey(event: KeyboardEvent<HTMLTableElement>) {
    const selected = cellAt(event.target)
    if (!selected) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open(event)
      return
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const { row, column } = selected.cell.dataset
    const next = event.currentTarget.querySelector<HTMLElement>(
      `td[data-row="${Number(row) + step.row}"][data-column="${Number(column) + step.column}"]`,
    )
    if (!next) return
    selected.cell.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }

  return (
    <div className={styles.grid} tabIndex={-1} ref={box}>
      {/* The ARIA Authoring Practices make a grid of a table. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={t`Attendance of ${month.sectionName}`} onClick={open} onKeyDown={onKey}>
        <thead>
          <tr>
            <th className={styles.who} rowSpan={several ? 2 : 1} scope="col">
              <Trans>Student</Trans>
            </th>
            {days.map((day) => (
              <DayHead key={day.day} day={day} today={today} />
            ))}
            {['P', 'A', 'L', '%'].map((word) => (
              <th
                key={word}
                className={classes(styles.total, word === 'P' && styles.first, word === '%' && styles.percent)}
                rowSpan={several ? 2 : 1}
                scope="col"
              >
                {word}
              </th>
            ))}
          </tr>
          {several && (
            <tr>
              {columns.map((column, place) => (
                <th
                  key={`${column.day} ${place}`}
                  className={classes(column.first && styles.first, column.holiday !== null && !column.register && styles.off)}
                  title={column.register ? sessionLabel(column.register) : undefined}
                  scope="col"
                >
                  {column.short}
                </th>
              ))}
            </tr>
          )}
        </thead>
        <tbody>
          {month.students.map((student, row) => (
            <tr key={student.id} className={classes((student.disabled || student.left) && styles.gone)}>
              <th className={styles.who} scope="row">
                <button type="button" onClick={() => onStudent(student)} title={student.name}>
                  <span className={styles.roll}>{student.roll}</span>
                  {student.name}
                </button>
              </th>
              {columns.map((column, place) => {
                const text = cellText(column, column.holiday, student.marks, today)
                return (
                  <td
                    key={`${column.day} ${place}`}
                    className={classes(styles.mark, column.first && styles.first, markClass(text))}
                    data-row={row}
                    data-column={place}
                    tabIndex={row === 0 && place === 0 ? 0 : -1}
                    aria-label={`${student.name}, ${columnTime(column)}: ${spokenText(text, column.holiday)}`}
                  >
                    {text}
                  </td>
                )
              })}
              <td className={classes(styles.total, styles.first)}>{student.present}</td>
              <td className={styles.total}>{student.absent}</td>
              <td className={styles.total}>{student.late}</td>
              <td className={classes(styles.total, styles.percent, isLow(student.percent) && styles.low)}>
                {showPercent(student.percent)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const steps: Readonly<Record<string, { row: number; column: number }>> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

function DayHead({ day, today }: { day: MonthDay; today: Day }) {
  return (
    <th
      className={classes(styles.first, day.holiday !== null && styles.off)}
      colSpan={day.columns.length}
      title={[weekdayAndDay(day.day), day.holiday].filter(Boolean).join(' · ')}
      scope="colgroup"
      aria-current={day.day === today ? 'date' : undefined}
    >
      <b>{day.number}</b>
      <br />
      {day.letter}
    </th>
  )
}

function markClass(text: string): string | undefined {
  return text === 'H' ? styles.off : text === '·' ? styles.none : styles[text]
}

function columnTime({ day, register }: MonthColumn): string {
  return [weekdayAndDay(day), register ? sessionLabel(register) : ''].filter(Boolean).join(' ')
}

function spokenText(text: string, holiday: string | null): string {
  if (text === 'P' || text === 'A' || text === 'L') return markLabels[text]
  if (text === 'H') return holiday ?? t`Holiday`
  return text === '' ? t`to come` : t`not taken`
}
