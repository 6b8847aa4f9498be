import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import { whyNotChange } from '../discipline.rules.ts'

/** The school that a permission is about. Permissions are checked only for rows that the viewer may see. */
export interface SchoolScope {
  schoolId: number
}

/** The fields of an incident that permissions depend on. */
export interface RecordedIncident extends SchoolScope {
  recordedBy: string
  recordedAt: Date
}

const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'discipline' } as const
const own = {
  ...staff,
  rule: ({ viewer, row }: { viewer: Viewer; row: RecordedIncident }) => whyNotChange(viewer, row, new Date()),
}
const wholeSchool = {
  roles: ['SUPERADMIN', 'ADMIN'],
  flag: 'discipline',
  general: ({ viewer }: { viewer: Viewer }) =>
    viewer.classIds === null ? null : t`You may see some of the classes only, and types are for the whole school.`,
} as const

/**
 * Permissions for incidents, where the school has the module. The SQL that reads rows filters them: a class-limited
 * ADMIN finds those of the own classes, a TEACHER those of the own sections.
 */
export const disciplineActions = {
  list: action<SchoolScope | undefined>('incident.list', staff),
  record: action<SchoolScope | undefined>('incident.record', staff),
  update: action<RecordedIncident>('incident.update', own),
  delete: action<RecordedIncident>('incident.delete', own),
  listTypes: action<undefined>('incidentType.list', staff),
  addType: action<SchoolScope | undefined>('incidentType.add', wholeSchool),
  updateType: action<SchoolScope>('incidentType.update', wholeSchool),
  deleteType: action<SchoolScope>('incidentType.delete', wholeSchool),
}
