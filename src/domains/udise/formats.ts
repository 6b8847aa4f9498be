import { format as of202526 } from './formats/2025-26.ts'
import type { UdiseFormat } from './udise.format.ts'

/** The formats of the portal, the oldest first. A new year is a file and a line here. */
export const udiseFormats: readonly [UdiseFormat, ...UdiseFormat[]] = [of202526]

/**
 * Returns the format that holds for a term: the newest whose year is not after the year in the term's name. A term
 * before the oldest format, and one without a year in its name, has the oldest and the newest.
 */
export function formatOf(termName: string, formats = udiseFormats): UdiseFormat {
  const year = /(?:19|20)\d{2}/.exec(termName)?.[0]
  const newestFirst = formats.toReversed()
  const found = year === undefined ? newestFirst[0] : newestFirst.find((format) => format.year.slice(0, 4) <= year)
  return found ?? formats[0]
}
