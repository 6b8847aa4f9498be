import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { isErased } from '#domains/students/server/erased.exports.ts'

/** What the row of a permission has. */
export interface OfSchool {
  schoolId: number
}

/** A student as far as rights depend on her. */
export interface Erasable extends OfSchool {
  erasedAt: Date | null
}

/** Why what concerns the whole school is not for an ADMIN limited to classes. */
export const someClasses = 'You may see some of the classes only, and this is about the whole school.'

const wholeSchool = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: ({ viewer }: { viewer: Viewer }) => (viewer.classIds === null ? null : someClasses),
} as const
const ofStudent = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: wholeSchool.general,
  rule: ({ row }: { row: Erasable }) => (row.erasedAt === null ? null : isErased),
} as const

/**
 * Who may look into what was done, take everything about a student along, erase her, and say how long what is kept: those who
 * answer for the whole school.
 */
export const privacyActions = {
  listAudit: action<undefined>('auditLog.list', wholeSchool),
  exportAudit: action<undefined>('auditLog.export', wholeSchool),
  viewStudent: action<undefined>('student.viewPrivacy', wholeSchool),
  exportStudent: action<Erasable>('student.exportData', ofStudent),
  /** Asked again, it changes nothing and answers the same. */
  erase: action<OfSchool>('student.erase', wholeSchool),
  mayErase: action<Erasable>('student.erase', ofStudent),
  viewRetention: action<undefined>('retention.view', wholeSchool),
  saveRetention: action<OfSchool | undefined>('retention.save', wholeSchool),
}
