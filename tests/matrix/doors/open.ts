import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins'
import { inLanguage, languages } from '#shared/languages.ts'
import { signIn } from '#shared/signIn.ts'
import { emailOf, matrixPassword } from '../canaries.ts'
import { type Answer, type Ask, type Door, form, json, type Outside, outcome } from './door.ts'

/** URLs of the sign-in service that people and our pages need; each is tried below. */
const needed: Readonly<Record<'GET' | 'POST', readonly string[]>> = {
  GET: [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/jwks',
    '/oauth2/authorize',
    '/oauth2/userinfo',
    '/oauth2/end-session',
  ],
  POST: [
    '/sign-in/email',
    '/sign-out',
    '/end-sessions',
    '/first-password',
    '/send-code',
    '/choose-password',
    '/request-password-reset',
    '/reset-password',
    '/oauth2/token',
    '/oauth2/revoke',
    '/oauth2/userinfo',
    '/oauth2/end-session',
    '/oauth2/end-session/confirm',
  ],
}

/** Returns every URL of the sign-in library with our plugins, and those of plugins that must not be added unnoticed. */
function libraryPaths(): string[] {
  const { api } = betterAuth({
    baseURL: 'http://127.0.0.1',
    secret: 'a secret of the matrix and of nobody else',
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true },
    plugins: [jwt(), oauthProvider({ loginPage: '/', consentPage: '/' })],
  })
  const known = Object.values(api as Record<string, { path?: string }>).flatMap(({ path }) => (path ? [path] : []))
  const others = [
    '/admin/list-users',
    '/admin/create-user',
    '/admin/set-role',
    '/admin/set-user-password',
    '/admin/impersonate-user',
    '/oauth2/register',
    '/token',
    '/sign-up/email',
  ]
  return [...new Set([...known, ...others])].map((path) => path.replace(/:\w+/g, 'x'))
}

/** The library's other URLs, which nobody may reach: neither with a session nor by a detour. */
function closed({ send, cookie, tokens, url }: Outside, method: 'GET' | 'POST'): Ask[] {
  const doors = new Set([...needed.GET, ...needed.POST])
  const detours = ['/jwks/../admin/list-users', '/jwks/%2e%2e/token', '//token', '/JWKS', '/sign-in/email/']
  const paths = [...libraryPaths().filter((path) => !doors.has(path)), ...detours]
  const asked = (path: string, headers: Record<string, string>, bearer?: string) =>
    send(`/auth${path}`, {
      method,
      bearer,
      headers: {
        accept: 'application/json',
        origin: url,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
  return paths.flatMap((path): Ask[] => [
    { as: `${path}, nobody`, expected: '404', send: () => asked(path, {}) },
    { as: `${path}, superadmin’s session`, expected: '404', send: () => asked(path, { cookie }, tokens.superadmin) },
  ])
}

const authGet: Door = (outside) => {
  const { send, tokens, cookie, idToken } = outside
  const asked = (path: string, headers: Record<string, string> = {}, bearer?: string) =>
    send(`/auth${path}`, { headers: { accept: 'application/json', ...headers }, bearer })
  const authorize = (changed: Record<string, string> = {}) =>
    `/oauth2/authorize?${new URLSearchParams({
      client_id: signIn.client,
      redirect_uri: `${outside.url}/`,
      response_type: 'code',
      scope: signIn.scope,
      state: 'x',
      prompt: 'none',
      resource: signIn.resource,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...changed,
    })}`
  /** Returns whether a code was issued, in any place. */
  const code = ({ status, headers, bytes }: Answer) => {
    const given = `${String(headers.location)}${bytes.toString()}`
    return /[?&]code=/.test(given) ? 'a code' : status < 500 ? 'no code' : String(status)
  }
  const no = (as: string, path: string, headers: Record<string, string>): Ask => ({
    as,
    expected: 'no code',
    send: () => asked(path, headers),
    read: code,
  })
  return [
    ...needed.GET.slice(0, 3).map((path) => ({ as: path, expected: '200', send: () => asked(path) })),
    { as: 'authorize, signed in', expected: 'a code', send: () => asked(authorize(), { cookie }), read: code },
    no('authorize, nobody', authorize(), {}),
    no('authorize, to another site', authorize({ redirect_uri: 'https://evil.test/' }), { cookie }),
    no('authorize, another client', authorize({ client_id: 'evil' }), { cookie }),
    no('authorize, without PKCE', authorize({ code_challenge: '', code_challenge_method: '' }), { cookie }),
    no('authorize, plain PKCE', authorize({ code_challenge_method: 'plain' }), { cookie }),
    { as: 'userinfo, nobody', expected: '401', send: () => asked('/oauth2/userinfo'), read: ({ status }) => String(status) },
    {
      as: 'userinfo, an ID token',
      expected: '401',
      send: () => asked('/oauth2/userinfo', {}, idToken),
      read: ({ status }) => String(status),
    },
    { as: 'userinfo, admin', expected: '200', send: () => asked('/oauth2/userinfo', {}, tokens.admin) },
    ...closed(outside, 'GET'),
  ]
}

const authPost: Door = (outside) => {
  const { send, url, refreshTokens, ground, cookie } = outside
  const { own } = ground
  const posted = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(`/auth${path}`, { ...json(body), headers: { 'content-type': 'application/json', origin: url, ...headers } })
  const status = ({ status: given }: Answer) => String(given)
  const admin = { email: emailOf(own.subjects.admin ?? ''), password: matrixPassword }
  const disabled = { email: emailOf(own.subjects.disabled ?? ''), password: matrixPassword }
  const token = (fields: Record<string, string>) =>
    send('/auth/oauth2/token', form({ client_id: signIn.client, resource: signIn.resource, ...fields }))
  const refresh = (given: string) => token({ grant_type: 'refresh_token', refresh_token: given })
  const refused = ({ status: given, bytes }: Answer) =>
    given >= 400 && given < 500 && !bytes.includes('access_token') ? 'refused' : `${given}`
  return [
    { as: 'sign in, admin', expected: '200', send: () => posted('/sign-in/email', admin), read: status },
    {
      as: 'sign in, wrong password',
      expected: '401',
      send: () => posted('/sign-in/email', { ...admin, password: 'wrong password' }),
      read: status,
    },
    {
      as: 'sign in, nobody',
      expected: '401',
      send: () => posted('/sign-in/email', { ...admin, email: 'nobody@matrix.test' }),
      read: status,
    },
    // A person who knows the password learns the reason; nobody else learns that the account exists.
    { as: 'sign in, disabled', expected: '403', send: () => posted('/sign-in/email', disabled), read: status },
    {
      as: 'sign in, disabled, wrong password',
      expected: '401',
      read: status,
      send: () => posted('/sign-in/email', { ...disabled, password: 'wrong password' }),
    },
    {
      as: 'sign in, from another site',
      expected: '403',
      send: () => posted('/sign-in/email', admin, { origin: 'https://evil.test', cookie }),
      read: status,
    },
    {
      as: 'sign out, from another site',
      expected: '403',
      send: () => posted('/sign-out', {}, { origin: 'https://evil.test', cookie }),
      read: status,
    },
    { as: 'new tokens, admin', expected: '200', send: () => refresh(refreshTokens.admin), read: status },
    { as: 'new tokens, disabled', expected: 'refused', send: () => refresh(refreshTokens.disabled), read: refused },
    { as: 'new tokens, none', expected: 'refused', send: () => refresh('nobody'), read: refused },
    {
      as: 'a code that is none',
      expected: 'refused',
      send: () => token({ grant_type: 'authorization_code', code: 'x', code_verifier: 'x'.repeat(43), redirect_uri: `${url}/` }),
      read: refused,
    },
    {
      as: 'tokens for a client itself',
      expected: 'refused',
      send: () => token({ grant_type: 'client_credentials' }),
      read: refused,
    },
    {
      as: 'choose a password, nobody',
      expected: 'refused',
      send: () => posted('/choose-password', { password: 'anything else', current: 'x' }),
      read: refused,
    },
    {
      as: 'a reset with no link',
      expected: 'refused',
      send: () => posted('/reset-password', { newPassword: 'anything else', token: 'x' }),
      read: refused,
    },
    {
      as: 'a reset for nobody',
      expected: '200',
      send: () => posted('/request-password-reset', { email: 'nobody@matrix.test' }),
      read: status,
    },
    {
      as: 'revoke what is none',
      expected: 'refused',
      send: () => send('/auth/oauth2/revoke', form({ token: 'x' })),
      read: refused,
    },
    {
      as: 'end a session that never was',
      expected: '200',
      send: () => posted('/end-sessions', { sessions: ['00000000-0000-4000-8000-000000000000'] }),
      read: status,
    },
    { as: 'end a session, nobody', expected: 'refused', send: () => posted('/oauth2/end-session/confirm', {}), read: refused },
    ...closed(outside, 'POST'),
  ]
}

const health: Door = ({ send }) => [{ as: 'anybody', expected: '200', send: () => send('/health/live') }]
const ready: Door = ({ send }) => [{ as: 'anybody', expected: '200', send: () => send('/health/ready') }]

/** Pages contain no personal data: they are the same for all. */
const page =
  (...paths: string[]): Door =>
  ({ send }) =>
    paths.map((path) => ({ as: path, expected: '200', send: () => send(path) }))

const anything: Door = ({ send, metricsUrl }) => {
  const nothing = [
    '/metrics',
    '/.secret',
    '/../beside.txt',
    '/assets/../../beside.txt',
    '/%2e%2e/beside.txt',
    '/assets/%2e%2e%2f%2e%2e%2fbeside.txt',
    '/files',
    '/files/upload',
    '/graphql/x',
    '/health',
    '/auth',
    '/assets/missing.js',
  ]
  return [
    { as: 'the code of the pages', expected: '200', send: () => send('/assets/app.js') },
    ...nothing.map(
      (path): Ask => ({
        as: path,
        expected: 'nothing',
        send: () => send(path),
        read: ({ status, text }) =>
          text.includes('kanari') || text.includes('shala_request') || (status === 200 && !text.includes('the pages of'))
            ? `${status}`
            : 'nothing',
      }),
    ),
    { as: 'metrics, on their own port', expected: '200', send: () => fetchFrom(`${metricsUrl}/metrics`) },
    { as: 'anything else there', expected: '404', send: () => fetchFrom(`${metricsUrl}/`) },
  ]
}

async function fetchFrom(url: string): Promise<Answer> {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: {}, bytes, text: bytes.toString() }
}

export const openDoors: Readonly<Record<string, Door>> = {
  'GET /auth/*': authGet,
  'POST /auth/*': authPost,
  'GET /health/live': health,
  'GET /health/ready': ready,
  'GET /': page('/'),
  ...Object.fromEntries(
    languages.map((language) => [`GET /${inLanguage('index.html', language)}`, page(`/${inLanguage('index.html', language)}`)]),
  ),
  'GET /family.html': page('/family.html'),
  'GET /family-home.html': page('/family-home.html'),
  'GET /family': page('/family'),
  'GET /family/*': page('/family/child/~1/1'),
  'GET /onlinefees': page('/onlinefees'),
  'GET /onlinefees/*': page('/onlinefees/nobody'),
  'GET /verifyonlinefees': page('/verifyonlinefees?result=success'),
  'GET /*': anything,
}

/** Additional routes when another provider manages the sign-in. */
export const outsourcedDoors = (url: string, send: Outside['send']): Readonly<Record<string, Door>> => ({
  'GET /auth/.well-known/openid-configuration': () => [
    { as: 'anybody', expected: '200', send: () => send('/auth/.well-known/openid-configuration') },
  ],
  'GET /auth/claims': ({ tokens, idToken }) => {
    const asked = (as: string, bearer: string | undefined, expected: string): Ask => ({
      as: `${as} at ${url}`,
      expected,
      send: () => send('/auth/claims', { bearer }),
      read: outcome,
    })
    return [
      asked('nobody', undefined, '401'),
      asked('a changed token', `${tokens.admin}x`, '401'),
      asked('disabled', tokens.disabled, '401'),
      asked('admin', tokens.admin, '200'),
      asked('student', tokens.student, '200'),
      asked('an ID token', idToken, '401'),
    ]
  },
})
