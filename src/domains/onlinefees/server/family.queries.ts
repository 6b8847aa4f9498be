import { sql } from 'kysely'
import type { Call } from '#platform/command.ts'
import type { Db, Read, Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { fileUrl } from '#platform/files/files.ts'
import type { SchoolFlag } from '#platform/school.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { hasModule } from '#shared/modules.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import {
  type AssignedFee,
  type Child,
  childrenByPhone,
  compareFees,
  dueState,
  feesWithBalances,
  type WithBalance,
  formatReceiptNumber,
  owedStatements,
  receiptsOfStudents,
} from '#domains/fees/server/online.exports.ts'
import { maskPhone } from '#shared/phones.ts'
import { type ChargeBearer, familyChargePercent } from '#shared/serviceCharge.ts'
import { t } from '#shared/texts.ts'
import { type Guardian, guardianOf } from './guardian.ts'
import { undecidedFees, undecidedOrders } from './orders.sql.ts'
import { type PublicOrder, publicOrder } from './publicOrder.ts'

/** A fee on the family page. */
export interface FamilyFee extends WithBalance<AssignedFee> {
  name: string
  slug: string
  categoryName: string
  month: string | null
  /** The bank account its money goes to. */
  bankAccountId: number | null
  /** Name of the fee's term, if that is before the current one. */
  earlierTerm: string | null
  dueOn: Day
  /** Its due date is in this month, or has passed. */
  due: boolean
  /** Its due date has passed. */
  overdue: boolean
  /** Why it cannot be paid here, or null. */
  notPayable: string | null
  /** An online payment for it is not decided yet. If it can be paid, the family is warned. */
  undecided: boolean
}

export interface FamilyChild {
  id: number
  name: string
  sectionName: string
  roll: string
  /** Amount due now with late fees, without held fees. */
  due: number
  /** Amount due now or later, without held fees. */
  pending: number
  /** Sum of the fees that an open or doubtful order holds. The family is not asked for them meanwhile. */
  held: number
  fees: FamilyFee[]
}

/** The data that a guardian link shows. */
export interface Family {
  school: {
    id: number
    name: string
    logoUrl: string | null
    accent: string | null
    /** Percentage of the service charge that the family pays; 0 where the school bears it. */
    chargePercent: number
    chargeBearer: ChargeBearer
  }
  termId: number
  termName: string
  /** Masked. */
  phone: string
  /** Unmasked, because it fills in the payer form. */
  payerPhone: string
  /** Why online payment is unavailable now, or null. */
  payingOff: string | null
  children: FamilyChild[]
  /** A child was listed with the phone after it was proved, or after the link was made, and is not shown. */
  hasLaterChild: boolean
  underWay: PublicOrder[]
  receipts: FamilyReceipt[]
}

/** A receipt in the family's list. */
export interface FamilyReceipt {
  id: number
  number: string
  amount: number
  studentName: string
  collectedOn: string
  clearing: boolean
}

/**
 * Reads the children of a guardian link with their pending fees.
 * @throws Refusal NOT_FOUND for a link that does not work
 */
export async function viewFamily(call: Call, token: string): Promise<Family> {
  const guardian = await guardianOf(call, token)
  try {
    return await loadFamily(call, await findFamily(call, guardian))
  } catch (error) {
    throw asRefusal(error)
  }
}

/** A guardian's family at one school: the children, in the order of their ids, before anything of theirs is read. */
export interface FoundFamily {
  guardian: FamilyReader
  /** The current term; undefined where a school has none. */
  term: { id: number; name: string } | undefined
  children: Child[]
  /** A child was listed with the phone after it was proved, or after the link was made. */
  hasLaterChild: boolean
}

/** A guardian whose link may not have been looked up. */
type FamilyReader = Omit<Guardian, 'linkId'> & { linkId?: number }

/** Reads the current term and a guardian's children in it. */
export async function findFamily(call: Call, guardian: FamilyReader): Promise<FoundFamily> {
  const { schoolId } = guardian
  const db = call.database.kysely
  const term = sql<number>`(select id from terms where school_id = ${schoolId} and current)`
  const [[current], children, later] = await call.database.read(schoolId, [
    currentTerm(db, schoolId),
    childrenByPhone(db, schoolId, term, guardian),
    childrenByPhone(db, schoolId, term, guardian, 'LATER').limit(1),
  ] as const)
  return { guardian, term: current, children, hasLaterChild: later.length > 0 }
}

/** Reads what a guardian sees of the fees at one school, in one round trip. */
export async function loadFamily(call: Call, { guardian, term, children: found, hasLaterChild }: FoundFamily): Promise<Family> {
  const { school, schoolId, phone } = guardian
  const db = call.database.kysely
  const studentIds = found.map(({ id }) => id)
  const [underWay, receipts, ...accounts] = await call.database.read(schoolId, [
    undecidedOrders(db, schoolId, guardian, studentIds),
    receiptsOfStudents(db, schoolId, studentIds),
    ...accountsOfChildren(db, schoolId, found),
  ] as const)
  const children = withFees(found, accounts as unknown as AccountsRows)
  return {
    school: {
      id: schoolId,
      name: school.name,
      accent: school.accentColor,
      logoUrl: fileUrl(call, schoolId, school.logoFile, 'school-logo'),
      chargePercent: familyChargePercent(school),
      chargeBearer: school.chargeBearer as ChargeBearer,
    },
    termId: term?.id ?? 0,
    termName: term?.name ?? '',
    phone: maskPhone(phone),
    payerPhone: phone,
    payingOff: unavailableReason(call, guardian),
    // Without the fees module nobody at the school maintains the fees.
    children: children.map((child) => (school.feesModule ? child : { ...child, fees: [], due: 0, pending: 0, held: 0 })),
    hasLaterChild,
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

/** Selects the current term, whose fees a family pays. */
export function currentTerm(db: Db | Tx, schoolId: number) {
  return db.selectFrom('terms').select(['id', 'name']).where('schoolId', '=', schoolId).where('current', '=', true)
}

/** Sums the pending amounts of fees with their late fees. */
function sumPending(fees: readonly Pick<FamilyFee, 'balance' | 'lateFeeDue'>[]): number {
  return sumMoney(fees.flatMap((fee) => [fee.balance.pending, fee.lateFeeDue]))
}

/**
 * Reads the enabled children of a phone, each with its pending fixed fees of the term and earlier ones, the earliest
 * due date first.
 */
export async function loadFamilyChildren(
  read: Read,
  db: Db | Tx,
  {
    schoolId,
    term,
    guardian,
  }: { schoolId: number; term: { id: number }; guardian: Pick<Guardian, 'phone' | 'provedAt' | 'signedIn'> },
): Promise<FamilyChild[]> {
  const [children] = await read(childrenByPhone(db, schoolId, term.id, guardian))
  const accounts = await read(...accountsOfChildren(db, schoolId, children))
  return withFees(children, accounts as unknown as AccountsRows)
}

/** Students whose accounts are read in one round trip. */
const accountsAtOnce = 100

/**
 * Returns what is due of students of a term now, as their family's page asks it: with late fees, and without what an
 * order holds. Students of whom nothing is due have 0.
 */
export async function dueOfStudents(
  read: Read,
  db: Db | Tx,
  { schoolId, termId }: { schoolId: number; termId: number },
  studentIds: readonly number[],
): Promise<Map<number, Paise>> {
  const due = new Map<number, Paise>()
  for (let start = 0; start < studentIds.length; start += accountsAtOnce) {
    const children = studentIds.slice(start, start + accountsAtOnce).map((id) => ({ id, termId }))
    const rows = await read(...accountsOfChildren(db, schoolId, children))
    for (const child of withFees(children, rows as unknown as AccountsRows)) due.set(child.id, child.due)
  }
  return due
}

/** Three statements for each child after the undecided fees: in one round trip, because a family has few children. */
function accountsOfChildren(db: Db | Tx, schoolId: number, children: readonly Pick<Child, 'id' | 'termId'>[]) {
  const studentIds = children.map(({ id }) => id)
  return [
    undecidedFees(db, schoolId, studentIds),
    ...children.flatMap(({ id, termId }) => [...owedStatements(db, { schoolId, termId, studentId: id })]),
  ] as const
}

/** Adds the fees to the children whose accounts were read. */
function withFees<Known extends { id: number }>(
  children: readonly Known[],
  [undecided, ...accounts]: AccountsRows,
): (Known & Pick<FamilyChild, 'fees' | 'due' | 'pending' | 'held'>)[] {
  const today = schoolDay(new Date())
  return children.map((child, index) => {
    const { id } = child
    const [assigned, lines, earlier] = accounts.slice(index * 3, index * 3 + 3) as unknown as AccountRows
    const ofChild = undecided.filter((fee) => fee.studentId === id)
    const blocks = new Map(ofChild.filter((fee) => fee.blocked).map((fee) => [fee.feeId, fee]))
    const doubtful = new Set(ofChild.map((fee) => fee.feeId))
    const ofTerm = feesWithBalances(assigned, lines)
      .filter((fee) => fee.fixedAmount && fee.balance.pending > 0)
      .map((fee) => ({ ...fee, earlierTerm: null }))
    const dues = feesWithBalances(
      earlier,
      earlier.flatMap((due) => due.lines),
    ).map((fee) => ({ ...fee, earlierTerm: fee.termName }))
    const fees = [...dues, ...ofTerm].toSorted(compareFees).map((fee) => ({
      ...fee,
      due: dueState(fee.dueOn, today) !== 'LATER',
      overdue: dueState(fee.dueOn, today) === 'OVERDUE',
      notPayable: notPayableReason(fee, blocks.get(fee.id)),
      // An earlier payment may still arrive, so this one could be the second.
      undecided: doubtful.has(fee.id),
    }))
    const free = fees.filter((fee) => !blocks.has(fee.id))
    return {
      ...child,
      fees,
      due: sumPending(free.filter((fee) => fee.due)),
      pending: sumPending(free),
      held: sumPending(fees.filter((fee) => blocks.has(fee.id))),
    }
  })
}

type Rows<Statement> = Statement extends { execute: () => Promise<infer Result> } ? Result : never
type RowsOf<Statements extends readonly unknown[]> = { [Index in keyof Statements]: Rows<Statements[Index]> }
type AccountRows = RowsOf<ReturnType<typeof owedStatements>>
/** The rows of {@link accountsOfChildren}. */
type AccountsRows = [Rows<ReturnType<typeof undecidedFees>>, ...AccountRows[number][]]

/** Returns why online payment is unavailable at a school, or null when it is available. */
export function unavailableReason({ services }: Pick<Call, 'services'>, { school }: Pick<Guardian, 'school'>): string | null {
  if (!hasModule<SchoolFlag>(school, 'onlineFees'))
    return t`${school.name} does not take fees online now. Please pay at the school.`
  return services.payu === null ? t`Paying online is not set up here. Please pay at the school.` : null
}

function notPayableReason(fee: Pick<FamilyFee, 'bankAccountId'>, blocked: { needsSchool: boolean } | undefined): string | null {
  if (blocked) return blocked.needsSchool ? t`The school is looking at a payment for it` : t`Being paid now`
  return fee.bankAccountId === null ? t`Pay at the school` : null
}
