import { t } from '#shared/texts.ts'
import { action, type RuleContext } from '#platform/action.ts'
import { undoAction } from '#platform/imports.ts'
import { whyNotChange, whyNotDelete, whyNotDisable, whyNotHandOutCode } from '../users.rules.ts'
import type { User } from './users.sql.ts'

/** SUPERADMIN and ADMIN manage users (specification, section 6). */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

const unless = (why: (viewer: RuleContext<User>['viewer'], user: User) => string | null) => ({
  ...office,
  rule: ({ viewer, row }: RuleContext<User>) => why(viewer, row),
})

export const userActions = {
  list: action<undefined>('user.list', office),
  /** A TEACHER reads only their own record. */
  view: action<undefined>('user.view', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'] }),
  add: action<undefined>('user.add', office),
  importTeachers: action<undefined>('user.importTeachers', office),
  undoTeachersImport: undoAction('user.undoImport', office.roles),
  update: action<User>('user.update', unless(whyNotChange)),
  /** Nobody changes their own permission and classes; see `whyNotGrant`. */
  changeRole: action<User>(
    'user.changeRole',
    unless((viewer, user) =>
      user.id === viewer.userId ? t`You cannot change your own permission and classes.` : whyNotChange(viewer, user),
    ),
  ),
  setPassword: action<User>('user.setPassword', unless(whyNotChange)),
  handOutCode: action<User>('user.handOutCode', unless(whyNotHandOutCode)),
  setDisabled: action<User>('user.setDisabled', unless(whyNotDisable)),
  delete: action<User>('user.delete', unless(whyNotDelete)),
}
