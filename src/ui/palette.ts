import type { DataClient } from './data/dataClient.ts'
import type { Role } from '#shared/roles.ts'
import type { FlagName } from './activeSchool.ts'

/** A search result of the palette. */
export interface PaletteHit {
  key: string
  text: string
  /** Second line: where the result belongs. */
  hint?: string
  /** URL that it opens. */
  to: string
  /** What it does, instead of opening the URL. */
  run?: () => void
}

/**
 * A domain's search in the palette, besides its screens. A domain's `web/routes.tsx` exports `paletteSources:
 * PaletteSource[]`. `find` receives at least two letters and returns at most ten results.
 */
export interface PaletteSource {
  /** Heading above the results, such as 'Students'. */
  label: string
  allow: readonly Role[]
  /** Skipped when the school has this flag off. */
  flag?: FlagName
  find: (client: DataClient, where: { schoolId: string; termId: string }, text: string) => Promise<PaletteHit[]>
}
