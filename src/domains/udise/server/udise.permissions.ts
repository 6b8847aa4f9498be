import { action } from '#platform/action.ts'

/**
 * Government ids are of those who edit students: SUPERADMIN and ADMIN. Caste, poverty and health are among them. An
 * ADMIN limited to classes sees and fills in students of these classes.
 */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

export const udiseActions = {
  view: action<undefined>('udise.view', office),
  fill: action<undefined>('udise.fill', office),
  export: action<undefined>('udise.export', office),
}
