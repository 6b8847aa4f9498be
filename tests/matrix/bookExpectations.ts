import { schoolDay } from '#shared/dates.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const counter = ['superadmin', 'admin', 'limitedAdmin', 'fees'] as const satisfies readonly Who[]

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

const term = ({ termId }: TestSchool) => ({ termId })

/** Rights on collected money; a term's sums name no row. */
export const bookExpectations: Readonly<Record<string, Expectation>> = {
  today: { who: [...counter, 'teacher'], noRow: true },
  compareSchools: { who: ['superadmin'], platform: true, variables: () => ({ input: {} }) },
  collected: { who: counter, noRow: true },
  feesChart: { who: counter, noRow: true, variables: term },
  money: { who: office, variables: ({ termId }) => ({ input: { termId } }) },
  studentMoney: { who: office, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  pendingFees: { who: counter, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  leftWithDues: { who: counter, noRow: true, variables: () => ({ input: {} }) },
  pendingBySection: { who: counter, noRow: true, variables: ({ termId }) => ({ input: { termId } }) },
  dayBook: {
    who: counter,
    notLimited: true,
    noRow: true,
    variables: ({ termId }) => ({ input: { termId, day: schoolDay(new Date()) } }),
  },
}
