import type { Selectable } from 'kysely'
import { action } from '#platform/action.ts'
import type { Buses } from '#platform/database/schema.types.ts'

export type Bus = Selectable<Buses>

/** Buses are for SUPERADMIN and ADMIN, where the school has the module (specification, section 6). */
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'buses' } as const

export const busActions = {
  list: action<undefined>('bus.list', office),
  add: action<undefined>('bus.add', office),
  update: action<Bus>('bus.update', office),
  setDisabled: action<Bus>('bus.setDisabled', office),
}
