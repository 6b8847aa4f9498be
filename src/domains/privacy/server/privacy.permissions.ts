import { t } from '#shared/texts.ts'
import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { erasedMessage } from '#domains/students/server/erased.exports.ts'

/** The school that a permission is about. */
export interface SchoolScope {
  schoolId: number
}

/** The fields of a student that permissions depend on. */
export interface Erasable extends SchoolScope {
  erasedAt: Date | null
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
  rule: ({ row }: { row: Erasable }) => (row.erasedAt === null ? null : erasedMessage()),
} as const

/** The audit log, exports and erasure of students, and retention are for viewers of the whole school. */
export const privacyActions = {
  listAudit: action<undefined>('auditLog.list', wholeSchool),
  exportAudit: action<undefined>('auditLog.export', wholeSchool),
  viewStudent: action<undefined>('student.viewPrivacy', wholeSchool),
  exportStudent: action<Erasable>('student.exportData', ofStudent),
  /** Allowed for an erased student too: repeating an erasure changes nothing and returns the same. */
  erase: action<SchoolScope>('student.erase', wholeSchool),
  mayErase: action<Erasable>('student.erase', ofStudent),
  viewRetention: action<undefined>('retention.view', wholeSchool),
  saveRetention: action<SchoolScope | undefined>('retention.save', wholeSchool),
}
