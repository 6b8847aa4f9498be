import { t } from '#shared/texts.ts'

/** The six roles of the specification, section 6. */
export const roles = ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT', 'STUDENT'] as const
export type Role = (typeof roles)[number]

/** Names of the roles on the screen. */
export const roleLabels: Readonly<Record<Role, string>> = {
  get SUPERADMIN() {
    return t`Super administrator`
  },
  get ADMIN() {
    return t`Administrator`
  },
  get FEES() {
    return t`Fees clerk`
  },
  get TEACHER() {
    return t`Teacher`
  },
  get ATTENDANT() {
    return t`Attendant`
  },
  get STUDENT() {
    return t`Student`
  },
}

/** Roles that a form can give to a user. The installation creates SUPERADMIN; a student's record implies STUDENT. */
export const assignableRoles = ['ADMIN', 'TEACHER', 'FEES', 'ATTENDANT'] as const satisfies readonly Role[]
