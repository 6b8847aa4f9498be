import Bowser from 'bowser'

/** Returns browser and system of a user agent in words, "Chrome on Android"; for one that says nothing known "Unknown browser". */
export function deviceName(userAgent: string): string {
  const { browser, os } = userAgent === '' ? { browser: {}, os: {} } : Bowser.parse(userAgent)
  const name = (browser.name ?? '') || 'Unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}
