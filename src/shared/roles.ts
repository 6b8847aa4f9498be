/** The six roles of the specification, section 6. */
export const roles = ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT', 'STUDENT'] as const
export type Role = (typeof roles)[number]

/** What a role is called on a screen. */
export const roleLabels: Readonly<Record<Role, string>> = {
  SUPERADMIN: 'Super administrator',
  ADMIN: 'Administrator',
  FEES: 'Fees clerk',
  TEACHER: 'Teacher',
  ATTENDANT: 'Attendant',
  STUDENT: 'Student',
}

/** Roles that may be given to a user by a form; a SUPERADMIN comes with the installation, a STUDENT with a student's record. */
export const assignableRoles = ['ADMIN', 'TEACHER', 'FEES', 'ATTENDANT'] as const satisfies readonly Role[]
