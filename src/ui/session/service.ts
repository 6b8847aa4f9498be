import type { OidcMetadata } from 'oidc-client-ts'
import { lastService } from './storage.ts'

/** Where people sign in: our own service, or another OpenID provider that the installation names. */
export interface SignInService {
  own: boolean
  /** Its discovery document. */
  metadata: Partial<OidcMetadata>
}

/** The issuer of our own service at this page's address. */
export const ownIssuer = () => `${location.origin}/auth`
let found: Promise<SignInService> | undefined

/**
 * Reads, once, which service signs people in. Without a connection it is the one of the last time, for those who are signed
 * in; without that it rejects, and the next call asks again.
 */
export function findService(): Promise<SignInService> {
  found ??= discover().catch((error: unknown) => {
    found = undefined
    const last = lastService()
    if (!last) throw error
    return { own: last.issuer === ownIssuer(), metadata: last }
  })
  return found
}

async function discover(): Promise<SignInService> {
  const response = await fetch('/auth/.well-known/openid-configuration')
  if (!response.ok) throw new TypeError(`The sign-in service answered ${response.status}.`)
  const metadata = (await response.json()) as Partial<OidcMetadata>
  const issuer = metadata.issuer ?? ''
  // The service is ours but this page was opened under another of its names, such as 127.0.0.1 for localhost.
  if (issuer !== ownIssuer() && metadata.token_endpoint === `${issuer}/oauth2/token` && issuer.endsWith('/auth')) {
    location.replace(new URL(location.pathname + location.search, issuer))
    return new Promise(() => undefined)
  }
  return { own: issuer === ownIssuer(), metadata }
}
