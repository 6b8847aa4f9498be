import { action, type RuleContext } from '#platform/action.ts'
import { undoAction } from '#platform/imports.ts'
import { whyNotChange, whyNotDelete, whyNotDisable, whyNotHandOutCode } from '../users.rules.ts'
import type { User } from './users.sql.ts'

/** The area of users belongs to SUPERADMIN and ADMIN (specification, section 6). */
const terms = { roles: ['SUPERADMIN', 'ADMIN'] } as const

const unless = (why: (viewer: RuleContext<User>['viewer'], user: User) => string | null) => ({
  ...terms,
  rule: ({ viewer, row }: RuleContext<User>) => why(viewer, row),
})

export const userActions = {
  list: action<undefined>('user.list', terms),
  /** A TEACHER reads the own record only. */
  view: action<undefined>('user.view', { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'] }),
  add: action<undefined>('user.add', terms),
  importTeachers: action<undefined>('user.importTeachers', terms),
  undoTeachersImport: undoAction('user.undoImport', terms.roles),
  update: action<User>('user.update', unless(whyNotChange)),
  /** The own permission and classes stay: `whyNotGrant`. */
  changeRole: action<User>(
    'user.changeRole',
    unless((viewer, user) =>
      user.id === viewer.userId ? 'You cannot change your own permission and classes.' : whyNotChange(viewer, user),
    ),
  ),
  setPassword: action<User>('user.setPassword', unless(whyNotChange)),
  handOutCode: action<User>('user.handOutCode', unless(whyNotHandOutCode)),
  setDisabled: action<User>('user.setDisabled', unless(whyNotDisable)),
  delete: action<User>('user.delete', unless(whyNotDelete)),
}
