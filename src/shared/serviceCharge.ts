/** Percentage of the fees that paying them online costs, unless a school says otherwise (specification, section 9). */
export const usualChargePercent = 2

/** The highest percentage that a school can ask. */
export const maxChargePercent = 10

/** Who bears the service charge of online payments. */
export const chargeBearers = ['FAMILY', 'SCHOOL'] as const
export type ChargeBearer = (typeof chargeBearers)[number]

/** Returns the percentage that families pay on top of their fees: nothing where the school bears the charge. */
export function familyChargePercent(school: { feePercent: number; chargeBearer: string }): number {
  return school.chargeBearer === 'SCHOOL' ? 0 : school.feePercent
}
