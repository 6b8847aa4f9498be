import { countWithNoun } from '#shared/plural.ts'
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
  const parts = [
    made > 0 && `${made === 1 ? 'One link' : countWithNoun(made, 'link')} made`,
    extended > 0 && `${extended === 1 ? 'one existing link' : countWithNoun(extended, 'existing link')} extended`,
  ]
  const text = parts.filter(Boolean).join(', ')
  return text === '' ? '' : `${text[0]?.toUpperCase()}${text.slice(1)}.`
}
