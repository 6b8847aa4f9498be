import { t } from '@lingui/core/macro'
import { type KeyboardEvent, memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { addDays, type Day, monthName, schoolDay, shortWeekdayName } from '#shared/dates.ts'
import { classes } from '#ui/kit/classes.ts'
import { HeardText } from '#ui/kit/HeardText.tsx'
import { weekdayOf } from '../../attendance.rules.ts'
import { sessionLabel, weekdayAndDay } from '../labels.ts'
import type { StudentAttendanceFactsFragment } from './studentAttendance.graphql.ts'
import { squareSteps, weeksOfYear } from './yearSquares.ts'
import styles from './YearSquares.module.css'

export type AttendanceDay = StudentAttendanceFactsFragment['days'][number]

/** The letter of each state, so that no square is told by its colour alone. */
const letters: Readonly<Record<AttendanceDay['state'], string>> = {
  PRESENT: t({ message: 'P', context: 'letter for present' }),
  ABSENT: t({ message: 'A', context: 'letter for absent' }),
  LATE: t({ message: 'L', context: 'letter for late' }),
  PARTLY: '½',
  HOLIDAY: t({ message: 'H', context: 'letter for holiday' }),
}

const stateLabels: Readonly<Record<AttendanceDay['state'], string>> = {
  PRESENT: t`Present`,
  ABSENT: t`Absent`,
  LATE: t`Late`,
  PARTLY: t`Absent for a part of the day`,
  HOLIDAY: t`Holiday`,
}
const states = Object.keys(letters) as AttendanceDay['state'][]

/** Says how a day was, without its date: 'Absent · Morning · fever'. */
export function dayText({ state, note, missed }: AttendanceDay): string {
  return [stateLabels[state], ...missed.map(sessionLabel), note].filter(Boolean).join(' · ')
}

interface YearSquaresProps {
  startsOn: Day
  days: readonly AttendanceDay[]
}

/**
 * A year of squares, one for each day: weeks beside each other, Monday on top. One square has the focus; arrow keys go
 * by day and week, Home and End to the first and last day that is known.
 */
export function YearSquares({ startsOn, days }: YearSquaresProps) {
  const weeks = useMemo(() => weeksOfYear(startsOn), [startsOn])
  const known = useMemo(() => new Map(days.map((day) => [day.day, day])), [days])
  const last = days.at(-1)?.day ?? startsOn
  const [focused, setFocused] = useState(last)
  const [said, setSaid] = useState<Day | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const squares = useRef(new Map<Day, HTMLElement>())

  // On a phone the newest weeks are in sight, and earlier ones are scrolled to.
  useLayoutEffect(() => {
    const square = squares.current.get(last)
    const box = scroller.current
    if (square && box) box.scrollLeft = square.offsetLeft + 3 * square.offsetWidth - box.clientWidth
  }, [last])

  function move(event: KeyboardEvent) {
    const step = squareSteps[event.key]
    const ends: Record<string, Day | undefined> = { Home: days[0]?.day, End: last }
    const to = step === undefined ? ends[event.key] : addDays(focused, step)
    const square = to === undefined ? undefined : squares.current.get(to)
    if (to === undefined) return
    event.preventDefault()
    square?.focus()
  }

  return (
    <div className={styles.box}>
      <div ref={scroller} className={styles.scroller}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table role="grid" aria-label={t`Attendance of the term, day by day`} className={styles.grid} onKeyDown={move}>
          <thead>
            <tr>
              <th scope="col">
                <HeardText>{t`Weekday`}</HeardText>
              </th>
              {weeks.map(({ month }, week) => (
                // Weeks have no other name than their place.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={week} scope="col">
                  {month !== null && <span>{monthName(Number(month.slice(5)))}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: 7 }, (_, weekday) => (
              <tr key={weekday}>
                <th scope="row">{shortWeekdayName((weekday + 1) % 7)}</th>
                {weeks.map((week, place) => {
                  const day = week.days[weekday]
                  if (!day)
                    // oxlint-disable-next-line react/no-array-index-key, jsx-a11y/control-has-associated-label
                    return <td key={place} />
                  return (
                    <Square
                      key={day}
                      day={day}
                      known={known.get(day)}
                      isFocusable={day === focused}
                      hold={squares.current}
                      onFocus={setFocused}
                      onSay={setSaid}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.legend}>
        {states.map((state) => (
          <span key={state} className={styles.entry}>
            <span aria-hidden className={classes(styles.square, styles[state])}>
              {letters[state]}
            </span>
            {stateLabels[state]}
          </span>
        ))}
      </div>
      {/* What a pointer reads. A screen reader has it as the name of the square. */}
      <p aria-hidden className={styles.said}>
        {said !== null && textOfSquare(said, known.get(said))}
      </p>
    </div>
  )
}

function textOfSquare(day: Day, known: AttendanceDay | undefined): string {
  const name = weekdayAndDay(day)
  if (known) return `${name}: ${dayText(known)}`
  if (weekdayOf(day) === 0) return `${name}: ${t`No school`}`
  return day > schoolDay(new Date()) ? name : `${name}: ${t`Not taken`}`
}

interface SquareProps {
  day: Day
  known: AttendanceDay | undefined
  isFocusable: boolean
  /** Where the square is found by its day. */
  hold: Map<Day, HTMLElement>
  onFocus: (day: Day) => void
  onSay: (day: Day | null) => void
}

// Of 370 squares only the two that give and take the focus are drawn again.
const Square = memo(function Square({ day, known, isFocusable, hold, onFocus, onSay }: SquareProps) {
  return (
    <td
      ref={(element) => {
        if (element) hold.set(day, element)
      }}
      tabIndex={isFocusable ? 0 : -1}
      aria-label={textOfSquare(day, known)}
      className={classes(styles.square, known && styles[known.state])}
      onFocus={() => {
        onFocus(day)
        onSay(day)
      }}
      onPointerEnter={() => onSay(day)}
      onPointerLeave={() => onSay(null)}
    >
      {known && letters[known.state]}
    </td>
  )
})
