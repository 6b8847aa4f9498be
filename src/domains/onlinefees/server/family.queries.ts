import type { Call } from '../../../platform/command.ts'
import { asRefusal } from '../../../platform/database/failures.ts'
import { fileUrl } from '../../../platform/files/files.ts'
import { schoolDay } from '../../../shared/dates.ts'
import { sumMoney } from '../../../shared/money.ts'
import { accountStatements, childrenOf, feesBegun, type OpenFee, openFees } from '../../fees/server/online.exports.ts'
import { maskedPhone } from '../../../shared/phones.ts'
import { type Guardian, guardianOf } from './guardian.ts'
import { orders } from './orders.sql.ts'
import { type PublicOrder, publicOrder } from './publicOrder.ts'

/** A fee as the family page offers it. */
export interface FamilyFee extends OpenFee {
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
  due: number
  pending: number
  fees: FamilyFee[]
}

/** What a guardian sees with a link. */
export interface Family {
  school: { id: number; name: string; logoUrl: string | null; accent: string | null }
  termId: number
  termName: string
  phone: string
  /** Why nothing can be paid now, or null. */
  payingOff: string | null
  children: FamilyChild[]
  underWay: PublicOrder[]
}

/** How long an order without an answer keeps its fees from being paid again. */
export const underWayHours = 24

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
  const { database, services } = call
  const { school, schoolId, phone } = guardian
  const db = database.kysely
  const [[term], underWay] = await database.read(schoolId, [
    db.selectFrom('terms').select(['id', 'name', 'current']).where('schoolId', '=', schoolId).where('current', '=', true),
    ordersUnderWay(db, guardian),
  ] as const)
  const children = term ? (await database.read(schoolId, [childrenOf(db, schoolId, term.id, phone)] as const))[0] : []
  // Two statements a child, in one round trip: a family has a few.
  const accounts = await database.read(
    schoolId,
    children.flatMap((child) => [...accountStatements(db, { schoolId, termId: child.termId, studentId: child.id })]),
  )
  const begun = term ? feesBegun(term, schoolDay(new Date())) : () => false
  const paidNow = new Set(underWay.flatMap((order) => order.lines.map((line) => `${line.studentId} ${line.feeId}`)))
  return {
    school: {
      ...{ id: schoolId, name: school.name, accent: school.accentColor },
      logoUrl: fileUrl(call, schoolId, school.logoFile, 'school-logo'),
    },
    ...{ termId: term?.id ?? 0, termName: term?.name ?? '', phone: maskedPhone(phone) },
    payingOff: whyOff(call, guardian),
    children: children.map((child, index) => {
      const [asked, lines] = [accounts[index * 2], accounts[index * 2 + 1]] as unknown as Parameters<typeof openFees>
      const fees = openFees(asked, lines)
        .filter((fee) => fee.fixedAmount && fee.balance.pending > 0)
        .map((fee) => ({ ...fee, due: begun(fee.month), notPayable: whyNot(fee, paidNow.has(`${child.id} ${fee.id}`)) }))
      const sum = (some: readonly FamilyFee[]) => sumMoney(some.map((fee) => fee.balance.pending))
      return {
        ...{ id: child.id, name: child.name, sectionName: child.sectionName, roll: child.roll },
        ...{ due: sum(fees.filter((fee) => fee.due)), pending: sum(fees), fees },
      }
    }),
    underWay: underWay.map((order) => publicOrder(services.config, school, order)),
  }
}

/** The orders of a link that nobody knows the end of yet. */
function ordersUnderWay(db: Parameters<typeof orders>[0], { schoolId, linkId }: Pick<Guardian, 'schoolId' | 'linkId'>) {
  return orders(db, schoolId)
    .where('onlineOrders.guardianLinkId', '=', linkId)
    .where('onlineOrders.state', '=', 'CREATED')
    .where('onlineOrders.createdAt', '>', new Date(Date.now() - underWayHours * 3_600_000))
    .orderBy('onlineOrders.id')
}

/** Why nothing can be paid online in a school, or null. */
export function whyOff({ services }: Pick<Call, 'services'>, { school }: Pick<Guardian, 'school'>): string | null {
  if (!school.onlineFees || !school.feesModule) return `${school.name} does not take fees online now. Please pay at the school.`
  return services.payu === null ? 'Paying online is not set up here. Please pay at the school.' : null
}

function whyNot(fee: OpenFee, underWay: boolean): string | null {
  if (underWay) return 'Being paid now'
  return fee.bankAccountId === null ? 'Pay at the school' : null
}
