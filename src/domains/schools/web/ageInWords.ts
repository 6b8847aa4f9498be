import { plural } from '@lingui/core/macro'

/** Returns how long ago something was, in its largest unit. */
export function ageInWords(ms: number): string {
  if (ms < 60_000) return plural(Math.round(ms / 1000), { one: '# second', other: '# seconds' })
  if (ms < 2 * 3_600_000) return plural(Math.round(ms / 60_000), { one: '# minute', other: '# minutes' })
  return plural(Math.round(ms / 3_600_000), { one: '# hour', other: '# hours' })
}
