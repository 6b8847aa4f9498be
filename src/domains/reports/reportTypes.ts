import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'

/** The tabs of the screen, in their order. A viewer who may open a tab may order its reports. */
export const reportKinds = ['qr', 'attendance', 'fees'] as const
export type ReportKind = (typeof reportKinds)[number]

interface ReportTypeDefinition {
  kind: ReportKind
  /** Its name on the tab (specification, section 2). */
  name: string
  /** Its name away from the tab: on paper, in lists and mails. It is stored in the language of the order. */
  title: string
  /** One line on the screen about its contents. */
  hint: string
  /** The days that its form starts with, up to today. */
  defaultDays: 'today' | 'month' | 'schoolYear'
  /** Whether the form has the field Late After. */
  hasLateAfter?: true
}

/**
 * The types of reports of the specification (section 9), in the order of their tabs. A new type needs an entry here, an
 * entry in `server/contentMakers.ts` and the file that counts its contents.
 */
export const reportTypes = saidWhenRead({
  qrentryexitCondensed: {
    kind: 'qr',
    name: () => t`Condensed`,
    title: () => t`Entries and Exits, Condensed`,
    hint: () => t`Days inside, the average time of coming and going, late entries and missing exits.`,
    defaultDays: 'month',
    hasLateAfter: true,
  },
  qrentryexit: {
    kind: 'qr',
    name: () => t`Detailed`,
    title: () => t`Entries and Exits`,
    hint: () => t`Each day’s first entry and last exit, with the minutes inside and exits that are missing.`,
    defaultDays: 'month',
  },
  condensed: {
    kind: 'attendance',
    name: () => t`Condensed`,
    title: () => t`Condensed Attendance`,
    hint: () => t`Days present, absent and late of each student, with the percentage; averages of the class, boys and girls.`,
    defaultDays: 'month',
  },
  detailed: {
    kind: 'attendance',
    name: () => t`Detailed`,
    title: () => t`Detailed Attendance`,
    hint: () => t`Every day of every student, as in the register, with holidays and days that were not taken.`,
    defaultDays: 'month',
  },
  progressive: {
    kind: 'attendance',
    name: () => t`Weekly Progressive`,
    title: () => t`Weekly Progressive Attendance`,
    hint: () => t`A column for each week, the percentage up to the last one, and whether it rises or falls.`,
    defaultDays: 'month',
  },
  attention: {
    kind: 'attendance',
    name: () => t`Attention Analysis`,
    title: () => t`Attention Analysis`,
    hint: () => t`Students who need a call: under 75%, absent for days in a row, or often late. The worst come first.`,
    defaultDays: 'month',
  },
  paymentsCollected: {
    kind: 'fees',
    name: () => t`Payments`,
    title: () => t`Payments Collected`,
    hint: () => t`Every receipt with its fees, mode and collector; subtotals by mode.`,
    defaultDays: 'today',
  },
  studentsCollected: {
    kind: 'fees',
    name: () => t`Students`,
    title: () => t`Students’ Fees`,
    hint: () => t`What each student has to pay, has paid and still owes; subtotals by section.`,
    defaultDays: 'schoolYear',
  },
  dailyCollected: {
    kind: 'fees',
    name: () => t`Daily Aggregated`,
    title: () => t`Daily Collection`,
    hint: () => t`A line for each day by mode, then the sums by fee category and bank account.`,
    defaultDays: 'month',
  },
}) satisfies Record<string, ReportTypeDefinition>

export type ReportType = keyof typeof reportTypes
export const reportTypeNames = Object.keys(reportTypes) as ReportType[]

/** Returns the definition of a type. */
export function reportTypeDefinition(type: ReportType): ReportTypeDefinition {
  return reportTypes[type]
}

/** Returns the types of a tab, in their order; every tab has at least one. */
export function reportTypesOfTab(kind: ReportKind): [ReportType, ...ReportType[]] {
  return reportTypeNames.filter((type) => reportTypes[type].kind === kind) as [ReportType, ...ReportType[]]
}
