import type { Selectable } from 'kysely'
import { action } from '#platform/action.ts'
import type { BankAccounts, Terms } from '#platform/database/schema.types.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { roles } from '#shared/roles.ts'
import { t } from '#shared/texts.ts'

/** A term as it is stored. */
export type Term = Selectable<Terms>
/** A bank account without its sealed secrets, as clients may see it. */
export type BankAccount = Omit<Selectable<BankAccounts>, 'keySecretSealed' | 'miscSealed'>

/** Settings are for SUPERADMIN and ADMIN (specification, section 6) who see the whole school. */
const settingsRule = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: ({ viewer }: { viewer: Viewer }) =>
    viewer.classIds === null ? null : t`You may see some of the classes only, and this is about the whole school.`,
} as const
const superadminOnly = { roles: ['SUPERADMIN'] } as const

export const schoolActions = {
  /** Only a super administrator lists all schools (specification, section 6). */
  list: action<undefined>('school.list', { ...superadminOnly, platform: true }),
  add: action<undefined>('school.add', { ...superadminOnly, platform: true }),
  /** Everybody may read the own school, because every screen uses its name, flags and terms. */
  view: action<undefined>('school.view', { roles }),
  update: action<School>('school.update', settingsRule),
  /** Changes of `platformSettings`. The command checks it for changed fields only. */
  updatePlatformSettings: action<School>('school.updatePlatformSettings', superadminOnly),
}

export const termActions = {
  add: action<undefined>('term.add', settingsRule),
  update: action<Term>('term.update', settingsRule),
  setCurrent: action<Term>('term.setCurrent', settingsRule),
  previewDeletion: action<undefined>('term.previewDeletion', settingsRule),
  delete: action<Term>('term.delete', {
    ...settingsRule,
    rule: ({ row }) => (row.current ? t`The current term cannot be deleted. Make another term current first.` : null),
  }),
}

export const smsNameActions = {
  /** All classes of a term get their names at once, so the viewer must see all of them. */
  set: action('smsNames.set', {
    ...settingsRule,
    flag: 'manySchoolNames',
    general: ({ viewer }) =>
      viewer.classIds === null ? null : t`You may see some of the classes only, and names are set for all of them.`,
  }),
}

const bankAccountRule = { ...superadminOnly, flag: 'onlineFees' } as const

export const bankAccountActions = {
  list: action<undefined>('bankAccount.list', bankAccountRule),
  add: action<undefined>('bankAccount.add', bankAccountRule),
  update: action<BankAccount>('bankAccount.update', bankAccountRule),
}
