import { action } from '#platform/action.ts'
import { erasedMessage } from './erased.exports.ts'
import { undoAction } from '#platform/imports.ts'
import type { Role } from '#shared/roles.ts'
import type { Viewer } from '#platform/viewer.ts'

/**
 * Actions on students with their roles (specification, section 6). The queries filter the rows: an ADMIN limited to
 * classes and a TEACHER read only students of their sections, a STUDENT only their own record.
 */
const staff = ['SUPERADMIN', 'ADMIN', 'FEES', 'TEACHER', 'ATTENDANT'] as const satisfies readonly Role[]
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const
const platform = { roles: ['SUPERADMIN'] } as const

/**
 * The row of a permission rule. It needs no more than the school, because queries return only rows that the viewer may
 * see.
 */
export interface SchoolRow {
  schoolId: number
  /** Time at which the student's personal data was erased. */
  erasedAt?: Date | null
}

const officeUnlessErased = {
  ...office,
  rule: ({ row }: { row: SchoolRow }) => (row.erasedAt ? erasedMessage() : null),
} as const

export const studentActions = {
  list: action<undefined>('student.list', { roles: staff }),
  view: action<undefined>('student.view', { roles: [...staff, 'STUDENT'] }),
  viewOverview: action<undefined>('student.viewOverview', { roles: staff }),
  viewOwn: action<undefined>('student.viewOwn', { roles: ['STUDENT'] }),
  add: action<SchoolRow | undefined>('student.add', office),
  importStudents: action<SchoolRow | undefined>('student.import', office),
  importPhotos: action<SchoolRow | undefined>('student.importPhotos', office),
  undoPhotosImport: undoAction('student.undoPhotosImport', office.roles),
  viewTermRolls: action<undefined>('student.viewTermRolls', office),
  undoStudentsImport: undoAction('student.undoImport', office.roles),
  update: action<SchoolRow>('student.update', officeUnlessErased),
  setDisabled: action<SchoolRow>('student.setDisabled', officeUnlessErased),
  revealAadhaar: action<SchoolRow>('student.revealAadhaar', officeUnlessErased),
  openAadhaarScan: action<SchoolRow>('student.openAadhaarScan', officeUnlessErased),
  handOutCode: action<SchoolRow>('student.handOutCode', officeUnlessErased),
  handOutCodes: action<SchoolRow | undefined>('student.handOutCodes', office),
  editStudents: action<SchoolRow | undefined>('student.edit', platform),
  exportStudents: action<SchoolRow | undefined>('student.export', platform),
  qrSheet: action<SchoolRow | undefined>('student.qrSheet', platform),
  delete: action<SchoolRow>('student.delete', platform),
  previewDeletion: action<undefined>('student.previewDeletion', platform),
}

/** Whether a viewer sees the details of a student: the office and the student do. */
export function seesDetails(viewer: Viewer | null, studentId: number): boolean {
  return isOffice(viewer) || viewer?.studentId === studentId
}

/** Whether a viewer sees Aadhaar, caste, religion and health. */
export function isOffice(viewer: Viewer | null): boolean {
  return viewer?.role === 'SUPERADMIN' || viewer?.role === 'ADMIN'
}
