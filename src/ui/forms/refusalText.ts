import type { Failure } from '../problems.ts'

/**
 * Returns what is said above the buttons, in the screen's own words where it has some. null when every problem stands on its field,
 * because one mistake gets one alert.
 * @param loose what belongs to no field, as `putOnFields` answers it
 */
export function refusalText(
  failure: Failure,
  loose: string | null,
  words?: (message: string, failure: Failure) => string,
): string | null {
  if (loose === null || !words) return loose
  return words(failure.problems.length === 0 ? failure.message : loose, failure)
}
