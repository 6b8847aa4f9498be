import { signIn } from '#shared/signIn.ts'
import { ownIssuer } from './signInService.ts'
import { tokenStorage } from './storage.ts'

/** Tokens and claims of a session, as the OpenID library stores them. Its `User` is one. */
export interface KeptUser {
  access_token: string
  refresh_token?: string | undefined
  /** Seconds since 1970, by the device's clock. */
  expires_at?: number | undefined
  /** The claims of the ID token. */
  profile: { sub: string; [claim: string]: unknown }
}

/**
 * Returns the tokens that our own service gave at the last visit, without loading the OpenID library; null when there
 * are none. They may have expired.
 */
export function keptUser(remember: boolean): KeptUser | null {
  try {
    const text = tokenStorage(remember).getItem(`oidc.user:${ownIssuer()}:${signIn.client}`)
    const user = JSON.parse(text ?? 'null') as Partial<KeptUser> | null
    return user?.access_token && user.profile?.sub ? (user as KeptUser) : null
  } catch {
    // Not what the library writes: it decides.
    return null
  }
}
