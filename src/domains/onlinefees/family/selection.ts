import { t } from '@lingui/core/macro'
import { sumMoney } from '#shared/money.ts'
import { type Price, calculatePrice } from '../onlinefees.rules.ts'
import type { FamilyQuery } from './family.graphql.ts'
import { feeName } from './texts.ts'

export type Family = FamilyQuery['family']
export type Child = Family['children'][number]
export type Fee = Child['fees'][number]

/** The keys of the ticked fees. */
export type Selection = ReadonlySet<string>

/** Returns the key of a child's fee. It includes the child, because siblings may owe the same fee. */
export function feeKey(child: Pick<Child, 'id'>, fee: Pick<Fee, 'feeId'>): string {
  return `${child.id}:${fee.feeId}`
}

function selectedFees(children: readonly Child[], chosen: Selection): Fee[] {
  return children.flatMap((child) => child.fees.filter((fee) => chosen.has(feeKey(child, fee))))
}

/**
 * Adds a child's due fees, except those that go to another bank account than the selected ones, and those for which an
 * earlier payment may still arrive.
 */
export function addDueFees(children: readonly Child[], chosen: Selection, child: Child): Selection {
  const next = new Set(chosen)
  for (const fee of child.fees)
    if (fee.due && !fee.undecided && notSelectableReason(fee, children, next) === null) next.add(feeKey(child, fee))
  return next
}

/** Selects a child's due fees, for the start of its page. */
export function selectDueFees(child: Child): Selection {
  return addDueFees([child], new Set(), child)
}

/** Returns why a fee cannot be ticked, or null when it can. One payment goes to one bank account. */
export function notSelectableReason(fee: Fee, children: readonly Child[], chosen: Selection): string | null {
  if (!fee.payable) return fee.notPayable ?? t`Pay at the school`
  const [first] = selectedFees(children, chosen)
  return first === undefined || first.accountId === fee.accountId
    ? null
    : t`Goes to another bank account of the school: pay it separately`
}

/** Drops from a selection the fees that cannot be paid any more after a reload. */
export function keepSelectable(children: readonly Child[], chosen: Selection): Selection {
  const kept = new Set<string>()
  for (const child of children)
    for (const fee of child.fees)
      if (chosen.has(feeKey(child, fee)) && notSelectableReason(fee, children, kept) === null) kept.add(feeKey(child, fee))
  return kept
}

export function toggleFee(chosen: Selection, name: string): Selection {
  const next = new Set(chosen)
  if (!next.delete(name)) next.add(name)
  return next
}

/** Calculates the price of the ticked fees with the service charge that the family pays, in per cent. */
export function priceOfSelection(children: readonly Child[], chosen: Selection, chargePercent: number): Price {
  const amounts = selectedFees(children, chosen).flatMap((fee) => [fee.pending, fee.lateFee])
  return calculatePrice(sumMoney(amounts), chargePercent)
}

/** Returns the names of the ticked fees for which an earlier payment may still arrive. */
export function undecidedNames(children: readonly Child[], chosen: Selection): string[] {
  return selectedFees(children, chosen)
    .filter((fee) => fee.undecided)
    .map((fee) => feeName(fee.name, fee.month))
}

/** Groups the ticked fees by child, each with the version that was shown. */
export function selectionByChild(
  children: readonly Child[],
  chosen: Selection,
): { studentId: string; fees: { feeId: string; version: string }[] }[] {
  return children
    .map((child) => ({
      studentId: child.id,
      fees: child.fees.filter((fee) => chosen.has(feeKey(child, fee))).map(({ feeId, version }) => ({ feeId, version })),
    }))
    .filter(({ fees }) => fees.length > 0)
}
