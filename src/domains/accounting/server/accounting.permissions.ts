import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'

const wholeSchool = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : t`You may see some of the classes only, and the accounts are about the whole school.`

/** For those who answer for the school's books. */
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'feesModule', general: wholeSchool } as const

export const accountingActions = {
  view: action<undefined>('accounting.view', office),
  export: action<undefined>('accounting.export', office),
  /** Makes the files of an ordered export, and records their vouchers. */
  make: action<{ id: number }>('accounting.make', office),
  saveLedgers: action<undefined>('accounting.saveLedgers', office),
}
