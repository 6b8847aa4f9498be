import type { Who } from '../world.ts'
import type { Expectation } from './cells.ts'

const counter = ['superadmin', 'admin', 'limitedAdmin', 'fees'] as const satisfies readonly Who[]

/** Who may do what with fee categories, fees and who pays them. */
export const feeStructureExpectations: Readonly<Record<string, Expectation>> = {
  feesViewerCan: { who: counter, noRow: true },
}
