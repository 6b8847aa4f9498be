import { plural, t } from '@lingui/core/macro'
import { showDay, schoolDay } from '#shared/dates.ts'
import type { MadeLinkFactsFragment, MakeGuardianLinksMutation } from './links.graphql.ts'

export type MadeLinks = MakeGuardianLinksMutation['makeGuardianLinks']
export type MadeLink = MadeLinkFactsFragment

interface NamedChild {
  name: string
  sectionName: string
}

/** Returns `Asha Patil 7-B, Rohan Patil 4-A`. */
export function childNames(children: readonly NamedChild[]): string {
  return children.map(({ name, sectionName }) => `${name} ${sectionName}`).join(', ')
}

/** Returns the last day on which a link works. */
export function validUntil(expiresAt: string): string {
  return showDay(schoolDay(new Date(expiresAt)))
}

/** Returns `12 links made, 3 existing links extended.` */
export function madeLinksText({ links }: Pick<MadeLinks, 'links'>): string {
  const made = links.filter((link) => link.made).length
  const extended = links.length - made
  if (made === 0)
    return extended === 0 ? '' : plural(extended, { one: 'One existing link extended.', other: '# existing links extended.' })
  if (extended === 0) return plural(made, { one: 'One link made.', other: '# links made.' })
  return t`${plural(made, { one: 'One link', other: '# links' })} made, ${plural(extended, { one: 'one existing link', other: '# existing links' })} extended.`
}
