import type { Selectable } from 'kysely'
import { action } from '../../../platform/action.ts'
import type { Terms } from '../../../platform/database/schema.types.ts'
import { roles } from '../../../shared/roles.ts'

export type Term = Selectable<Terms>

export const schoolActions = {
  /** The list of all schools is the super administrator's alone (specification, section 6). */
  list: action<undefined>('school.list', { roles: ['SUPERADMIN'], platform: true }),
  /** Everybody reads the own school: its name, flags and terms are on every screen. */
  view: action<undefined>('school.view', { roles }),
}
