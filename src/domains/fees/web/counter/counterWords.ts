/** Said before money is booked and before anything of it is changed (specification, section 4). */
export const sureToContinue = 'Are You Sure You Want To Continue With This Action?'

/** A fee as a person says it: `Tuition (APR)`. */
export function feeWords({ name, month }: { name: string; month: string | null }): string {
  return month ? `${name} (${month})` : name
}
