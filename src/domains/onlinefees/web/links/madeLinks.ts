import { countWithNoun } from '#shared/plural.ts'
import { showDay, schoolDay } from '#shared/dates.ts'
import type { MadeLinkFactsFragment, MakeGuardianLinksMutation } from './links.graphql.ts'

export type MadeLinks = MakeGuardianLinksMutation['makeGuardianLinks']
export type MadeLink = MadeLinkFactsFragment

interface NamedChild {
  name: string
  sectionName: string
}

/** `Asha Patil 7-B, Rohan Patil 4-A`. */
export function childWords(children: readonly NamedChild[]): string {
  return children.map(({ name, sectionName }) => `${name} ${sectionName}`).join(', ')
}

/** The last day on which a link works. */
export function validUntil(expiresAt: string): string {
  return showDay(schoolDay(new Date(expiresAt)))
}

/** `12 links made, 3 that were there are valid longer now.` */
export function madeWords({ links }: Pick<MadeLinks, 'links'>): string {
  const made = links.filter((link) => link.made).length
  const extended = links.length - made
  const parts = [
    made > 0 && `${made === 1 ? 'One link' : countWithNoun(made, 'link')} made`,
    extended > 0 &&
      `${extended === 1 ? 'one that was there is' : `${extended.toLocaleString('en-IN')} that were there are`} valid longer now`,
  ]
  const words = parts.filter(Boolean).join(', ')
  return words === '' ? '' : `${words[0]?.toUpperCase()}${words.slice(1)}.`
}
