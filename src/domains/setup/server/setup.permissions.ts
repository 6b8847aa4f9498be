import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'

/** What the row of a permission has. */
export interface OfSchool {
  schoolId: number
}

/** Setting a school up is for those who see all of it. */
const wholeSchool = {
  roles: ['SUPERADMIN', 'ADMIN'],
  general: ({ viewer }: { viewer: Viewer }) =>
    viewer.classIds === null ? null : 'You may see some of the classes only, and this is about the whole school.',
} as const

export const setupActions = {
  view: action<OfSchool | undefined>('setup.view', wholeSchool),
  hide: action<OfSchool | undefined>('setup.hide', wholeSchool),
}
