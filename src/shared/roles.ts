import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'

/** The six roles of the specification, section 6. */
export const roles = ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT', 'STUDENT'] as const
export type Role = (typeof roles)[number]

/** Names of the roles on the screen. */
export const roleLabels: Readonly<Record<Role, string>> = saidWhenRead({
  SUPERADMIN: () => t`Super administrator`,
  ADMIN: () => t`Administrator`,
  FEES: () => t`Fees clerk`,
  TEACHER: () => t`Teacher`,
  ATTENDANT: () => t`Attendant`,
  STUDENT: () => t`Student`,
})

/** Roles that a form can give to a user. The installation creates SUPERADMIN; a student's record implies STUDENT. */
export const assignableRoles = ['ADMIN', 'TEACHER', 'FEES', 'ATTENDANT'] as const satisfies readonly Role[]
