import type { User } from 'oidc-client-ts'
import type { SignInClaims } from '#shared/signIn.ts'
import { type Answer, mustBeOk, post, unexpected } from './post.ts'
import { findService } from './service.ts'
import {
  clearEverything,
  clearFormerProviders,
  endedSessions,
  forgetPerson,
  remembered,
  rememberService,
  setRemembered,
  watchOtherTabs,
} from './storage.ts'
import type { Tokens } from './tokens.ts'

export type SessionState =
  | { state: 'loading'; claims: null }
  | { state: 'signedIn'; claims: SignInClaims }
  | { state: 'signedOut'; claims: null }

/** Why somebody could not sign in; `fields` when the e-mail, the password or the code is wrong. */
export class SignInRefused extends Error {
  readonly fields: boolean

  constructor(message: string, fields = false) {
    super(message)
    this.name = 'SignInRefused'
    this.fields = fields
  }
}

// The library comes when there is something to do for it, not with the sign-in page.
const library = () => import('./tokens.ts')

/** Fetches what signing in needs, so that it is there when the form is sent. */
export function prepareSignIn(): void {
  void Promise.all([library(), findService()]).catch(() => undefined)
}

const wrongPassword = 'Invalid email or password'
const unconfirmed = 'Please confirm your email address'

/** The session of this page: loading, then signed in or signed out (specification, section 4). */
export class Session {
  #current: SessionState = { state: 'loading', claims: null }
  #tokens: Tokens | undefined
  #user: User | undefined
  #renewing: Promise<boolean> | undefined
  #checkedAt = 0
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly current = (): SessionState => this.#current

  /** Finds out who is signed in, and follows what other tabs do from then on. */
  async start(): Promise<void> {
    clearFormerProviders()
    watchOtherTabs(() => this.#otherTabChanged())
    endedSessions.keepTrying(window)
    await this.#load()
  }

  /**
   * Signs in with a password. The way to the tokens is the same as everywhere: authorization code with PKCE.
   * @throws SignInRefused with the words to show
   */
  readonly signIn = async (email: string, password: string, rememberMe: boolean): Promise<void> => {
    try {
      const answer = await post('/auth/sign-in/email', { email: email.trim(), password, rememberMe })
      if (!answer.ok) throw refusedSignIn(answer)
      forgetPerson()
      setRemembered(rememberMe)
      const tokens = this.#use(await openTokens(rememberMe))
      await this.#adopt(tokens, await tokens.exchange())
    } catch (error) {
      if (error instanceof SignInRefused) throw error
      console.error(error)
      // The cookie of a session that gave no tokens must not be left behind.
      if (!this.#user) void post('/auth/sign-out', {}).catch(() => undefined)
      await this.#end()
      throw new SignInRefused(unexpected)
    }
    if (this.#current.state !== 'signedIn') throw new SignInRefused(unexpected)
  }

  /** Leaves the page for the other OpenID provider of the installation. */
  readonly signInElsewhere = async (rememberMe: boolean): Promise<void> => {
    setRemembered(rememberMe)
    await (await openTokens(rememberMe)).signinRedirect()
  }

  /**
   * Signs out here, at the service and in every other tab, and goes to '/'. What is kept of the person goes first. A service that
   * cannot be reached is told later: see {@link endedSessions}.
   */
  readonly signOut = async (): Promise<void> => {
    const tokens = this.#tokens
    try {
      if (tokens && !tokens.service.own && tokens.service.metadata.end_session_endpoint) {
        forgetPerson()
        await tokens.signoutRedirect()
        return
      }
      if (tokens?.service.own === false) await tokens.revokeTokens()
      const session = this.#keepToEnd()
      await tokens?.removeUser()
      forgetPerson()
      if (session) await endedSessions.send()
      else if (tokens?.service.own !== false) mustBeOk(await post('/auth/sign-out', {}))
    } catch (error) {
      console.error(error)
      await tokens?.removeUser()
      clearEverything()
    }
    // Everything that was in memory goes with the page.
    location.assign('/')
  }

  /**
   * The access token for a request, renewed when it is about to end; null when the session is over.
   * @throws TypeError when it must be renewed and there is no connection
   */
  readonly accessToken = async (): Promise<string | null> => {
    if (!this.#user) return null
    if (secondsLeft(this.#user) > 30) return this.#user.access_token
    return (await this.#renew()) ? this.#user.access_token : null
  }

  /** The server said that nobody is signed in: the account is disabled, deleted or signed out, or the token was too old. */
  readonly check = async (): Promise<void> => {
    if (Date.now() - this.#checkedAt < 10_000) return
    this.#checkedAt = Date.now()
    await this.#renew().catch(() => undefined)
  }

  /**
   * Puts a password of the person's own in place of the phone number or of one set by an admin.
   * @param code the one-time code; '' where none is needed
   * @throws SignInRefused with the words to show; its `fields` says that the code is what is wrong
   */
  readonly choosePassword = async (newPassword: string, code: string): Promise<void> => {
    const answer = await post('/auth/choose-password', { newPassword, code }).catch(() => {
      throw new SignInRefused('Network request failed')
    })
    if (answer.status === 401)
      throw new SignInRefused('You are signed out. Sign in again; if a password was chosen on another device, use that one.')
    if (!answer.ok)
      throw new SignInRefused(answer.message || unexpected, answer.code === 'WRONG_CODE' || answer.code === 'CODE_NEEDED')
    // The new password ended every other session, and this one's tokens with them.
    if (this.#tokens) await this.#adopt(this.#tokens, await this.#tokens.exchange())
  }

  async #load(): Promise<void> {
    try {
      const returning = /[?&]code=/.test(location.search) && /[?&]state=/.test(location.search) && location.pathname === '/'
      const remember = remembered()
      if (remember === null && !returning) return await this.#end()
      const tokens = this.#use(await openTokens(remember ?? false))
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
      // Without a connection nobody is signed out: the screens say what they cannot do, and a reload finds everything there.
      if (this.#tokens && this.#user) await this.#adopt(this.#tokens, this.#user).catch(() => this.#showSignIn())
      else this.#showSignIn()
    }
  }

  /** Renews by refresh token or, where that is refused or lost, by the cookie of our own service. */
  #renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #renewOnce(): Promise<boolean> {
    const tokens = this.#tokens
    if (!tokens) return false
    const renewed = this.#user?.refresh_token ? await unlessRefused(tokens.signinSilent()) : null
    const user = renewed ?? (tokens.service.own ? await unlessRefused(tokens.exchange()) : null)
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

  async #adopt(tokens: Tokens, user: User): Promise<void> {
    if (this.#isOfAnother(user)) {
      // What this page shows, and what waits in it to be sent, is of the one before.
      location.assign('/')
      return new Promise(() => undefined)
    }
    this.#user = user
    const claims = await tokens.claims(user)
    if (!claims) return this.#end()
    const before = this.#current.claims
    if (JSON.stringify(before) !== JSON.stringify(claims)) this.#set({ state: 'signedIn', claims })
  }

  /** In another tab somebody else has signed in, and this one has slept through it. */
  #isOfAnother(user: User): boolean {
    return this.#user !== undefined && this.#user.profile.sub !== user.profile.sub
  }

  /** Keeps this page's session to be ended at our own service; false when there is none. */
  #keepToEnd(): boolean {
    const session = this.#user?.profile.sid
    if (typeof session !== 'string' || !this.#tokens?.service.own) return false
    endedSessions.add(session)
    return true
  }

  /** Signed out: renewing stops and the tokens go. */
  async #end(): Promise<void> {
    const tokens = this.#tokens
    if (this.#keepToEnd()) void endedSessions.send().catch(() => undefined)
    this.#tokens = undefined
    this.#user = undefined
    tokens?.stopSilentRenew()
    await tokens?.removeUser()
    forgetPerson()
    this.#showSignIn()
  }

  #showSignIn(): void {
    this.#set({ state: 'signedOut', claims: null })
  }

  #otherTabChanged(): void {
    const remember = remembered()
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
  const [{ Tokens }, service] = await Promise.all([library(), findService()])
  rememberService(service.metadata)
  return new Tokens(service, remember)
}

/** The service has answered, and the answer is no; everything else may be a lost connection. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.name === 'ErrorResponse'
}

function secondsLeft(user: User): number {
  return user.expires_in ?? 0
}

function refusedSignIn({ status, code, message }: Answer): SignInRefused {
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_EMAIL') return new SignInRefused(wrongPassword, true)
  if (code === 'EMAIL_NOT_VERIFIED') return new SignInRefused(unconfirmed)
  return new SignInRefused(status < 500 && message ? message : unexpected)
}

/** null when the service refuses; a lost connection is passed on. */
async function unlessRefused(work: Promise<User | null>): Promise<User | null> {
  return work.catch((error: unknown) => {
    if (isRefusal(error)) return null
    throw error
  })
}
