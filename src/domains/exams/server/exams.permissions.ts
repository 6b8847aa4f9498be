import { action } from '#platform/action.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'
import type { AssessmentRow, SchemeRow } from './schemes.sql.ts'

/** SUPERADMIN and ADMIN say how classes are assessed, where the school has the module. */
const office = { roles: ['SUPERADMIN', 'ADMIN'], flag: 'exams' } as const

/** The row of an action that is not about one scheme. */
export interface SchoolRow {
  schoolId: number
}

/** Schemes are those of the whole school. */
function refuseLimitedAdmin({ viewer }: { viewer: Viewer }): string | null {
  return viewer.classIds ? t`You are limited to some classes, and schemes are shared by all classes` : null
}

/** Returns why a scheme of these classes cannot be deleted. */
function schemeIsUsed(classes: readonly string[]): Refusal {
  const list = joinWithAnd(classes)
  return new Refusal('CONFLICT', t`This scheme cannot be deleted: it is used by ${list}.`)
}

export const schemeActions = {
  list: action<undefined>('scheme.list', office),
  copy: action<SchoolRow>('scheme.copy', { ...office, general: refuseLimitedAdmin }),
  change: action<SchemeRow>('scheme.change', { ...office, general: refuseLimitedAdmin }),
  delete: action<SchemeRow>('scheme.delete', {
    ...office,
    general: refuseLimitedAdmin,
    rule: ({ row }) => (row.classes.length === 0 ? null : schemeIsUsed(row.classes.map(classWithTerm))),
  }),
}

/** Formats a class with its term: `7 (2026-27)`. */
function classWithTerm({ name, termName }: SchemeRow['classes'][number]): string {
  return t`class ${name} (${termName})`
}

export const assessmentActions = {
  view: action<undefined>('assessment.view', office),
  assess: action<AssessmentRow>('assessment.assess', office),
}
