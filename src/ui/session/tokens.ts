import { t } from '@lingui/core/macro'
import { OidcClient, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { readClaims, type SignInClaims, signIn } from '#shared/signIn.ts'
import type { KeptUser } from './keptUser.ts'
import { ownIssuer, type SignInService } from './signInService.ts'
import { tokenStorage } from './storage.ts'

/** Tokens of a session, in the storage that "Remember me" selects. One tab at a time renews them. */
export class Tokens extends UserManager {
  readonly service: SignInService
  readonly #client: OidcClient
  /** The access token that this tab uses. */
  #known: string | undefined

  constructor(service: SignInService, remember: boolean) {
    const settings = {
      authority: service.metadata.issuer ?? ownIssuer(),
      metadata: service.metadata,
      client_id: signIn.client,
      redirect_uri: `${location.origin}/`,
      post_logout_redirect_uri: `${location.origin}/`,
      response_type: 'code',
      scope: signIn.scope,
      resource: signIn.resource,
      userStore: new WebStorageStateStore({ store: tokenStorage(remember) }),
      // The state of the authorization request is needed for seconds only.
      stateStore: new WebStorageStateStore({ store: sessionStorage }),
      automaticSilentRenew: true,
      revokeTokenTypes: ['refresh_token' as const],
      loadUserInfo: false,
      monitorSession: false,
    }
    super(settings)
    this.service = service
    this.#client = new OidcClient(settings)
    this.events.addUserLoaded((user) => {
      this.#known = user.access_token
    })
  }

  /**
   * Gets tokens for our own service's session cookie without leaving the page: a code with PKCE, requested by fetch.
   */
  async exchange(): Promise<User> {
    const request = await this.#client.createSigninRequest({ request_type: 'si:r', prompt: 'none' })
    const response = await fetch(request.url, { headers: { accept: 'application/json' } })
    const { url } = response.ok ? ((await response.json()) as { url?: string }) : {}
    if (!url) throw new Error(t`The sign-in service answered ${response.status}.`)
    return this.signinRedirectCallback(url)
  }

  /** Returns the stored tokens, from this tab or another. */
  async kept(): Promise<User | null> {
    return this.getUser(true)
  }

  /**
   * Renews the tokens. One tab does it and the others take the result. The library's timer calls it too.
   * @throws ErrorResponse when the service refuses; another error when it cannot be reached
   */
  override async signinSilent(): Promise<User | null> {
    return oneTabAtATime(async () => {
      const kept = await this.getUser()
      if (kept && kept.access_token !== this.#known && (kept.expires_in ?? 0) > 30) {
        await this.events.load(kept)
        return kept
      }
      return super.signinSilent()
    })
  }

  /**
   * Stores the tokens. Computes the remaining lifetime from the service's own timestamps, because many phones' clocks
   * are wrong by more than a token's lifetime.
   */
  override async storeUser(user: User | null): Promise<void> {
    if (user?.expires_at && this.service.own) user.expires_in = user.expires_at - user.profile.iat
    return super.storeUser(user)
  }

  /** Returns the claims of the tokens; null when the role or the school is missing. */
  async claims(user: KeptUser): Promise<SignInClaims | null> {
    if (this.service.own) return readClaims(user.profile)
    const response = await fetch('/auth/claims', { headers: { authorization: `Bearer ${user.access_token}` } })
    if (response.status >= 500) throw new Error(`The server answered ${response.status}.`)
    return response.ok ? readClaims((await response.json()) as Record<string, unknown>) : null
  }
}

async function oneTabAtATime<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure page; elsewhere the service's reuse interval covers two renewals.
  if (!('locks' in navigator)) return work()
  return navigator.locks.request('shala-tokens', work)
}
