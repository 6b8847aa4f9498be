import { action, moduleDisabled } from '#platform/action.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import type { Concern } from '../attention.rules.ts'

/** The school that a permission is about. Permissions are checked only for rows that the viewer may see. */
export interface SchoolScope {
  schoolId: number
}

/** The fields of a case that permissions depend on. */
export interface CaseState extends SchoolScope {
  closedOn: string | null
}

/**
 * Returns what the cases that a viewer sees are about. Teachers see no money, and clerks nothing but money, as
 * everywhere.
 */
export function visibleConcerns({ role }: Viewer, school: School): Concern[] {
  const money: Concern[] = school.feesModule ? ['FEES'] : []
  if (role === 'FEES') return money
  return role === 'TEACHER' ? ['ATTENDANCE'] : ['ATTENDANCE', ...money]
}

const staff = {
  roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'FEES'],
  general: ({ viewer, school }: { viewer: Viewer; school: School }) =>
    visibleConcerns(viewer, school).length === 0 ? moduleDisabled() : null,
} as const

const whileOpen = ({ row }: { row: CaseState }) => (row.closedOn === null ? null : t`This case is closed.`)

const wholeSchool = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: ({ viewer }: { viewer: Viewer }) =>
    viewer.classIds === null ? null : t`You may see some of the classes only, and rules are for the whole school.`,
} as const

/**
 * Permissions for cases. The SQL that reads rows filters them: a class-limited ADMIN finds those of the own classes, a
 * TEACHER those of the own sections, and each role only what it may know of.
 */
export const attentionActions = {
  list: action<SchoolScope | undefined>('attention.list', staff),
  note: action<CaseState>('attention.note', { ...staff, rule: whileOpen }),
  assign: action<CaseState>('attention.assign', { ...staff, rule: whileOpen }),
  lookAgain: action<CaseState>('attention.lookAgain', { ...staff, rule: whileOpen }),
  close: action<CaseState>('attention.close', { ...staff, rule: whileOpen }),
  /** Messages to families are sent by those who may send them anywhere. */
  write: action<CaseState>('attention.write', { roles: ['SUPERADMIN', 'ADMIN'], rule: whileOpen }),
  viewRules: action<SchoolScope | undefined>('attention.viewRules', wholeSchool),
  setRules: action<SchoolScope | undefined>('attention.setRules', wholeSchool),
}
