import { t } from '#shared/texts.ts'
import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { erasedMessage } from '#domains/students/server/erased.exports.ts'

/** The school that a permission is about. */
export interface SchoolScope {
  schoolId: number
}

/** A student whose data may be exported. */
export interface Exportable extends SchoolScope {
  erasedAt: Date | null
}

/** The fields of a student that the permissions of an erasure depend on. */
export interface Erasable extends Exportable {
  /** When an admin has asked for the erasure; null when nobody has. */
  erasureAskedAt: Date | null
}

/** Returns the refusal for a class-limited ADMIN. */
const limitedToClasses = () => t`You may see some of the classes only, and this is about the whole school.`

const wholeSchool = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: ({ viewer }: { viewer: Viewer }) => (viewer.classIds === null ? null : limitedToClasses()),
} as const
const ofStudent = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: wholeSchool.general,
  rule: ({ row }: { row: Exportable }) => (row.erasedAt === null ? null : erasedMessage()),
} as const

/**
 * The audit log, exports of students, and retention are for viewers of the whole school. A super administrator erases
 * a student, as one deletes a student; an ADMIN asks for it.
 */
export const privacyActions = {
  listAudit: action<undefined>('auditLog.list', wholeSchool),
  exportAudit: action<undefined>('auditLog.export', wholeSchool),
  viewStudent: action<undefined>('student.viewPrivacy', wholeSchool),
  exportStudent: action<Exportable>('student.exportData', ofStudent),
  /** Allowed for an erased student too: repeating an erasure changes nothing and returns the same. */
  erase: action<SchoolScope>('student.erase', { roles: ['SUPERADMIN'] }),
  mayErase: action<Erasable>('student.erase', { roles: ['SUPERADMIN'], rule: ofStudent.rule }),
  askErasure: action<Erasable>('student.askErasure', {
    ...ofStudent,
    rule: ({ row }) => ofStudent.rule({ row }) ?? (row.erasureAskedAt === null ? null : t`The erasure was asked for already.`),
  }),
  stopErasure: action<Erasable>('student.stopErasure', {
    ...ofStudent,
    rule: ({ row }) => ofStudent.rule({ row }) ?? (row.erasureAskedAt === null ? t`Nobody has asked for the erasure.` : null),
  }),
  viewRetention: action<undefined>('retention.view', wholeSchool),
  saveRetention: action<SchoolScope | undefined>('retention.save', wholeSchool),
}
