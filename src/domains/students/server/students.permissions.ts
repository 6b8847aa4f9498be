import { action } from '#platform/action.ts'
import { isErased } from '#platform/erased.ts'
import { undoAction } from '#platform/imports.ts'
import type { Role } from '#shared/roles.ts'
import type { Viewer } from '#platform/viewer.ts'

/**
 * Who may do what with students (specification, section 6). Rows are narrowed where they are read: an ADMIN limited to
 * classes and a TEACHER find only the students of their sections, a STUDENT only herself.
 */
const staff = ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT'] as const satisfies readonly Role[]
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const
const platform = { roles: ['SUPERADMIN'] } as const

/** What the row of a permission has: the school is enough, since only rows a viewer may know of are asked about. */
export interface OfSchool {
  schoolId: number
  /** Set once nothing says any more who the student was. */
  erasedAt?: Date | null
}

const standing = {
  ...office,
  rule: ({ row }: { row: OfSchool }) => (row.erasedAt ? isErased : null),
} as const

export const studentActions = {
  list: action<undefined>('student.list', { roles: staff }),
  view: action<undefined>('student.view', { roles: [...staff, 'STUDENT'] }),
  viewOwn: action<undefined>('student.viewOwn', { roles: ['STUDENT'] }),
  add: action<OfSchool | undefined>('student.add', office),
  importStudents: action<OfSchool | undefined>('student.import', office),
  viewTermRolls: action<undefined>('student.viewTermRolls', office),
  undoStudentsImport: undoAction('student.undoImport', office.roles),
  update: action<OfSchool>('student.update', standing),
  setDisabled: action<OfSchool>('student.setDisabled', standing),
  revealAadhaar: action<OfSchool>('student.revealAadhaar', standing),
  handOutCode: action<OfSchool>('student.handOutCode', standing),
  handOutCodes: action<OfSchool | undefined>('student.handOutCodes', office),
  editStudents: action<OfSchool | undefined>('student.edit', platform),
  exportStudents: action<OfSchool | undefined>('student.export', platform),
  qrSheet: action<OfSchool | undefined>('student.qrSheet', platform),
  delete: action<OfSchool>('student.delete', platform),
  previewDeletion: action<undefined>('student.previewDeletion', platform),
}

/** Whether a viewer sees more of a student than a list shows: the office, and the student herself. */
export function seesDetails(viewer: Viewer | null, studentId: number): boolean {
  return isOffice(viewer) || viewer?.studentId === studentId
}

/** Whether a viewer sees Aadhaar, caste, religion and health. */
export function isOffice(viewer: Viewer | null): boolean {
  return viewer?.role === 'SUPERADMIN' || viewer?.role === 'ADMIN'
}
