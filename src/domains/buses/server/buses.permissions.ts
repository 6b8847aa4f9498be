import type { Selectable } from 'kysely'
import { action } from '#platform/action.ts'
import type { Buses } from '#platform/database/schema.types.ts'

export type Bus = Selectable<Buses>

/** Who may do what with buses: SUPERADMIN and ADMIN, where the school has the module (specification, section 6). */
const terms = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'buses' } as const

export const busActions = {
  list: action<undefined>('bus.list', terms),
  add: action<undefined>('bus.add', terms),
  update: action<Bus>('bus.update', terms),
  setDisabled: action<Bus>('bus.setDisabled', terms),
}
