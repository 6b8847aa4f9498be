import { t } from '@lingui/core/macro'
import type { CardHolderKind, CardLayout, CardLook } from '../cardFields.ts'
import type { CardDesignFragment } from './idcards.graphql.ts'

export const layoutLabels: Readonly<Record<CardLayout, { label: string; hint: string }>> = {
  CLASSIC: { label: t`Classic`, hint: t`Landscape, with a band on top` },
  BAND: { label: t`Band`, hint: t`Landscape, with a band at the left` },
  PORTRAIT: { label: t`Portrait`, hint: t`For a lanyard` },
}

export const holderLabels: Readonly<Record<CardHolderKind, string>> = { STUDENT: t`Students`, STAFF: t`Staff` }

export const outputLabels = { SHEET: t`A4 sheets, ten cards each`, SINGLE: t`One card side per page` } as const
export const outputHints = {
  SHEET: t`With crop marks; print on both sides, flipped on the long edge, at 100 %.`,
  SINGLE: t`Each side on a page of 85.60 × 53.98 mm, for a printer of plastic cards.`,
} as const

export const withoutPhotoLabels = { PRINT: t`Print them with an empty space`, LEAVE_OUT: t`Leave them out` } as const

/** Returns the look of a design, with the school's colour if it has none of its own. */
export function lookOf(design: Omit<CardDesignFragment, 'id' | 'version' | 'viewerCan' | 'name'>, schoolColor: string): CardLook {
  return { ...design, color: design.color ?? schoolColor }
}
