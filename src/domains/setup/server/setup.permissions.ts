import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'

/** The school that a permission is about. */
export interface OfSchool {
  schoolId: number
}

/** The set-up is for viewers who see the whole school. */
const wholeSchool = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: ({ viewer }: { viewer: Viewer }) =>
    viewer.classIds === null ? null : t`You may see some of the classes only, and this is about the whole school.`,
} as const

export const setupActions = {
  view: action<OfSchool | undefined>('setup.view', wholeSchool),
  hide: action<OfSchool | undefined>('setup.hide', wholeSchool),
}
