import Bowser from 'bowser'
import { t } from '#shared/texts.ts'

/**
 * Returns the browser and system of a user agent, such as "Chrome on Android"; "Unknown browser" when not recognised.
 */
export function deviceName(userAgent: string): string {
  const { browser, os } = userAgent === '' ? { browser: {}, os: {} } : Bowser.parse(userAgent)
  const name = (browser.name ?? '') || t`Unknown browser`
  return os.name ? t`${name} on ${os.name}` : name
}
