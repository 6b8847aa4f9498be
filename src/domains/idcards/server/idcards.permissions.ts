import type { Selectable } from 'kysely'
import { action } from '#platform/action.ts'
import type { IdCardDesigns } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import type { CardHolderKind } from '../cardFields.ts'

export type Design = Selectable<IdCardDesigns>

/**
 * The office may use ID cards (specification, section 2). A class-limited admin prints the cards of the classes;
 * designs and staff cards concern the whole school.
 */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const

const wholeSchool = ({ viewer }: { viewer: Viewer }) =>
  viewer.classIds === null ? null : t`You may see some of the classes only, and this is about the whole school.`

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

/** Returns the action that the viewer needs to see a kind of holder. */
export function viewActionOf(holder: CardHolderKind) {
  return holder === 'STAFF' ? idCardActions.viewStaff : idCardActions.view
}
