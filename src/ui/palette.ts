import type { ApolloClient } from '@apollo/client'
import type { Role } from '#shared/roles.ts'
import type { FlagName } from './activeSchool.ts'

/** One thing the palette found. */
export interface PaletteHit {
  key: string
  text: string
  /** The second line: where it belongs. */
  hint?: string
  /** Where it leads. */
  to: string
}

/**
 * What a domain lets the palette find, besides its screens. A domain's `web/routes.tsx` exports `paletteSources: PaletteSource[]`.
 * `find` is asked with at least two letters and answers at most ten hits.
 */
export interface PaletteSource {
  /** The heading above its hits, such as 'Students'. */
  label: string
  allow: readonly Role[]
  /** Not asked where the school has this switched off. */
  flag?: FlagName
  find: (client: ApolloClient, where: { schoolId: string; termId: string }, text: string) => Promise<PaletteHit[]>
}
