import { z } from 'zod'
import { addDays, type Day, isDay, monthStart, schoolYearStart, weekStart } from '#shared/dates.ts'
import { allSections, reportOrder, reportParams, reportType } from '../reports.schema.ts'
import { type ReportKind, reportFacts, reportTypes, type ReportType, typesOf } from '../reportTypes.ts'

/** What the fields hold; what is empty or not asked becomes what an order says of it. */
export const reportForm = z
  .object({
    reportType,
    section: z.string(),
    currentTerm: z.string(),
    start: z.string(),
    end: z.string(),
    teacherId: z.string(),
    lateAfter: z.string(),
    sendLink: z.boolean(),
    email: z.string(),
  })
  .transform(
    ({ teacherId, lateAfter, ...asked }): z.input<typeof reportOrder> => ({
      ...asked,
      // Its own key takes this one's place when it is sent.
      key: crypto.randomUUID(),
      teacherId: teacherId === '' ? null : teacherId,
      lateAfter: reportFacts(asked.reportType).asksLateAfter ? lateAfter.slice(0, 5) : null,
    }),
  )
  .pipe(reportOrder)

/** What a report is of, as the address and an earlier order say it. */
export interface AskedReport {
  type: ReportType
  section: string
  termId: string
  start: string
  end: string
  teacherId: string
  /** `HH:mm`; '' where it is not asked. */
  lateAfter: string
}

const words = { section: 'section', termId: 'term', start: 'start', end: 'end', teacherId: 'teacher', lateAfter: 'late' } as const
const fields = Object.keys(words) as (keyof typeof words)[]

/** Where a type's form is, filled with what is given. */
export function formAddress({ type, ...asked }: Partial<AskedReport> & { type: ReportType }): string {
  const address = new URLSearchParams({ tab: reportTypes[type].kind, type })
  for (const field of fields) if (asked[field]) address.set(words[field], asked[field])
  return `/reports?${address}`
}

/** The type an address asks for, of the tab that is open: its first one where it names none. */
export function typeIn(address: URLSearchParams, kind: ReportKind): ReportType {
  const types = typesOf(kind)
  return types.find((type) => type === address.get('type')) ?? types[0]
}

/** What an address fills into a form; '' for what it does not say. */
export function askedIn(address: URLSearchParams): Omit<AskedReport, 'type'> {
  const read = (field: keyof typeof words) => address.get(words[field]) ?? ''
  const dayOf = (field: 'start' | 'end') => (isDay(read(field)) ? read(field) : '')
  return {
    section: read('section'),
    termId: read('termId'),
    start: dayOf('start'),
    end: dayOf('end'),
    teacherId: read('teacherId'),
    lateAfter: read('lateAfter'),
  }
}

/** What an earlier report was of, from its order; null where that cannot be read any more. */
export function askedOf(params: string): AskedReport | null {
  const order = reportParams.safeParse(JSON.parse(params))
  if (!order.success) return null
  const { reportType: type, section, currentTerm, start, end, teacherId, lateAfter } = order.data
  return {
    type,
    start,
    end,
    termId: String(currentTerm),
    lateAfter: lateAfter ?? '',
    section: section === null ? allSections : String(section),
    teacherId: teacherId ? String(teacherId) : '',
  }
}

/** The days that are asked for most. */
export function spans(today: Day): { label: string; start: Day; end: Day }[] {
  const month = monthStart(today)
  const lastOfMonthBefore = addDays(month, -1)
  return [
    { label: 'Today', start: today, end: today },
    { label: 'This week', start: weekStart(today), end: today },
    { label: 'This month', start: month, end: today },
    { label: 'Last month', start: monthStart(lastOfMonthBefore), end: lastOfMonthBefore },
    { label: 'Since April', start: schoolYearStart(today), end: today },
  ]
}

/** The days a form begins with: today for receipts, the year for what students owe, the month for everything else. */
export function usualDays(type: ReportType, today: Day): { start: Day; end: Day } {
  const starts = { today, month: monthStart(today), schoolYear: schoolYearStart(today) }
  return { start: starts[reportTypes[type].usualDays], end: today }
}
