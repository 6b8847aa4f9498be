import { sumMoney } from '#shared/money.ts'
import { type Price, priceOf } from '../onlinefees.rules.ts'
import type { FamilyQuery } from './family.graphql.ts'

export type Family = FamilyQuery['family']
export type Child = Family['children'][number]
export type Fee = Child['fees'][number]

/** The fees that are ticked. A fee is named with its child: brothers and sisters may owe the same one. */
export type Chosen = ReadonlySet<string>

export function nameOf(child: Pick<Child, 'id'>, fee: Pick<Fee, 'feeId'>): string {
  return `${child.id}:${fee.feeId}`
}

function chosenFees(children: readonly Child[], chosen: Chosen): Fee[] {
  return children.flatMap((child) => child.fees.filter((fee) => chosen.has(nameOf(child, fee))))
}

/** With what is due of a child, as far as it goes to the same bank account. */
export function withDue(children: readonly Child[], chosen: Chosen, child: Child): Chosen {
  const next = new Set(chosen)
  for (const fee of child.fees) if (fee.due && whyNot(fee, children, next) === null) next.add(nameOf(child, fee))
  return next
}

/** What a child's page begins with. */
export function dueOf(child: Child): Chosen {
  return withDue([child], new Set(), child)
}

/** Why a fee cannot be ticked, in a sentence; null when it can. One payment goes to one bank account. */
export function whyNot(fee: Fee, children: readonly Child[], chosen: Chosen): string | null {
  if (!fee.payable) return fee.notPayable ?? 'Pay at the school'
  const [first] = chosenFees(children, chosen)
  return first === undefined || first.accountId === fee.accountId
    ? null
    : 'Goes to another bank account of the school: pay it separately'
}

/** What is left of a choice after the fees were read again. */
export function stillChosen(children: readonly Child[], chosen: Chosen): Chosen {
  const kept = new Set<string>()
  for (const child of children)
    for (const fee of child.fees)
      if (chosen.has(nameOf(child, fee)) && whyNot(fee, children, kept) === null) kept.add(nameOf(child, fee))
  return kept
}

export function toggled(chosen: Chosen, name: string): Chosen {
  const next = new Set(chosen)
  if (!next.delete(name)) next.add(name)
  return next
}

/** What the ticked fees cost. */
export function priceOfChosen(children: readonly Child[], chosen: Chosen): Price {
  return priceOf(sumMoney(chosenFees(children, chosen).map((fee) => fee.pending)))
}

/** The ticked fees, each as it was seen, by child. */
export function orderedFees(
  children: readonly Child[],
  chosen: Chosen,
): { studentId: string; fees: { feeId: string; version: string }[] }[] {
  return children
    .map((child) => ({
      studentId: child.id,
      fees: child.fees.filter((fee) => chosen.has(nameOf(child, fee))).map(({ feeId, version }) => ({ feeId, version })),
    }))
    .filter(({ fees }) => fees.length > 0)
}
