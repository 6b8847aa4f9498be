/** Push services of the browsers: Chrome and Edge on Android, Firefox, Edge on Windows, Safari. */
const browserServices = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.notify.windows.com', '*.push.apple.com']

/** A host, or `*.` and the end of one, with an optional port. */
export const hostShape = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/

/**
 * Returns whether a device's URL belongs to a push service. The URL comes from a browser, and the server posts to it:
 * any other URL would let people reach what only the server can.
 *
 * @param extraHosts hosts allowed besides those of the browsers
 * @param standIn the origin of the development stand-in, which may use plain HTTP
 */
export function isPushUrl(address: string, extraHosts: readonly string[], standIn?: string): boolean {
  if (address.length > 2000 || !URL.canParse(address)) return false
  const { protocol, host, origin, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  if (origin === standIn) return true
  return protocol === 'https:' && [...browserServices, ...extraHosts].some((allowed) => matches(host, allowed))
}

function matches(host: string, allowed: string): boolean {
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) && host.length > allowed.length - 1 : host === allowed
}
