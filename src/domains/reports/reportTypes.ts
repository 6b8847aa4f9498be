/** The tabs of the screen, in their order. Whoever may open a tab may order its reports. */
export const reportKinds = ['qr', 'attendance', 'fees'] as const
export type ReportKind = (typeof reportKinds)[number]

interface ReportTypeFacts {
  kind: ReportKind
  /** On its tab (specification, section 2). */
  name: string
  /** Where its tab is not beside it: on paper, in lists and mails. */
  title: string
  /** What the report answers, in a line. */
  hint: string
  /** The days that its form begins with, up to today. */
  usualDays: 'today' | 'month' | 'schoolYear'
  /** The form asks after which time an entry is late. */
  asksLateAfter?: true
}

/**
 * The specification's types of reports (section 9), in the order in which a tab shows them. A new one is an entry here, its content in
 * `server/reportContents.ts` and the file that counts it.
 */
export const reportTypes = {
  qrentryexitCondensed: {
    kind: 'qr',
    name: 'Condensed',
    title: 'Entries and Exits, Condensed',
    hint: 'Days inside, the average time of coming and going, late entries and missing exits.',
    usualDays: 'month',
    asksLateAfter: true,
  },
  qrentryexit: {
    kind: 'qr',
    name: 'Detailed',
    title: 'Entries and Exits',
    hint: 'Each day’s first entry and last exit, with the minutes inside and exits that are missing.',
    usualDays: 'month',
  },
  condensed: {
    kind: 'attendance',
    name: 'Condensed',
    title: 'Condensed Attendance',
    hint: 'Days present, absent and late of each student, with the percentage; averages of the class, boys and girls.',
    usualDays: 'month',
  },
  detailed: {
    kind: 'attendance',
    name: 'Detailed',
    title: 'Detailed Attendance',
    hint: 'Every day of every student, as in the register, with holidays and days that were not taken.',
    usualDays: 'month',
  },
  progressive: {
    kind: 'attendance',
    name: 'Weekly Progressive',
    title: 'Weekly Progressive Attendance',
    hint: 'A column for each week, the percentage up to the last one, and whether it rises or falls.',
    usualDays: 'month',
  },
  attention: {
    kind: 'attendance',
    name: 'Attention Analysis',
    title: 'Attention Analysis',
    hint: 'Students who need a call: under 75%, absent for days in a row, or often late. The worst come first.',
    usualDays: 'month',
  },
  paymentsCollected: {
    kind: 'fees',
    name: 'Payments',
    title: 'Payments Collected',
    hint: 'Every receipt with its fees, mode and collector; subtotals by mode.',
    usualDays: 'today',
  },
  studentsCollected: {
    kind: 'fees',
    name: 'Students',
    title: 'Students’ Fees',
    hint: 'What each student is asked for, has paid and still owes; subtotals by section.',
    usualDays: 'schoolYear',
  },
  dailyCollected: {
    kind: 'fees',
    name: 'Daily Aggregated',
    title: 'Daily Collection',
    hint: 'A line for each day by mode, then the sums by fee category and bank account.',
    usualDays: 'month',
  },
} as const satisfies Record<string, ReportTypeFacts>

export type ReportType = keyof typeof reportTypes
export const reportTypeNames = Object.keys(reportTypes) as ReportType[]

/** Returns what is known of a type. */
export function reportFacts(type: ReportType): ReportTypeFacts {
  return reportTypes[type]
}

/** Returns the types of a tab, in their order; every tab has one. */
export function typesOf(kind: ReportKind): [ReportType, ...ReportType[]] {
  return reportTypeNames.filter((type) => reportTypes[type].kind === kind) as [ReportType, ...ReportType[]]
}
