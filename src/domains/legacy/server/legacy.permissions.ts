import { action } from '#platform/action.ts'

/** Bringing a school over from its previous system is the super administrator's (specification, section 6). */
const platform = { roles: ['SUPERADMIN'] } as const

export const legacyActions = {
  list: action<undefined>('legacy.list', platform),
  order: action<undefined>('legacy.order', platform),
  store: action<undefined>('legacy.import', platform),
}
