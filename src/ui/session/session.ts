import { t } from '@lingui/core/macro'
import { readClaims, type SignInClaims } from '#shared/signIn.ts'
import { type Answer, requireOk, post, unexpectedErrorMessage } from './post.ts'
import { type KeptUser, keptUser } from './keptUser.ts'
import { discoverService, ownIssuer } from './signInService.ts'
import {
  clearAllStorage,
  clearFormerProviders,
  endedSessions,
  clearSession,
  storedRememberMe,
  storedService,
  storeService,
  storeRememberMe,
  watchOtherTabs,
} from './storage.ts'
import type { Tokens } from './tokens.ts'

export type SessionState =
  | { state: 'loading'; claims: null }
  | { state: 'signedIn'; claims: SignInClaims }
  | { state: 'signedOut'; claims: null }

/** Error of a refused sign-in. `fields` is true when the e-mail, the password or the code is wrong. */
export class SignInRefused extends Error {
  readonly fields: boolean

  constructor(message: string, fields = false) {
    super(message)
    this.name = 'SignInRefused'
    this.fields = fields
  }
}

// Loads the OpenID library on first use, not with the sign-in page.
const loadTokens = () => import('./tokens.ts')

/** Preloads what the sign-in needs, so that it is there when the form is sent. */
export function prepareSignIn(): void {
  void Promise.all([loadTokens(), discoverService()]).catch(() => undefined)
}

/** How long after the start the library of the tokens is loaded, in milliseconds. */
const libraryDelayMs = 4000

const wrongPasswordMessage = t`Invalid email or password`
const unconfirmedMessage = t`Please confirm your email address`

/** Session of this page: loading, then signed in or signed out (specification, section 4). */
export class Session {
  #current: SessionState = { state: 'loading', claims: null }
  #tokens: Tokens | undefined
  #opening: Promise<Tokens> | undefined
  #user: KeptUser | undefined
  #renewing: Promise<boolean> | undefined
  #checkedAt = 0
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = (): SessionState => this.#current

  /** Finds out who is signed in, and then follows other tabs' changes. */
  async start(): Promise<void> {
    clearFormerProviders()
    watchOtherTabs(() => this.#otherTabChanged())
    endedSessions.keepTrying(window)
    await this.#load()
  }

  /**
   * Signs in with a password, then gets tokens by authorization code with PKCE, like every client.
   * @throws SignInRefused with the message to show
   */
  readonly signIn = async (email: string, password: string, rememberMe: boolean): Promise<void> => {
    try {
      const answer = await post('/auth/sign-in/email', { email: email.trim(), password, rememberMe })
      if (!answer.ok) throw signInRefusalOf(answer)
      clearSession()
      storeRememberMe(rememberMe)
      const tokens = this.#use(await openTokens(rememberMe))
      await this.#adopt(tokens, await tokens.exchange())
    } catch (error) {
      if (error instanceof SignInRefused) throw error
      console.error(error)
      // Without tokens, the session's cookie must not remain.
      if (!this.#user) void post('/auth/sign-out', {}).catch(() => undefined)
      await this.#end()
      throw new SignInRefused(unexpectedErrorMessage)
    }
    if (this.#current.state !== 'signedIn') throw new SignInRefused(unexpectedErrorMessage)
  }

  /** Redirects to the installation's other OpenID provider. */
  readonly signInElsewhere = async (rememberMe: boolean): Promise<void> => {
    storeRememberMe(rememberMe)
    await (await openTokens(rememberMe)).signinRedirect()
  }

  /**
   * Signs out here, at the service and in every other tab, and goes to '/'. Deletes the person's stored data first. If
   * the service cannot be reached, it is told later: see {@link endedSessions}.
   */
  readonly signOut = async (): Promise<void> => {
    const tokens = await this.#open().catch(() => undefined)
    try {
      if (tokens && !tokens.service.own && tokens.service.metadata.end_session_endpoint) {
        clearSession()
        await tokens.signoutRedirect()
        return
      }
      if (tokens?.service.own === false) await tokens.revokeTokens()
      const session = this.#keepToEnd()
      await tokens?.removeUser()
      clearSession()
      if (session) await endedSessions.send()
      else if (tokens?.service.own !== false) requireOk(await post('/auth/sign-out', {}))
    } catch (error) {
      console.error(error)
      await tokens?.removeUser()
      clearAllStorage()
    }
    // Reloading clears everything in memory.
    location.assign('/')
  }

  /**
   * Signs out after the server said that the person has no record. Opens the page anew instead when another person has
   * signed in in another tab while this one was asleep: signing out here would end that person's session, too.
   */
  readonly signOutWithoutRecord = async (): Promise<void> => {
    const tokens = await this.#open().catch(() => undefined)
    // Does not return when the tokens, or those for the session's cookie, are another person's.
    if (tokens?.service.own) await this.#renew().catch(() => undefined)
    await this.signOut()
  }

  /**
   * Returns the access token for a request, renewed when it is about to expire; null when the session has ended.
   * @throws TypeError when it must be renewed and there is no connection
   */
  readonly accessToken = async (): Promise<string | null> => {
    if (!this.#user) return null
    if (secondsLeft(this.#user) > 30) return this.#user.access_token
    return (await this.#renew()) ? this.#user.access_token : null
  }

  /**
   * Checks the session after the server said that nobody is signed in: the account was disabled, deleted or signed out,
   * or the token was too old.
   */
  readonly check = async (): Promise<void> => {
    if (Date.now() - this.#checkedAt < 10_000) return
    this.#checkedAt = Date.now()
    await this.#renew().catch(() => undefined)
  }

  /**
   * Replaces the phone number or an admin's password by the person's own password.
   * @param code the one-time code; '' when none is needed
   * @throws SignInRefused with the message to show; its `fields` is true when the code is wrong
   */
  readonly choosePassword = async (newPassword: string, code: string): Promise<void> => {
    const answer = await post('/auth/choose-password', { newPassword, code }).catch(() => {
      throw new SignInRefused(t`Network request failed`)
    })
    if (answer.status === 401)
      throw new SignInRefused(t`You are signed out. Sign in again; if a password was chosen on another device, use that one.`)
    if (!answer.ok)
      throw new SignInRefused(
        answer.message || unexpectedErrorMessage,
        answer.code === 'WRONG_CODE' || answer.code === 'CODE_NEEDED',
      )
    // The new password ended every other session and this one's tokens.
    const tokens = await this.#open()
    await this.#adopt(tokens, await tokens.exchange())
  }

  async #load(): Promise<void> {
    try {
      const returning = /[?&]code=/.test(location.search) && /[?&]state=/.test(location.search) && location.pathname === '/'
      const remember = storedRememberMe()
      if (remember === null && !returning) return await this.#end()
      if (!returning && (await this.#openAtOnce(remember ?? false))) return
      const tokens = await this.#open()
      if (returning && !tokens.service.own) {
        const user = await tokens.signinRedirectCallback()
        history.replaceState(null, '', '/')
        return await this.#adopt(tokens, user)
      }
      const kept = await tokens.kept()
      if (kept && secondsLeft(kept) > 30) return await this.#adopt(tokens, kept)
      await this.#renew()
    } catch (error) {
      if (isRefusal(error)) return this.#end()
      console.warn(error)
      // Without a connection nobody is signed out: the screens show what they cannot do, and everything is there after
      // a reload.
      if (this.#tokens && this.#user) await this.#adopt(this.#tokens, this.#user).catch(() => this.#showSignIn())
      else this.#showSignIn()
    }
  }

  /**
   * Opens the page with the tokens of the last visit, before anything has been asked or loaded. When they have expired
   * or were ended meanwhile, the first request finds out.
   * @returns false when there are none, or another provider must say whose they are
   */
  async #openAtOnce(remember: boolean): Promise<boolean> {
    const user = storedService()?.issuer === ownIssuer() ? keptUser(remember) : null
    const claims = user && readClaims(user.profile)
    if (!user || !claims) return false
    this.#user = user
    this.#set({ state: 'signedIn', claims })
    // The library, which renews the tokens before they expire, leaves the line to the screen.
    setTimeout(() => void this.#open().catch(() => undefined), libraryDelayMs)
    return true
  }

  /** Loads the library that renews and ends the session, with the tokens of this tab or another. */
  #open(): Promise<Tokens> {
    if (this.#tokens) return Promise.resolve(this.#tokens)
    this.#opening ??= openTokens(storedRememberMe() ?? false)
      .then(async (tokens) => {
        this.#use(tokens)
        // Starts the timer of the renewal, too.
        const user = this.#user && (await tokens.kept())
        if (user) await this.#adopt(tokens, user)
        return tokens
      })
      .finally(() => {
        this.#opening = undefined
      })
    return this.#opening
  }

  /** Renews the tokens by refresh token or, if that is refused or lost, by our own service's cookie. */
  #renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewOnce(): Promise<boolean> {
    if (!this.#user && !this.#tokens) return false
    const used = this.#user?.access_token
    const tokens = await this.#open()
    // Another tab has renewed them while this one loaded the library.
    if (this.#user && this.#user.access_token !== used && secondsLeft(this.#user) > 30) return true
    const renewed = this.#user?.refresh_token ? await nullIfRefused(tokens.signinSilent()) : null
    const user = renewed ?? (tokens.service.own ? await nullIfRefused(tokens.exchange()) : null)
    if (user) await this.#adopt(tokens, user)
    else await this.#end()
    return this.#current.state === 'signedIn'
  }

  #use(tokens: Tokens): Tokens {
    this.#tokens?.stopSilentRenew()
    this.#tokens = tokens
    tokens.events.addUserLoaded((user) => {
      if (!this.#isOfAnother(user)) this.#user = user
    })
    tokens.events.addSilentRenewError((error) => {
      if (isRefusal(error)) void this.#renew().catch(() => undefined)
    })
    return tokens
  }

  async #adopt(tokens: Tokens, user: KeptUser): Promise<void> {
    if (this.#isOfAnother(user)) {
      // The page's data and its waiting entries belong to the previous person.
      location.assign('/')
      return new Promise(() => undefined)
    }
    this.#user = user
    const claims = await tokens.claims(user)
    if (!claims) return this.#end()
    const before = this.#current.claims
    if (JSON.stringify(before) !== JSON.stringify(claims)) this.#set({ state: 'signedIn', claims })
  }

  /** Returns whether the tokens are of another person, who signed in in another tab while this one was asleep. */
  #isOfAnother(user: KeptUser): boolean {
    return this.#user !== undefined && this.#user.profile.sub !== user.profile.sub
  }

  /** Stores this page's session, to end it at our own service. Returns false when there is none. */
  #keepToEnd(): boolean {
    const session = this.#user?.profile.sid
    if (typeof session !== 'string' || this.#tokens?.service.own === false) return false
    endedSessions.add(session)
    return true
  }

  /** Ends the session here: stops the renewal and deletes the tokens. */
  async #end(): Promise<void> {
    const tokens = this.#tokens
    if (this.#keepToEnd()) void endedSessions.send().catch(() => undefined)
    this.#tokens = undefined
    this.#user = undefined
    tokens?.stopSilentRenew()
    await tokens?.removeUser()
    clearSession()
    this.#showSignIn()
  }

  #showSignIn(): void {
    this.#set({ state: 'signedOut', claims: null })
  }

  #otherTabChanged(): void {
    const remember = storedRememberMe()
    if (remember === null) {
      if (this.#current.state === 'signedIn') location.assign('/')
    } else if (this.#current.state === 'signedOut') void this.#load()
  }

  #set(next: SessionState): void {
    this.#current = next
    for (const listener of this.#listeners) listener()
  }
}

async function openTokens(remember: boolean): Promise<Tokens> {
  const [{ Tokens }, service] = await Promise.all([loadTokens(), discoverService()])
  storeService(service.metadata)
  return new Tokens(service, remember)
}

/** Returns whether the service answered with a refusal; any other error may be a lost connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ErrorResponse'
}

function secondsLeft({ expires_at }: KeptUser): number {
  return (expires_at ?? 0) - Date.now() / 1000
}

function signInRefusalOf({ status, code, message }: Answer): SignInRefused {
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_EMAIL') return new SignInRefused(wrongPasswordMessage, true)
  if (code === 'EMAIL_NOT_VERIFIED') return new SignInRefused(unconfirmedMessage)
  // 503 has a sentence too: too many sign in at this moment. A proxy's own pages have none.
  return new SignInRefused(status !== 500 && message ? message : unexpectedErrorMessage)
}

/** Returns null when the service refuses; rethrows a lost connection. */
async function nullIfRefused(work: Promise<KeptUser | null>): Promise<KeptUser | null> {
  return work.catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
}
