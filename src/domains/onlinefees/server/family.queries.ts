import type { Call } from '#platform/command.ts'
import type { Db, Read, Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { fileUrl } from '#platform/files/files.ts'
import type { SchoolFlag } from '#platform/school.ts'
import { schoolDay } from '#shared/dates.ts'
import { hasModule } from '#shared/modules.ts'
import { sumMoney } from '#shared/money.ts'
import {
  accountStatements,
  childrenByPhone,
  compareMonths,
  dueMonthFilter,
  type FeeWithBalance,
  feesWithBalances,
  formatReceiptNumber,
  receiptsOfStudents,
} from '#domains/fees/server/online.exports.ts'
import { maskPhone } from '#shared/phones.ts'
import { type Guardian, guardianOf } from './guardian.ts'
import { blockedFees, blockingOrders } from './orders.sql.ts'
import { type PublicOrder, publicOrder } from './publicOrder.ts'

/** A fee as the family page offers it. */
export interface FamilyFee extends FeeWithBalance {
  /** One-time, or of a month that has begun. */
  due: boolean
  /** Why it cannot be paid here, or null. */
  notPayable: string | null
}

export interface FamilyChild {
  id: number
  name: string
  sectionName: string
  roll: string
  /** What is due now, apart from what is held. */
  due: number
  /** What is due now or later, apart from what is held. */
  pending: number
  /** The sum of the fees that a payment under way or a doubtful one holds: nobody is asked for them meanwhile. */
  held: number
  fees: FamilyFee[]
}

/** What a guardian sees with a link. */
export interface Family {
  school: { id: number; name: string; logoUrl: string | null; accent: string | null }
  termId: number
  termName: string
  /** Masked. */
  phone: string
  /** Whole: who has the link fills in the form with it. */
  payerPhone: string
  /** Why nothing can be paid now, or null. */
  payingOff: string | null
  children: FamilyChild[]
  underWay: PublicOrder[]
  receipts: FamilyReceipt[]
}

/** A receipt as a family finds it again. */
export interface FamilyReceipt {
  id: number
  number: string
  amount: number
  studentName: string
  collectedOn: string
  clearing: boolean
}

/** The children of a guardian link with what is pending. NOT_FOUND for a link that does not work. */
export async function viewFamily(call: Call, token: string): Promise<Family> {
  const guardian = await guardianOf(call, token)
  try {
    return await family(call, guardian)
  } catch (error) {
    throw asRefusal(error)
  }
}

async function family(call: Call, guardian: Guardian): Promise<Family> {
  const { school, schoolId, linkId, phone } = guardian
  const db = call.database.kysely
  const read: Read = (...statements) => call.database.read(schoolId, statements)
  const [[term], underWay] = await read(currentTerm(db, schoolId), blockingOrders(db, schoolId, linkId))
  const children = term ? await familyChildren(read, db, { schoolId, term, phone }) : []
  const studentIds = children.map((child) => child.id)
  const [receipts] = await read(receiptsOfStudents(db, schoolId, studentIds))
  return {
    school: {
      id: schoolId,
      name: school.name,
      accent: school.accentColor,
      logoUrl: fileUrl(call, schoolId, school.logoFile, 'school-logo'),
    },
    termId: term?.id ?? 0,
    termName: term?.name ?? '',
    phone: maskPhone(phone),
    payerPhone: phone,
    payingOff: whyOff(call, guardian),
    // Without the fees module nobody at the school looks after them.
    children: children.map((child) => (school.feesModule ? child : { ...child, fees: [], due: 0, pending: 0, held: 0 })),
    underWay: underWay.map((order) => publicOrder(call, school, order)),
    receipts: receipts.map((payment) => ({
      id: payment.id,
      number: formatReceiptNumber(payment),
      amount: payment.amount,
      studentName: payment.studentName,
      collectedOn: payment.collectedOn,
      clearing: payment.state === 'CLEARING',
    })),
  }
}

/** The term whose fees a family pays. */
export function currentTerm(db: Db | Tx, schoolId: number) {
  return db.selectFrom('terms').select(['id', 'name', 'current']).where('schoolId', '=', schoolId).where('current', '=', true)
}

/** The sum that is pending on some fees. */
function pendingOf(fees: readonly FeeWithBalance[]): number {
  return sumMoney(fees.map((fee) => fee.balance.pending))
}

/** The enabled children of a phone, each with the fixed fees that are pending, in the order of their months. */
export async function familyChildren(
  read: Read,
  db: Db | Tx,
  { schoolId, term, phone }: { schoolId: number; term: { id: number; name: string; current: boolean }; phone: string },
): Promise<FamilyChild[]> {
  const [children] = await read(childrenByPhone(db, schoolId, term.id, phone))
  const studentIds = children.map((child) => child.id)
  // Two statements a child, in one round trip: a family has a few.
  const [blocked, ...accounts] = await read(
    blockedFees(db, schoolId, studentIds),
    ...children.flatMap((child) => [...accountStatements(db, { schoolId, termId: child.termId, studentId: child.id })]),
  )
  const begun = dueMonthFilter(term, schoolDay(new Date()))
  return children.map(({ id, name, sectionName, roll }, index) => {
    const [asked, lines] = [accounts[index * 2], accounts[index * 2 + 1]] as unknown as Parameters<typeof feesWithBalances>
    const blocks = new Map(blocked.filter((one) => one.studentId === id).map((one) => [one.feeId, one]))
    const fees = feesWithBalances(asked, lines)
      .filter((fee) => fee.fixedAmount && fee.balance.pending > 0)
      .toSorted((one, other) => compareMonths(one.month, other.month))
      .map((fee) => ({ ...fee, due: begun(fee.month), notPayable: whyNot(fee, blocks.get(fee.id)) }))
    const free = fees.filter((fee) => !blocks.has(fee.id))
    return {
      id,
      name,
      sectionName,
      roll,
      fees,
      due: pendingOf(free.filter((fee) => fee.due)),
      pending: pendingOf(free),
      held: pendingOf(fees.filter((fee) => blocks.has(fee.id))),
    }
  })
}

/** Why nothing can be paid online in a school, or null. */
export function whyOff({ services }: Pick<Call, 'services'>, { school }: Pick<Guardian, 'school'>): string | null {
  if (!hasModule<SchoolFlag>(school, 'onlineFees'))
    return `${school.name} does not take fees online now. Please pay at the school.`
  return services.payu === null ? 'Paying online is not set up here. Please pay at the school.' : null
}

function whyNot(fee: FeeWithBalance, blocked: { needsSchool: boolean } | undefined): string | null {
  if (blocked) return blocked.needsSchool ? 'The school is looking at a payment for it' : 'Being paid now'
  return fee.bankAccountId === null ? 'Pay at the school' : null
}
