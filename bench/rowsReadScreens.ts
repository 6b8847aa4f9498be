import { randomUUID } from 'node:crypto'
import type { Call } from '#platform/command.ts'
import { addDays, schoolDay } from '#shared/dates.ts'

/** The school that the screens are of. */
export interface ScreenSchool {
  schoolId: string
  termId: string
  /** A student who was there in earlier terms, with brothers and sisters, and the name of the family. */
  studentId: string
  surname: string
  /** A section with a teacher, and a day on which its register was taken. */
  sectionId: string
  day: string
  threadId: string
  receiptId: string
  lectureId: string
}

/** Who asks: staff, or a guardian who is signed in by phone. */
export type Asking = 'admin' | 'clerk' | 'teacher' | 'guardian'

export interface Screen {
  /** The operation in a `.graphql` file of the screen. */
  operation: string
  who?: Asking
  variables: (school: ScreenSchool, ask: Ask) => object | Promise<object>
}

/** Asks for a screen of the school, and returns the answer's data. */
export type Ask = (operation: string, variables: object, call?: Call) => Promise<unknown>

const today = schoolDay(new Date())
const firstPage = { search: '', page: 0, pageSize: 20 }

/**
 * The screens of a school's day, by how often they are asked for. What is polled or opened by everybody comes first:
 * the page of the day every ten seconds by all staff, lectures by teachers every few seconds, the gate while children
 * come, the family's place and chat by 2,000 guardians. Registers are opened once for each section and day, accounts
 * and receipts once for each payment, lists and search some hundred times a day by the office, boards and totals some
 * times by the head. Certificates, expenses and promotion are opened a few times a week and not here, nor are reports
 * and exports.
 */
export const screens: Readonly<Record<string, Screen>> = {
  'page of the day, head': { operation: 'Today', variables: ({ schoolId }) => ({ schoolId, money: true }) },
  'page of the day, teacher': {
    operation: 'Today',
    who: 'teacher',
    variables: ({ schoolId }) => ({ schoolId, money: false }),
  },
  'page of the day, clerk': { operation: 'Today', who: 'clerk', variables: ({ schoolId }) => ({ schoolId, money: true }) },
  'a live lecture': {
    operation: 'LecturesNow',
    who: 'teacher',
    variables: ({ schoolId, lectureId }) => ({ schoolId, input: { ids: [lectureId] } }),
  },
  'gate board': { operation: 'GateBoard', variables: ({ schoolId }) => ({ schoolId, input: { day: today } }) },
  'a family’s home': { operation: 'FamilyHome', who: 'guardian', variables: () => ({}) },
  conversations: {
    operation: 'ChatThreads',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, filter: 'ALL' } }),
  },
  'a conversation': {
    operation: 'ChatMessages',
    variables: ({ schoolId, threadId }) => ({ schoolId, thread: { id: threadId }, input: { threadId } }),
  },
  'registers of a day': {
    operation: 'RegistersOfDay',
    who: 'teacher',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, day: today } }),
  },
  'register of a section': {
    operation: 'RegisterSheet',
    variables: ({ schoolId, sectionId, day }) => ({ schoolId, input: { sectionId, day, session: 'DAY' } }),
  },
  'a payment': { operation: 'CollectPayment', variables: aPayment },
  'fees of a student': {
    operation: 'CounterAccount',
    variables: ({ schoolId, termId, studentId }) => ({ schoolId, account: { termId, studentId } }),
  },
  'a receipt': {
    operation: 'Receipt',
    who: 'clerk',
    variables: ({ schoolId, receiptId }) => ({ schoolId, input: { paymentId: receiptId } }),
  },
  students: {
    operation: 'Students',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, ...firstPage, sort: 'SECTION', descending: false } }),
  },
  'search of students': {
    operation: 'Students',
    variables: ({ schoolId, termId, surname }) => ({
      schoolId,
      input: { termId, ...firstPage, search: surname, sort: 'SECTION', descending: false },
    }),
  },
  'a student': {
    operation: 'StudentOverview',
    variables: ({ schoolId, termId, studentId }) => ({ schoolId, input: { termId, studentId } }),
  },
  'collection of the day': {
    operation: 'FeeEntries',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, ...firstPage, from: today, to: today } }),
  },
  'pending fees': {
    operation: 'PendingFees',
    who: 'clerk',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, ...firstPage, due: 'OVERDUE', terms: 'ALL' } }),
  },
  'online payments': {
    operation: 'OnlineOrders',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, ...firstPage } }),
  },
  messages: { operation: 'Messages', variables: ({ schoolId }) => ({ schoolId, input: firstPage }) },
  'attendance of a term': {
    operation: 'AttendanceSummary',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, from: addDays(today, -200), to: today } }),
  },
  'attendance of a section’s month': {
    operation: 'SectionMonth',
    who: 'teacher',
    variables: ({ schoolId, sectionId, day }) => ({ schoolId, input: { sectionId, month: day.slice(0, 7) } }),
  },
  cases: { operation: 'AttentionCases', variables: ({ schoolId }) => ({ schoolId, input: { list: 'OPEN', ...firstPage } }) },
  'classes and sections': { operation: 'Curriculum', variables: ({ schoolId, termId }) => ({ schoolId, termId }) },
  incidents: {
    operation: 'Incidents',
    variables: ({ schoolId, termId }) => ({ schoolId, input: { termId, ...firstPage } }),
  },
}

/** Returns a payment of ₹1 for the fee that is not fixed, which is never paid in full. */
async function aPayment({ schoolId, termId, studentId }: ScreenSchool, ask: Ask) {
  const { feeAccount } = (await ask('CounterAccount', { schoolId, account: { termId, studentId } })) as {
    feeAccount: { fees: { feeId: string; version: string; fixedAmount: boolean }[] }
  }
  const fees = feeAccount.fees.filter((fee) => !fee.fixedAmount).map(({ feeId, version }) => ({ feeId, version }))
  return { schoolId, input: { key: randomUUID(), termId, studentId, amount: 100, mode: 'CASH', fees, collectedOn: today } }
}
