import type pg from 'pg'
import { signIn } from '#shared/signIn.ts'

/** Stores the one OAuth client, our own pages at this URL. Idempotent; a repeat only updates the URL. */
export async function registerClient(pool: pg.Pool, appUrl: string): Promise<void> {
  const { protocol, hostname } = new URL(appUrl)
  const loopback = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  await pool.query(
    `insert into "oauthClient"
       ("clientId", name, "redirectUris", "postLogoutRedirectUris", "tokenEndpointAuthMethod", "applicationType", "grantTypes",
        "responseTypes", scopes, "requirePKCE", "skipConsent", "enableEndSession", disabled, "createdAt", "updatedAt")
     values ($1, 'Shala', $2, $2, 'none', $3, '["authorization_code", "refresh_token"]', '["code"]', $4, true, true, true, false,
       now(), now())
     on conflict ("clientId") do update set
       "redirectUris" = excluded."redirectUris", "postLogoutRedirectUris" = excluded."postLogoutRedirectUris",
       "applicationType" = excluded."applicationType", scopes = excluded.scopes, "updatedAt" = now()`,
    [
      signIn.client,
      JSON.stringify([`${appUrl}/`]),
      // Only a native client may have a URL without TLS, and only on this machine.
      loopback ? 'native' : 'web',
      JSON.stringify(signIn.scope.split(' ')),
    ],
  )
}
