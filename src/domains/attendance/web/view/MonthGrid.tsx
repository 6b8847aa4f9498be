import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react'
import type { Day } from '#shared/dates.ts'
import type { AttType } from '#shared/attTypes.ts'
import { markLabels, sessionLabel, showPercent, weekdayAndDay } from '../labels.ts'
import { cellText, isLow, type Month, type MonthColumn, type MonthDay, monthDays } from './monthColumns.ts'

export type MonthStudent = Month['students'][number]

interface MonthGridProps {
  month: Month
  attType: AttType
  today: Day
  onMark: (student: MonthStudent, column: MonthColumn) => void
  onStudent: (student: MonthStudent) => void
}

const lowShade = 'rgba(var(--mui-palette-error-mainChannel) / 0.16)'
const colour = (name: string) => `var(--mui-palette-${name})`

/** Uses class names instead of styles per cell, because a month by subject has ten thousand cells. */
const gridStyles: SxProps<Theme> = {
  overflow: 'auto',
  maxHeight: { xs: '70vh', md: 'calc(100vh - 300px)' },
  minHeight: 240,
  maxWidth: '100%',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '& table': { borderCollapse: 'separate', borderSpacing: 0, fontSize: 13, fontVariantNumeric: 'tabular-nums' },
  '& th, & td': { p: 0, height: 32, minWidth: 28, textAlign: 'center', borderBottom: 1, borderColor: 'divider', fontWeight: 400 },
  '& thead th': { position: 'sticky', top: 0, zIndex: 2, bgcolor: 'background.paper', height: 36, lineHeight: 1.15 },
  '& thead tr:nth-of-type(2) th': { top: 36, height: 24, fontSize: 11, color: 'text.secondary' },
  '& .first': { borderLeft: 1, borderColor: 'divider' },
  '& .off': { bgcolor: 'action.hover', color: 'text.secondary' },
  '& tbody td.mark': { cursor: 'pointer' },
  '& td.mark:hover, & td.mark:focus-visible': { outline: '2px solid', outlineOffset: -2 },
  '& .P': { color: colour('success-main') },
  '& .A': { bgcolor: 'error.main', color: 'error.contrastText', fontWeight: 700 },
  '& .L': { bgcolor: 'warning.main', color: 'warning.contrastText', fontWeight: 700 },
  '& .none': { color: 'text.secondary' },
  '& .who': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    bgcolor: 'background.paper',
    textAlign: 'left',
    pl: 1,
    pr: 1,
    width: { xs: 132, sm: 220 },
    minWidth: { xs: 132, sm: 220 },
    maxWidth: { xs: 132, sm: 220 },
    borderRight: 1,
    borderColor: 'divider',
  },
  '& thead .who': { zIndex: 3 },
  '& .who button': {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 0,
    p: 0,
    width: '100%',
    minHeight: 32,
    cursor: 'pointer',
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    display: 'block',
    '&:hover': { textDecoration: 'underline' },
  },
  '& .roll': { color: 'text.secondary', display: 'inline-block', minWidth: 24, mr: 0.5 },
  '& .total': { minWidth: 36, px: 0.5, fontWeight: 600 },
  '& .percent': {
    minWidth: 60,
    borderLeft: 1,
    borderColor: 'divider',
    bgcolor: 'background.paper',
    position: { sm: 'sticky' },
    right: { sm: 0 },
    zIndex: { sm: 1 },
  },
  '& thead .percent': { zIndex: 3 },
  // A background image keeps the cell opaque while other columns scroll below it.
  '& .low': { backgroundImage: `linear-gradient(${lowShade}, ${lowShade})` },
  '& .gone': { color: 'text.secondary', fontStyle: 'italic' },
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
    const cell = (target as HTMLElement).closest<HTMLElement>('td.mark')
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
    <Box sx={gridStyles} tabIndex={-1} ref={box}>
      {/* The ARIA Authoring Practices make a grid of a table. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid" aria-label={`Attendance of ${month.sectionName}`} onClick={open} onKeyDown={onKey}>
        <thead>
          <tr>
            <th className="who" rowSpan={several ? 2 : 1} scope="col">
              Student
            </th>
            {days.map((day) => (
              <DayHead key={day.day} day={day} today={today} />
            ))}
            {['P', 'A', 'L', '%'].map((word) => (
              <th
                key={word}
                className={classes('total', word === 'P' && 'first', word === '%' && 'percent')}
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
                  className={classes(column.first && 'first', column.holiday !== null && !column.register && 'off')}
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
            <tr key={student.id} className={classes((student.disabled || student.left) && 'gone')}>
              <th className="who" scope="row">
                <button type="button" onClick={() => onStudent(student)} title={student.name}>
                  <span className="roll">{student.roll}</span>
                  {student.name}
                </button>
              </th>
              {columns.map((column, place) => {
                const text = cellText(column, column.holiday, student.marks, today)
                return (
                  <td
                    key={`${column.day} ${place}`}
                    className={classes('mark', column.first && 'first', markClass(text))}
                    data-row={row}
                    data-column={place}
                    tabIndex={row === 0 && place === 0 ? 0 : -1}
                    aria-label={`${student.name}, ${columnTime(column)}: ${spokenText(text, column.holiday)}`}
                  >
                    {text}
                  </td>
                )
              })}
              <td className="total first">{student.present}</td>
              <td className="total">{student.absent}</td>
              <td className="total">{student.late}</td>
              <td className={classes('total', 'percent', isLow(student.percent) && 'low')}>{showPercent(student.percent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
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
      className={classes('first', day.holiday !== null && 'off')}
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

function classes(...names: (string | false)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined
}

function markClass(text: string): string {
  return text === 'H' ? 'off' : text === '·' ? 'none' : text
}

function columnTime({ day, register }: MonthColumn): string {
  return [weekdayAndDay(day), register ? sessionLabel(register) : ''].filter(Boolean).join(' ')
}

function spokenText(text: string, holiday: string | null): string {
  if (text === 'P' || text === 'A' || text === 'L') return markLabels[text]
  if (text === 'H') return holiday ?? 'Holiday'
  return text === '' ? 'to come' : 'not taken'
}
