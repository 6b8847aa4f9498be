import type { ReportKind, ReportType } from '../reports.schema.ts'

/** The tabs, in the specification's words (section 2). */
export const kindLabels: Readonly<Record<ReportKind, string>> = {
  qr: 'QR Reports',
  attendance: 'Attendance Reports',
  fees: 'Fees Reports',
}

/** What a report answers, in a line. */
export const typeHints: Readonly<Record<ReportType, string>> = {
  condensed: 'Days present, absent and late of each student, with the percentage; averages of the class, boys and girls.',
  detailed: 'Every day of every student, as in the register, with holidays and days that were not taken.',
  progressive: 'A column for each week, the percentage up to the last one, and whether it rises or falls.',
  attention: 'Students who need a call: under 75%, absent for days in a row, or often late. The worst come first.',
  qrentryexit: 'Each day’s first entry and last exit, with the minutes inside and exits that are missing.',
  qrentryexitCondensed: 'Days inside, the average time of coming and going, late entries and missing exits.',
  paymentsCollected: 'Every receipt with its fees, mode and collector; subtotals by mode.',
  studentsCollected: 'What each student is asked for, has paid and still owes; subtotals by section.',
  dailyCollected: 'A line for each day by mode, then the sums by fee category and bank account.',
}
