import { addDays, type Day } from '#shared/dates.ts'
import type { Counted, CountedRegister, CountedSection } from './reportCounts.ts'
import { days } from './world/randomRegisters.ts'

/* Expected texts of the attendance reports, counted directly from the rows without the product's own counting. */

type Cell = string | number | null

export const share = (values: readonly string[]): number | null =>
  values.length === 0 ? null : Math.round((values.filter((value) => value !== 'A').length * 1000) / values.length) / 10
export const number = (values: readonly string[], wanted: string): number => values.filter((value) => value === wanted).length
export const low = (values: readonly string[]): boolean => values.length > 0 && (share(values) ?? 0) < 75
export const valuesOf = (lines: readonly Counted[]): string[] => lines.flatMap((line) => line.marks.map((mark) => mark.value))
const daysOf = (registers: readonly CountedRegister[]) => new Set(registers.map((register) => register.day)).size
const totals = (values: readonly string[]): Cell[] => [...['P', 'A', 'L'].map((value) => number(values, value)), share(values)]
const ofGender = (lines: readonly Counted[], gender: string) => lines.filter((line) => line.student.gender === gender)

/** Returns a section's rows in the condensed report, with whether they are shaded, and the averages below. */
export function expectedCondensed({ lines }: CountedSection) {
  const mean = (sum: number, count: number) => Math.round((sum * 10) / count) / 10
  const groups = [
    { name: 'Class average', own: lines },
    { name: 'Boys', own: ofGender(lines, 'MALE') },
    { name: 'Girls', own: ofGender(lines, 'FEMALE') },
  ]
  return {
    rows: lines.map((line): Cell[] => [line.roll, line.student.registerNo, line.name, line.working, ...totals(valuesOf([line]))]),
    shaded: lines.map((line) => low(valuesOf([line]))),
    footer: groups
      .filter(({ own }) => own.length > 0)
      .map(({ name, own }): Cell[] => [
        '',
        '',
        `${name} (${own.length})`,
        mean(
          own.reduce((sum, line) => sum + line.working, 0),
          own.length,
        ),
        ...['P', 'A', 'L'].map((value) => mean(number(valuesOf(own), value), own.length)),
        share(valuesOf(own)),
      ]),
  }
}

/** Returns a row of the table of all sections. */
export function expectedOverview(name: string, sections: readonly CountedSection[]): Cell[] {
  const lines = sections.flatMap((section) => section.lines)
  return [
    name,
    lines.length,
    daysOf(sections.flatMap((section) => section.registers)),
    ...totals(valuesOf(lines)),
    ...['MALE', 'FEMALE'].map((gender) => share(valuesOf(ofGender(lines, gender)))),
    lines.filter((line) => low(valuesOf([line]))).length,
  ]
}

/** A column of a month: the registers that share it, and its content for a student without a mark in them. */
interface Column {
  day: Day
  header: string
  registers: number[]
  nothing: string
}

function columnsOf({ registers, off }: CountedSection, attType: string, breakdown: boolean): Column[] {
  return days.flatMap((day): Column[] => {
    const own = registers.filter((register) => register.day === day)
    const nothing = off.includes(day) ? 'H' : '·'
    const date = day.slice(8)
    if (own.length === 0 && (attType !== 'DUAL' || nothing === 'H'))
      return [{ day, header: attType === 'DAILY' ? date : '', registers: [], nothing }]
    if (attType === 'DUAL')
      return ['MORNING', 'AFTERNOON'].map((session) => ({
        day,
        header: session.slice(0, 1),
        nothing,
        registers: own.filter((register) => register.session === session).map((register) => register.id),
      }))
    if (attType === 'DAILY') return [{ day, header: date, registers: own.map((register) => register.id), nothing: '·' }]
    const columns = new Map<string, Column>()
    for (const { id, session, subjectId, subject } of own) {
      const key = session === 'LECTURE' && !breakdown ? `lectures of ${subjectId}` : `register ${id}`
      const column = columns.get(key) ?? { day, header: subject || 'Lecture', registers: [], nothing: '·' }
      column.registers.push(id)
      columns.set(key, column)
    }
    return [...columns.values()]
  })
}

/**
 * Returns the tables of a section's month: each student's letters and totals, and the daily counts of present and
 * absent students.
 */
export function expectedDetailed(section: CountedSection, attType: string, breakdown: boolean) {
  const pages: Column[][] = [[]]
  // The columns of a day are not split across tables.
  for (const own of Map.groupBy(columnsOf(section, attType, breakdown), (column) => column.day).values()) {
    if ((pages.at(-1)?.length ?? 0) + own.length > 64) pages.push([])
    pages.at(-1)?.push(...own)
  }
  return pages.map((page) => {
    const shown = new Set(page.flatMap((column) => column.registers))
    const marksIn = (line: Counted) => line.marks.filter((mark) => shown.has(mark.register))
    const lines = section.lines.filter((line) => line.here || marksIn(line).length > 0)
    const letters = lines.map((line) => page.map((column) => letterOf(line, column)))
    const count = (wanted: string) =>
      page.map((column, place) =>
        column.registers.length === 0 ? null : letters.filter((row) => row[place] !== '' && wanted.includes(row[place]!)).length,
      )
    return {
      headers: page.map((column) => column.header),
      rows: lines.map((line, nth): Cell[] => [
        line.roll,
        line.name,
        ...(letters[nth] ?? []),
        ...totals(marksIn(line).map((mark) => mark.value)),
      ]),
      footer: lines.length === 0 ? [] : [count('PL'), count('A')],
    }
  })
}

function letterOf({ student, marks }: Counted, { day, registers, nothing }: Column): string {
  if (day < (student.dateOfAdmission ?? '')) return nothing === 'H' ? 'H' : ''
  const own = marks.filter((mark) => registers.includes(mark.register)).map((mark) => mark.value)
  return ['P', 'L', 'A'].find((value) => own.includes(value)) ?? nothing
}

/** Returns a row of weeks: the share of each, the overall share, and the trend. */
export function expectedWeeks(mondays: readonly Day[], lines: readonly Counted[]): Cell[] {
  const marks = lines.flatMap((line) => line.marks)
  const weeks = mondays.map((monday) =>
    marks.filter((mark) => mark.day >= monday && mark.day < addDays(monday, 7)).map((mark) => mark.value),
  )
  return [...weeks.map((values) => share(values) ?? '–'), share(weeks.flat()), trend(weeks.filter((week) => week.length > 0))]
}

function trend(weeks: readonly string[][]): string {
  if (weeks.length < 3) return ''
  const points = Math.round(((share(weeks.slice(-2).flat()) ?? 0) - (share(weeks.slice(0, -2).flat()) ?? 0)) * 10)
  return points >= 50 ? 'Rising' : points <= -50 ? 'Falling' : 'Steady'
}

const weekdays = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays']

/** Returns a section's students who need attention, with the reasons. */
export function expectedAttention({ name: section, lines }: CountedSection): Cell[][] {
  return lines
    .filter((line) => line.here)
    .flatMap(({ name, roll, student, marks }) => {
      const values = marks.map((mark) => mark.value)
      const taken = [...new Set(marks.map((mark) => mark.day))].sort()
      const absent = taken.map((day) => marks.filter((mark) => mark.day === day).every((mark) => mark.value === 'A'))
      const text = absent.map((day) => (day ? 'A' : 'P')).join('')
      const longest = Math.max(0, ...(text.match(/A+/g) ?? []).map((run) => run.length))
      const now = /A*$/.exec(text)?.[0].length ?? 0
      const late = number(values, 'L')
      const reasons = [
        low(values) ? 'Under 75 %' : '',
        longest < 3 ? '' : now >= 3 ? `Absent for ${now} days now` : `Absent ${longest} days in a row`,
        late >= 5 ? `${late} times late` : '',
      ].filter((reason) => reason !== '')
      if (reasons.length === 0) return []
      const away = taken.filter((_, place) => absent[place])
      const pattern = weekdays.flatMap((weekday, nth) => {
        const own = away.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === nth)
        return away.length >= 4 && own.length * 2 >= away.length ? [`${weekday} (${own.length} of ${away.length})`] : []
      })
      return [
        [
          name,
          section,
          roll,
          student.phone,
          share(values),
          away.length,
          longest,
          taken.findLast((_, place) => !absent[place]) ?? 'Never',
          late,
          pattern.join(', '),
          reasons.join('; '),
        ],
      ]
    })
}
