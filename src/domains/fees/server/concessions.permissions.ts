import { action } from '#platform/action.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import { counter, office, type SchoolRow, wholeSchoolOffice } from './fees.permissions.ts'

/** Concessions: the office gives them, and the counter sees them. Students are limited to the viewer's classes. */
export const concessionActions = {
  listKinds: action<SchoolRow | undefined>('concessionKind.list', counter),
  addKind: action<SchoolRow | undefined>('concessionKind.add', wholeSchoolOffice),
  updateKind: action<SchoolRow>('concessionKind.update', wholeSchoolOffice),
  deleteKind: action<SchoolRow>('concessionKind.delete', wholeSchoolOffice),
  list: action<SchoolRow | undefined>('concession.list', counter),
  give: action<SchoolRow | undefined>('concession.give', office),
  end: action<SchoolRow & { endedOn: string | null }>('concession.end', {
    ...office,
    rule: ({ row }) => (row.endedOn === null ? null : t`This concession was ended already`),
  }),
}

/** A discount request, as far as permissions need it. */
interface RequestRow extends SchoolRow {
  createdBy: string
}

const isOwn = ({ viewer, row }: { viewer: Viewer; row: RequestRow }) =>
  row.createdBy === viewer.subject ? null : t`Only the person who asked for it can withdraw it`

/** Discounts above the limit of the school. */
export const discountRequestActions = {
  list: action<SchoolRow | undefined>('discountRequest.list', office),
  approve: action<SchoolRow>('discountRequest.approve', office),
  refuse: action<SchoolRow>('discountRequest.refuse', office),
  withdraw: action<RequestRow>('discountRequest.withdraw', { ...counter, rule: isOwn }),
}
