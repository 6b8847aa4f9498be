import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { signIn } from '#shared/signIn.ts'

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface Tokens {
  accessToken: string
  refreshToken: string
  idToken: string
}

const tokenAnswer = z.object({ access_token: z.string(), refresh_token: z.string(), id_token: z.string() })
const redirection = z.object({ url: z.string().optional() })
const failure = z.object({ message: z.string().optional(), error_description: z.string().optional() })

/**
 * Signs in with a password, as the sign-in page does.
 * @returns the session's cookies, as a request sends them
 * @throws Error with the service's message
 */
export async function passwordSignIn(
  appUrl: string,
  credentials: { email: string; password: string; rememberMe?: boolean },
  fetcher: Fetch = fetch,
): Promise<string> {
  const response = await fetcher(`${appUrl}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(appUrl).origin },
    body: JSON.stringify(credentials),
  })
  if (!response.ok) throw new Error(await errorMessage(response))
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/**
 * Requests an authorization code and exchanges it for tokens, with PKCE (S256).
 * @throws Error with the service's message
 */
export async function codeExchange(appUrl: string, cookie: string, fetcher: Fetch = fetch): Promise<Tokens> {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(16).toString('base64url')
  const query = new URLSearchParams({
    client_id: signIn.client,
    redirect_uri: `${appUrl}/`,
    response_type: 'code',
    scope: signIn.scope,
    resource: signIn.resource,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'none',
  })
  const authorized = await fetcher(`${appUrl}/auth/oauth2/authorize?${query}`, {
    headers: { cookie, accept: 'application/json' },
    redirect: 'manual',
  })
  // To a fetch request the service returns the URL instead of redirecting.
  const { url } = redirection.parse(await authorized.json().catch(() => ({})))
  const answer = url ? new URL(url, appUrl).searchParams : new URLSearchParams()
  const code = answer.get('code')
  if (!code || answer.get('state') !== state)
    throw new Error(answer.get('error_description') ?? `no code was given (${authorized.status})`)
  return tokenRequest(
    appUrl,
    { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: `${appUrl}/` },
    fetcher,
  )
}

/** Gets new tokens for a refresh token. */
export async function refresh(appUrl: string, refreshToken: string, fetcher: Fetch = fetch): Promise<Tokens> {
  return tokenRequest(appUrl, { grant_type: 'refresh_token', refresh_token: refreshToken }, fetcher)
}

async function tokenRequest(appUrl: string, fields: Record<string, string>, fetcher: Fetch): Promise<Tokens> {
  const response = await fetcher(`${appUrl}/auth/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, client_id: signIn.client, resource: signIn.resource }).toString(),
  })
  if (!response.ok) throw new Error(await errorMessage(response))
  const { access_token, refresh_token, id_token } = tokenAnswer.parse(await response.json())
  return { accessToken: access_token, refreshToken: refresh_token, idToken: id_token }
}

async function errorMessage(response: Response): Promise<string> {
  const answer = failure.safeParse(await response.json().catch(() => null))
  return answer.data?.error_description ?? answer.data?.message ?? `the service answered ${response.status}`
}
