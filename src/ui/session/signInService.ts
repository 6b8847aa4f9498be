import { t } from '@lingui/core/macro'
import type { OidcMetadata } from 'oidc-client-ts'
import { storedService } from './storage.ts'

/** The sign-in service: our own, or another OpenID provider that the installation names. */
export interface SignInService {
  own: boolean
  /** Its discovery document. */
  metadata: Partial<OidcMetadata>
}

/** Issuer of our own service at this page's origin. */
export const ownIssuer = () => `${location.origin}/auth`
let servicePromise: Promise<SignInService> | undefined

/**
 * Returns the sign-in service, read once. Without a connection it returns the one of the last visit, for people who are
 * signed in. If there is none it rejects, and the next call tries again.
 */
export function discoverService(): Promise<SignInService> {
  servicePromise ??= discover().catch((error: unknown) => {
    servicePromise = undefined
    const last = storedService()
    if (!last) throw error
    return { own: last.issuer === ownIssuer(), metadata: last }
  })
  return servicePromise
}

async function discover(): Promise<SignInService> {
  const response = await fetch('/auth/.well-known/openid-configuration')
  if (!response.ok) throw new TypeError(t`The sign-in service answered ${response.status}.`)
  const metadata = (await response.json()) as Partial<OidcMetadata>
  const issuer = metadata.issuer ?? ''
  // Our service, but the page was opened under another of its names, such as 127.0.0.1 for localhost.
  if (issuer !== ownIssuer() && metadata.token_endpoint === `${issuer}/oauth2/token` && issuer.endsWith('/auth')) {
    location.replace(new URL(location.pathname + location.search, issuer))
    return new Promise(() => undefined)
  }
  return { own: issuer === ownIssuer(), metadata }
}
