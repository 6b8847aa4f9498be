import { t } from '@lingui/core/macro'

/** The specification's message (section 8) about a term without sections. */
export const noSections = t`There are no sections associated with this term!`

export const canBeReversed = t`A super administrator can reverse this on the page of the promotion until what it added is used, for example for attendance or fees.`
