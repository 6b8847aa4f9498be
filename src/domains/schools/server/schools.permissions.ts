import type { Selectable } from 'kysely'
import { action } from '#platform/action.ts'
import type { BankAccounts, Terms } from '#platform/database/schema.types.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { roles } from '#shared/roles.ts'

export type Term = Selectable<Terms>
/** An account as it may leave the server: without its sealed secrets. */
export type BankAccount = Omit<Selectable<BankAccounts>, 'keySecretSealed' | 'miscSealed'>

/** Settings belong to SUPERADMIN and ADMIN (specification, section 6): to those who may see the whole school they are about. */
const settings = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: ({ viewer }: { viewer: Viewer }) =>
    viewer.classIds === null ? null : 'You may see some of the classes only, and this is about the whole school.',
} as const
const superadmin = { roles: ['SUPERADMIN'] } as const

export const schoolActions = {
  /** The list of all schools is the super administrator's alone (specification, section 6). */
  list: action<undefined>('school.list', { ...superadmin, platform: true }),
  add: action<undefined>('school.add', { ...superadmin, platform: true }),
  /** Everybody reads the own school: its name, flags and terms are on every screen. */
  view: action<undefined>('school.view', { roles }),
  update: action<School>('school.update', settings),
  /** The settings of `platformSettings`; the command asks it for those that differ. */
  updatePlatformSettings: action<School>('school.updatePlatformSettings', superadmin),
}

export const termActions = {
  add: action<undefined>('term.add', settings),
  rename: action<Term>('term.rename', settings),
  setCurrent: action<Term>('term.setCurrent', settings),
  previewDeletion: action<undefined>('term.previewDeletion', settings),
  delete: action<Term>('term.delete', {
    ...settings,
    rule: ({ row }) => (row.current ? 'The current term cannot be deleted. Make another term current first.' : null),
  }),
}

export const smsNameActions = {
  /** Every class of the term gets a name at once, so it takes somebody who may see them all. */
  set: action('smsNames.set', {
    ...settings,
    flag: 'manySchoolNames',
    general: ({ viewer }) =>
      viewer.classIds === null ? null : 'You may see some of the classes only, and a name is given to all of them.',
  }),
}

const accounts = { ...superadmin, flag: 'onlineFees' } as const

export const bankAccountActions = {
  list: action<undefined>('bankAccount.list', accounts),
  add: action<undefined>('bankAccount.add', accounts),
  update: action<BankAccount>('bankAccount.update', accounts),
}
