import type { Selectable } from 'kysely'
import { action } from '#platform/action.ts'
import type { IdCardDesigns } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { CardHolderKind } from '../cardFields.ts'

export type Design = Selectable<IdCardDesigns>

/**
 * Who may do what with ID cards: the office (specification, section 2). An ADMIN limited to classes prints the cards of these;
 * how cards look, and the cards of those who work for the school, are about the whole school.
 */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

const wholeSchool = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : 'You may see some of the classes only, and this is about the whole school.'

const officeOfWholeSchool = { ...office, general: wholeSchool }

export interface OfSchool {
  schoolId: number
}

export const idCardActions = {
  view: action<OfSchool | undefined>('idCard.view', office),
  viewStaff: action<OfSchool | undefined>('idCard.viewStaff', officeOfWholeSchool),
  order: action<undefined>('idCard.order', office),
  design: action<OfSchool | undefined>('idCard.design', officeOfWholeSchool),
  deleteDesign: action<Design>('idCard.deleteDesign', officeOfWholeSchool),
}

/** What is needed to see whose cards they are. */
export function viewActionOf(holder: CardHolderKind) {
  return holder === 'STAFF' ? idCardActions.viewStaff : idCardActions.view
}
