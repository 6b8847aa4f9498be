import type { Day } from '#shared/dates.ts'
import { minMoney, type Paise, scaleMoney, subtractMoney } from '#shared/money.ts'
import { type Share, wholeShare } from '#shared/percent.ts'

/** What a concession takes off a fee: a share, or an amount. One of them is null. */
export interface ConcessionRate {
  share: Share | null
  amount: Paise | null
}

/** The fees that a concession is for: those of categories, single ones, or, without either, all. */
export interface ConcessionScope {
  feeCategoryIds: readonly number[] | null
  feeIds: readonly number[] | null
}

/** A concession of one student in one term. */
export interface ConcessionGrant extends ConcessionRate, ConcessionScope {
  id: number
  startsOn: Day
  /** null: until the term ends. */
  endsOn: Day | null
  /** The last day that it is for, if it was ended; a day before it starts takes it back as a whole. */
  endedOn: Day | null
}

/** A fee that a concession may cover. */
export interface CoverableFee {
  id: number
  feeCategoryId: number
  /** The day by which it is to be paid. */
  dueOn: Day
  amount: Paise
  fixedAmount: boolean
}

/**
 * Returns whether a concession covers a fee, by the month in which the fee is due: the months in which the concession
 * starts and ends count as a whole. A fee without a fixed amount is never covered.
 */
export function coversFee(grant: Omit<ConcessionGrant, 'id' | keyof ConcessionRate>, fee: CoverableFee): boolean {
  if (!fee.fixedAmount) return false
  if (grant.feeCategoryIds && !grant.feeCategoryIds.includes(fee.feeCategoryId)) return false
  if (grant.feeIds && !grant.feeIds.includes(fee.id)) return false
  const [last] = [grant.endsOn, grant.endedOn].filter((day) => day !== null).sort()
  if (last !== undefined && last < grant.startsOn) return false
  const month = monthOf(fee.dueOn)
  return month >= monthOf(grant.startsOn) && (last === undefined || month <= monthOf(last))
}

/** Returns the month of a day: `2026-04`. */
function monthOf(day: Day): string {
  return day.slice(0, 7)
}

/** Returns what a concession takes off a fee if nothing else does: whole paise, half a paisa rounded up. */
export function fullConcession({ share, amount }: ConcessionRate, fee: Pick<CoverableFee, 'amount'>): Paise {
  return minMoney(fee.amount, share === null ? (amount ?? 0) : scaleMoney(fee.amount, share, wholeShare))
}

/**
 * Returns what each concession takes off one fee. They apply in the order in which they were given, and together never
 * take more than the other lines have left of the fee. So what is paid stays paid.
 * @param otherLines sum of the fee's live lines without those of concessions
 * @returns the amounts by concession; those that get nothing are left out
 */
export function concessionAmounts(fee: CoverableFee, grants: readonly ConcessionGrant[], otherLines: Paise): Map<number, Paise> {
  const amounts = new Map<number, Paise>()
  let left = subtractMoney(fee.amount, otherLines)
  for (const grant of [...grants].sort((a, b) => a.id - b.id)) {
    if (left <= 0) break
    if (!coversFee(grant, fee)) continue
    const amount = minMoney(left, fullConcession(grant, fee))
    if (amount <= 0) continue
    amounts.set(grant.id, amount)
    left = subtractMoney(left, amount)
  }
  return amounts
}

/** Returns the first fee that both concessions cover, if any. */
export function sharedFee<Fee extends CoverableFee>(
  first: Omit<ConcessionGrant, 'id'>,
  second: Omit<ConcessionGrant, 'id'>,
  fees: readonly Fee[],
): Fee | undefined {
  return fees.find((fee) => coversFee(first, fee) && coversFee(second, fee))
}
