import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addGuardianCode, createGuardianCodeToSend, guardianCode, phoneKey, shortCodeGuesses } from './codes.ts'
import { registerGuardians } from './routes.ts'
import { guardianCookie, guardianSessionOf, guardianTokenOf } from './sessions.ts'

const phone = '9876543210'
const unknown = '9000000009'

let world: TestWorld
let owner: pg.Client
let app: FastifyInstance
let sent: { phone: string; code: string }[] = []
let reports: string[] = []

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  const { services } = await world.call('anonymous')
  const { config } = services
  app = Fastify()
  await registerGuardians(app, {
    config,
    database: world.database,
    sendCode: async (to) =>
      world.database.kysely.transaction().execute(async (tx) => {
        const id = await addGuardianCode(tx, phoneKey(config.secrets, to))
        sent.push({ phone: to, code: (await createGuardianCodeToSend(tx, config.secrets, to, id)) ?? '' })
      }),
    log: { error: ({ err }) => reports.push(String(err)) },
  })
})
afterAll(async () => {
  await app.close()
  await owner.end()
  await world.close()
})
beforeEach(async () => {
  expect(reports).toEqual([])
  sent = []
  reports = []
  await owner.query('truncate guardian_sign_ins, guardian_codes, guardian_sessions, device_tokens, auth.request_counts')
})

let lastAddress = 0
const anyAddress = () => {
  lastAddress += 1
  return `10.0.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`
}

async function post(path: string, payload: object, from = anyAddress(), cookie = '') {
  const response = await app.inject({ method: 'POST', url: `/family/${path}`, payload, remoteAddress: from, headers: { cookie } })
  return {
    status: response.statusCode,
    body: response.json<Record<string, unknown>>(),
    cookie: String(response.headers['set-cookie'] ?? ''),
  }
}

/** Asks for a code as anybody, and returns the one that arrives at the phone. */
async function codeFor(to: string): Promise<string> {
  const before = sent.length
  await post('code', { phone: to })
  await eventually(() => expect(sent.length).toBe(before + 1))
  return sent.at(-1)?.code ?? ''
}

const signIn = (code: string, from?: string) => post('sign-in', { phone, code }, from)

/** Lets time pass for everything that was asked, typed and sent. */
async function later(seconds: number): Promise<void> {
  const ago = `make_interval(secs => ${seconds})`
  await owner.query(`update guardian_codes set expires_at = expires_at - ${ago}`)
  await owner.query(`update guardian_sign_ins set requests = array(select moment - ${ago} from unnest(requests) as moment order by 1),
    guesses = array(select moment - ${ago} from unnest(guesses) as moment order by 1)`)
}

async function sessionOf(setCookie: string): Promise<string | null> {
  const token = guardianTokenOf(setCookie.split(';')[0])
  return token === null ? null : ((await guardianSessionOf(world.database.kysely, token))?.phone ?? null)
}

test('a guardian signs in with the code that came to the phone', async () => {
  const code = await codeFor('+91 98765 43210')
  expect(code).toMatch(/^\d{6}$/)
  expect(sent).toEqual([{ phone, code }])
  const { status, cookie } = await signIn(` ${code} `)
  expect(status).toBe(200)
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/)
  expect(await sessionOf(cookie)).toBe(phone)
})

test('a code works once and for five minutes', async () => {
  const once = await codeFor(phone)
  expect((await signIn(once)).status).toBe(200)
  expect((await signIn(once)).status).toBe(403)
  await later(guardianCode.pauseSeconds)
  const late = await codeFor(phone)
  await later(guardianCode.minutes * 60)
  expect((await signIn(late)).status).toBe(403)
})

test('of two who type the same code at once, one gets in', async () => {
  const code = await codeFor(phone)
  const answers = await Promise.all([signIn(code), signIn(code), signIn(code)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
})

test('an answer does not tell whether a phone is known', async () => {
  const answers = await Promise.all([phone, unknown, defaultPhone].map((one) => post('code', { phone: one })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const again = await Promise.all([phone, unknown, defaultPhone].map((one) => post('code', { phone: one })))
  expect(new Set(again.map(({ status, body }) => `${status} ${String(Object.keys(body))}`)).size).toBe(1)
  const wrong = await Promise.all([phone, unknown, defaultPhone].map((one) => post('sign-in', { phone: one, code: '123456' })))
  expect(new Set(wrong.map((answer) => JSON.stringify(answer))).size).toBe(1)
  await eventually(() => expect(sent.length).toBe(1))
})

test('the default phone never gets in, even with a code', async () => {
  const { services } = await world.call('anonymous')
  const { secrets } = services.config
  const code = await world.database.kysely.transaction().execute(async (tx) => {
    const id = await addGuardianCode(tx, phoneKey(secrets, defaultPhone))
    return createGuardianCodeToSend(tx, secrets, defaultPhone, id)
  })
  expect((await post('sign-in', { phone: defaultPhone, code })).status).toBe(403)
  expect((await owner.query('select from guardian_sessions')).rowCount).toBe(0)
})

test('1,000 guesses let nobody in, and the owner still signs in', async () => {
  const code = await codeFor(phone)
  let guess = 0
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        guess += 1
        // Every other number than the right one.
        const typed = String((Number(code) + guess) % 1_000_000).padStart(6, '0')
        return signIn(typed)
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  }
  expect(guess).toBe(1000)
  expect((await owner.query('select from guardian_sessions')).rowCount).toBe(0)
  // Six digits open nothing any more. The owner asks for a code, and it is one that nobody guesses.
  expect((await signIn(code)).status).toBe(403)
  await later(guardianCode.pauseSeconds)
  const owners = await codeFor(phone)
  expect(owners).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect((await signIn(owners.toLowerCase().replace('-', ' '))).status).toBe(200)
})

test('who types wrongly a few times gets in, also among parallel guesses', async () => {
  const code = await codeFor(phone)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await Promise.all(Array.from({ length: shortCodeGuesses - 1 }, () => signIn(wrong)))
  expect((await signIn(code)).status).toBe(200)
  // The right code took its own guess back.
  await later(guardianCode.pauseSeconds)
  expect(await codeFor(phone)).toMatch(/^\d{6}$/)
})

test('a stranger who asks all the time neither fills the phone nor keeps the owner out', async () => {
  const asked = async () => (await post('code', { phone })).body.waitSeconds
  for (let count = 0; count < guardianCode.perDay; count++) {
    expect(await asked()).toBe(0)
    expect(await asked()).toBeGreaterThan(0)
    await later(guardianCode.pauseSeconds)
  }
  expect(await asked()).toBeGreaterThan(guardianCode.latePauseSeconds - guardianCode.pauseSeconds - 5)
  await eventually(() => expect(sent.length).toBe(guardianCode.perDay))
  await later(guardianCode.latePauseSeconds)
  // Whoever asked: the code came to the owner's phone, and the owner types it.
  const code = await codeFor(phone)
  expect((await signIn(code)).status).toBe(200)
})

test('the limits of one network do not depend on the phone', async () => {
  const from = anyAddress()
  const answers: number[] = []
  for (let count = 0; count < 62; count++)
    answers.push((await post('code', { phone: `90000${String(count).padStart(5, '0')}` }, from)).status)
  expect(answers.slice(0, 60).every((status) => status === 200)).toBe(true)
  expect(answers.slice(60)).toEqual([429, 429])
})

test('signing out ends one device, or all of the phone', async () => {
  const cookies: string[] = []
  for (let device = 0; device < 3; device++) {
    cookies.push((await signIn(await codeFor(phone))).cookie)
    await later(guardianCode.pauseSeconds)
  }
  const sessions = () => Promise.all(cookies.map(sessionOf))
  const cookieOf = (index: number) => cookies[index]?.split(';')[0] ?? ''
  expect(await sessions()).toEqual([phone, phone, phone])
  const { status, cookie } = await post('sign-out', {}, undefined, cookieOf(0))
  expect({ status, ended: /Max-Age=0/.test(cookie) }).toEqual({ status: 200, ended: true })
  expect(await sessions()).toEqual([null, phone, phone])
  await post('sign-out', { everywhere: true }, undefined, cookieOf(1))
  expect(await sessions()).toEqual([null, null, null])
})

test('neither codes nor tokens are stored in plain text', async () => {
  const code = await codeFor(phone)
  const { cookie } = await signIn(await secondCode())
  const token = guardianTokenOf(cookie.split(';')[0]) ?? ''
  const { rows } = await owner.query<{ text: string }>(
    `select (select string_agg(t::text, '') from guardian_codes t) || (select string_agg(t::text, '') from guardian_sessions t)
       || (select string_agg(t::text, '') from guardian_sign_ins t) as text`,
  )
  const [stored] = rows
  for (const secret of [code, token, Buffer.from(token).toString('hex')]) expect(stored?.text).not.toContain(secret)

  async function secondCode() {
    await later(guardianCode.pauseSeconds)
    return codeFor(phone)
  }
})

test('a session that is used stays, and one that is not ends', async () => {
  const { cookie } = await signIn(await codeFor(phone))
  await owner.query(
    `update guardian_sessions set last_used_at = now() - interval '2 days', expires_at = now() + interval '1 day'`,
  )
  expect(await sessionOf(cookie)).toBe(phone)
  const { rows } = await owner.query<{ days: number }>(
    `select extract(day from expires_at - now())::int as days from guardian_sessions`,
  )
  expect(rows[0]?.days).toBeGreaterThan(170)
  await owner.query(`update guardian_sessions set expires_at = now() - interval '1 second'`)
  expect(await sessionOf(cookie)).toBeNull()
  expect(guardianTokenOf(`${guardianCookie}=short`)).toBeNull()
})
