import { action } from '#platform/action.ts'

/** Only the super administrator imports data from a previous system (specification, section 6). */
const platform = { roles: ['SUPERADMIN'] } as const

export const legacyActions = {
  list: action<undefined>('legacy.list', platform),
  order: action<undefined>('legacy.order', platform),
  store: action<undefined>('legacy.import', platform),
}
