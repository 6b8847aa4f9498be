import { action } from '#platform/action.ts'
import { t } from '#shared/texts.ts'

/**
 * For those who take money and those who answer for it (specification, section 6). The day book covers the whole
 * school.
 */
export const dayBookActions = {
  view: action<undefined>('dayBook.view', {
    roles: ['SUPERADMIN', 'ADMIN', 'FEES'],
    flag: 'feesModule',
    general: ({ viewer }) =>
      viewer.classIds === null ? null : t`You may see some of the classes only, and the day book is about the whole school.`,
  }),
}
