/** The six roles of the specification, section 6. */
export const roles = ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT', 'STUDENT'] as const
export type Role = (typeof roles)[number]

/** Names of the roles on the screen. */
export const roleLabels: Readonly<Record<Role, string>> = {
  SUPERADMIN: 'Super administrator',
  ADMIN: 'Administrator',
  FEES: 'Fees clerk',
  TEACHER: 'Teacher',
  ATTENDANT: 'Attendant',
  STUDENT: 'Student',
}

/** Roles that a form can give to a user. The installation creates SUPERADMIN; a student's record implies STUDENT. */
export const assignableRoles = ['ADMIN', 'TEACHER', 'FEES', 'ATTENDANT'] as const satisfies readonly Role[]
