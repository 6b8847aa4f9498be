import type { Failure } from '../problems.ts'

/**
 * Returns the message above the buttons, in the screen's own words if it has some. null when every problem is shown at
 * its field, because each problem gets one alert.
 * @param unplacedMessage the problems of no field, as `setFieldErrors` returns them
 */
export function refusalMessage(
  failure: Failure,
  unplacedMessage: string | null,
  screenMessage?: (message: string, failure: Failure) => string,
): string | null {
  if (unplacedMessage === null || !screenMessage) return unplacedMessage
  return screenMessage(failure.problems.length === 0 ? failure.message : unplacedMessage, failure)
}
