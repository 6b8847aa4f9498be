import { action } from '#platform/action.ts'
import type { HolisticSection } from './holistic.sql.ts'

const staff = { roles: ['SUPERADMIN', 'ADMIN', 'TEACHER'], flag: 'exams' } as const

export const holisticActions = {
  view: action<undefined>('holistic.view', staff),
  /** A TEACHER enters in the own sections, as their class teacher. The rows are narrowed to these. */
  enter: action<HolisticSection>('holistic.enter', staff),
}
