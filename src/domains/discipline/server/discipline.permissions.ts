import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { whyNotChange } from '../discipline.rules.ts'

/** What the row of a permission has; only rows the viewer may know of are asked about. */
export interface OfSchool {
  schoolId: number
}

/** An incident as far as rights depend on it. */
export interface Recorded extends OfSchool {
  recordedBy: string
  recordedAt: Date
}

const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'discipline' } as const
const own = {
  ...staff,
  rule: ({ viewer, row }: { viewer: Viewer; row: Recorded }) => whyNotChange(viewer, row, new Date()),
}
const wholeSchool = {
  roles: ['SUPERADMIN', 'ADMIN'],
  flag: 'discipline',
  general: ({ viewer }: { viewer: Viewer }) =>
    viewer.classIds === null ? null : 'You may see some of the classes only, and types are for the whole school.',
} as const

/**
 * Who may do what with incidents, where the school has the module. Rows are narrowed where they are read: an ADMIN limited to
 * classes finds those of these classes, a TEACHER those of the own sections.
 */
export const disciplineActions = {
  list: action<OfSchool | undefined>('incident.list', staff),
  record: action<OfSchool | undefined>('incident.record', staff),
  update: action<Recorded>('incident.update', own),
  delete: action<Recorded>('incident.delete', own),
  listTypes: action<undefined>('incidentType.list', staff),
  addType: action<OfSchool | undefined>('incidentType.add', wholeSchool),
  updateType: action<OfSchool>('incidentType.update', wholeSchool),
  deleteType: action<OfSchool>('incidentType.delete', wholeSchool),
}
