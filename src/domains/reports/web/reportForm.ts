import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { type Language, languages } from '#shared/languages.ts'
import { languageField } from '#shared/languages.schema.ts'
import { addDays, type Day, isDay, monthStart, schoolYearStart, weekStart } from '#shared/dates.ts'
import { allSections, reportOrder, reportParams, reportType } from '../reports.schema.ts'
import { type ReportKind, reportTypeDefinition, reportTypes, type ReportType, reportTypesOfTab } from '../reportTypes.ts'

/** The form's schema, which transforms the fields to the order. Empty and hidden fields become null. */
export const reportForm = z
  .object({
    reportType,
    section: z.string(),
    currentTerm: z.string(),
    start: z.string(),
    end: z.string(),
    teacherId: z.string(),
    lateAfter: z.string(),
    language: languageField,
    sendLink: z.boolean(),
    email: z.string(),
  })
  .transform(
    ({ teacherId, lateAfter, ...fields }): z.input<typeof reportOrder> => ({
      ...fields,
      // A placeholder for the schema; the form replaces it by its own key when it sends.
      key: crypto.randomUUID(),
      teacherId: teacherId === '' ? null : teacherId,
      lateAfter: reportTypeDefinition(fields.reportType).hasLateAfter ? lateAfter.slice(0, 5) : null,
    }),
  )
  .pipe(reportOrder)

/** The settings of a report, as the address and an earlier order contain them. */
export interface ReportSettings {
  type: ReportType
  section: string
  termId: string
  start: string
  end: string
  teacherId: string
  /** `HH:mm`; '' for a type without this field. */
  lateAfter: string
  /** '' for that of the page. */
  language: Language | ''
}

const addressParameters = {
  section: 'section',
  termId: 'term',
  start: 'start',
  end: 'end',
  teacherId: 'teacher',
  lateAfter: 'late',
  language: 'language',
} as const
const fields = Object.keys(addressParameters) as (keyof typeof addressParameters)[]

/** Returns the address of a type's form, filled with the given settings. */
export function formAddress({ type, ...settings }: Partial<ReportSettings> & { type: ReportType }): string {
  const address = new URLSearchParams({ tab: reportTypes[type].kind, type })
  for (const field of fields) if (settings[field]) address.set(addressParameters[field], settings[field])
  return `/reports?${address}`
}

/** Returns the type that the address names, or the first type of the open tab. */
export function typeFromAddress(address: URLSearchParams, kind: ReportKind): ReportType {
  const types = reportTypesOfTab(kind)
  return types.find((type) => type === address.get('type')) ?? types[0]
}

/** Reads the form's settings from the address; '' for a missing or invalid one. */
export function settingsFromAddress(address: URLSearchParams): Omit<ReportSettings, 'type'> {
  const read = (field: keyof typeof addressParameters) => address.get(addressParameters[field]) ?? ''
  const readDay = (field: 'start' | 'end') => (isDay(read(field)) ? read(field) : '')
  return {
    section: read('section'),
    termId: read('termId'),
    start: readDay('start'),
    end: readDay('end'),
    teacherId: read('teacherId'),
    lateAfter: read('lateAfter'),
    language: languages.find((language) => language === read('language')) ?? '',
  }
}

/** Reads the settings of an earlier order; null when they no longer fit the schema. */
export function settingsFromParams(params: string): ReportSettings | null {
  const order = reportParams.safeParse(JSON.parse(params))
  if (!order.success) return null
  const { reportType: type, section, currentTerm, start, end, teacherId, lateAfter, language } = order.data
  return {
    type,
    language,
    start,
    end,
    termId: String(currentTerm),
    lateAfter: lateAfter ?? '',
    section: section === null ? allSections : String(section),
    teacherId: teacherId ? String(teacherId) : '',
  }
}

/** Returns the ranges of days that people choose most, for one click. */
export function commonRanges(today: Day): { label: string; start: Day; end: Day }[] {
  const month = monthStart(today)
  const lastDayOfPreviousMonth = addDays(month, -1)
  return [
    { label: t`Today`, start: today, end: today },
    { label: t`This week`, start: weekStart(today), end: today },
    { label: t`This month`, start: month, end: today },
    { label: t`Last month`, start: monthStart(lastDayOfPreviousMonth), end: lastDayOfPreviousMonth },
    { label: t`Since April`, start: schoolYearStart(today), end: today },
  ]
}

/** Returns the days that a type's form starts with: today, this month or this school year. */
export function defaultDays(type: ReportType, today: Day): { start: Day; end: Day } {
  const starts = { today, month: monthStart(today), schoolYear: schoolYearStart(today) }
  return { start: starts[reportTypes[type].defaultDays], end: today }
}
