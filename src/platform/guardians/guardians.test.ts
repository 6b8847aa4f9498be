import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { admitCodeMessage, countWrongCode, observeCodeLimits } from '../auth/codeBudget.ts'
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
  app = Fastify({ requestIdHeader: 'x-request-id' })
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
  device = ''
  await owner.query(
    'truncate guardian_sign_ins, guardian_codes, guardian_sessions, device_tokens, auth.request_counts, auth.code_counts',
  )
})

let lastAddress = 0
const anyAddress = () => {
  lastAddress += 1
  return `10.0.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`
}

/** The cookie of the device that asks for codes and types them; '' before it has asked. */
let device = ''

async function post(path: string, payload: object, from = anyAddress(), cookie = device) {
  const response = await app.inject({ method: 'POST', url: `/family/${path}`, payload, remoteAddress: from, headers: { cookie } })
  const set = String(response.headers['set-cookie'] ?? '')
  if (path === 'code' && set !== '') device = set.split(';')[0] ?? ''
  return { status: response.statusCode, body: response.json<Record<string, unknown>>(), cookie: set }
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
  await owner.query(`update guardian_sign_ins set shared_at = shared_at - ${ago}, requests = array(select moment - ${ago} from unnest(requests) as moment order by 1),
    guesses = array(select moment - ${ago} from unnest(guesses) as moment order by 1)`)
}

async function sessionOf(setCookie: string): Promise<string | null> {
  const token = guardianTokenOf(setCookie.split(';')[0])
  return token === null ? null : ((await guardianSessionOf(world.database.kysely, token))?.phone ?? null)
}

test('a guardian signs in with the code that came to the phone', async () => {
  const code = await codeFor('+91 98765 43210')
  expect(code).toMatch(/^\d{8}$/)
  expect(sent).toEqual([{ phone, code }])
  const { status, cookie } = await signIn(` ${code} `)
  expect(status).toBe(200)
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax/)
  expect(await sessionOf(cookie)).toBe(phone)
})

test('a device that proves its phone anew keeps its session, without typing the phone', async () => {
  const first = await signIn(await codeFor(phone))
  const [cookie = ''] = first.cookie.split(';')
  const both = () => `${device}; ${cookie}`
  const sessions = () =>
    owner
      .query<{ id: string; proved: string }>('select id, proved_at::text as proved from guardian_sessions')
      .then(({ rows }) => rows)
  const [before] = await sessions()
  await later(guardianCode.pauseSeconds)
  const asked = sent.length
  expect((await post('code', {}, anyAddress(), both())).status).toBe(200)
  await eventually(() => expect(sent.length).toBe(asked + 1))
  expect(sent.at(-1)?.phone).toBe(phone)
  const wrong = await post('sign-in', { code: 'nothing' }, anyAddress(), both())
  expect([wrong.status, await sessions()]).toEqual([403, [before]])
  const again = await post('sign-in', { code: sent.at(-1)?.code }, anyAddress(), both())
  expect([again.status, again.cookie.split(';')[0]]).toEqual([200, cookie])
  const [after, ...others] = await sessions()
  expect(others).toEqual([])
  expect(after?.id).toBe(before?.id)
  expect(new Date(after?.proved ?? 0).getTime()).toBeGreaterThan(new Date(before?.proved ?? 0).getTime())
})

test('without a phone, nobody who is not signed in gets or types a code', async () => {
  const cookie = `${guardianCookie}=${'x'.repeat(43)}`
  for (const from of ['', cookie])
    for (const [path, body] of [
      ['code', {}],
      ['sign-in', { code: '123456' }],
    ] as const)
      expect((await post(path, body, anyAddress(), from)).body).toMatchObject({ code: 'SIGNED_OUT' })
  expect(sent).toEqual([])
})

test('a code for another phone opens a session of its own', async () => {
  const first = await signIn(await codeFor(phone))
  await owner.query('update guardian_sessions set phone = $1', [unknown])
  await later(guardianCode.pauseSeconds)
  const code = await codeFor(phone)
  const second = await post('sign-in', { phone, code }, anyAddress(), `${device}; ${first.cookie.split(';')[0]}`)
  expect(await sessionOf(second.cookie)).toBe(phone)
  expect(await sessionOf(first.cookie)).toBe(unknown)
})

test('a sign-in is in the audit log of the school, with the children and without the phone', async () => {
  const code = await codeFor(phone)
  // Entries are written after the answer, so those of the tests before may come only now: this sign-in has a name.
  const id = 'the-sign-in-of-this-test'
  const headers = { cookie: device, 'x-request-id': id }
  const signedIn = await app.inject({ method: 'POST', url: '/family/sign-in', payload: { phone, code }, headers })
  expect(signedIn.statusCode).toBe(200)
  const { rows: children } = await owner.query<{ school: number; ids: number[] }>(
    `select school_id::int as school, array_agg(id::int order by id) as ids from students
     where not disabled and (phone = $1 or $1 = any(phones)) group by school_id order by school_id`,
    [phone],
  )
  expect(children.length).toBeGreaterThan(0)
  await eventually(async () => {
    const { rows } = await owner.query<{ school: number; ids: number[]; role: string; text: string }>(
      `select school_id::int as school, row_ids::int[] as ids, role, a::text as text from audit_log a
       where action = 'family.signIn' and request_id = $1 order by school_id`,
      [id],
    )
    expect(rows.map(({ school, ids }) => ({ school, ids }))).toEqual(children)
    expect(rows.every(({ role, text }) => role === 'GUARDIAN' && !text.includes(phone))).toBe(true)
  })
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
  expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1)
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
        const typed = String((Number(code) + guess) % 100_000_000).padStart(8, '0')
        return signIn(typed)
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]))
  }
  expect(guess).toBe(1000)
  expect((await owner.query('select from guardian_sessions')).rowCount).toBe(0)
  // Digits open nothing any more. The owner asks for a code, and it is one that nobody guesses.
  expect((await signIn(code)).status).toBe(403)
  await later(guardianCode.pauseSeconds)
  const owners = await codeFor(phone)
  expect(owners).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect((await signIn(owners.toLowerCase().replace('-', ' '))).status).toBe(200)
})

test('who types wrongly a few times gets in, also among parallel guesses', async () => {
  const code = await codeFor(phone)
  const wrong = String((Number(code) + 1) % 100_000_000).padStart(8, '0')
  await Promise.all(Array.from({ length: shortCodeGuesses - 1 }, () => signIn(wrong)))
  expect((await signIn(code)).status).toBe(200)
  // The right code took its own guess back.
  await later(guardianCode.pauseSeconds)
  expect(await codeFor(phone)).toMatch(/^\d{8}$/)
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
  // Whoever asked: the code came to the owner's phone, has letters, and works until another may be asked for.
  const code = await codeFor(phone)
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await later(guardianCode.latePauseSeconds - 60)
  device = ''
  expect((await signIn(code)).status).toBe(200)
})

test('a code of digits works only on the device that asked for it', async () => {
  const code = await codeFor(phone)
  const own = device
  for (const other of ['', `shala.asked=${'x'.repeat(43)}`, 'shala.asked=made up']) {
    device = other
    expect((await signIn(code)).status).toBe(403)
  }
  device = own
  expect((await signIn(code)).status).toBe(200)
  const { cookie } = await post('code', { phone: unknown }, undefined, '')
  expect(cookie).toMatch(/^shala\.asked=[\w-]{43}; Path=\/family; Max-Age=\d+; HttpOnly; SameSite=Lax/)
})

test('a stranger who asked before the owner keeps nobody out: the next code has letters and works anywhere', async () => {
  const strangers = await codeFor(phone)
  device = ''
  expect((await signIn(strangers)).status).toBe(403)
  expect(await post('code', { phone })).toMatchObject({ body: { letters: true } })
  await later(guardianCode.pauseSeconds)
  device = ''
  const code = await codeFor(phone)
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  device = ''
  expect((await signIn(code)).status).toBe(200)
})

test('a phone gets at most eighteen codes a day, whoever asks for them', async () => {
  let codes = 0
  for (let second = 0; second < 86_400; ) {
    const { waitSeconds } = (await post('code', { phone: unknown }, anyAddress(), '')).body
    if (waitSeconds === 0) codes += 1
    const pause = Math.max(1, Number(waitSeconds))
    await later(pause)
    second += pause
  }
  expect(codes).toBeGreaterThan(guardianCode.perDay)
  expect(codes).toBeLessThanOrEqual(18)
})

test('wrong codes at many phones make every new code long, and refuse no family', async () => {
  const typed = async (wrong: string, of: string) => (await post('sign-in', { phone: of, code: wrong })).status
  for (let guess = 0; guess < 5; guess++) expect(await typed('00000000', phone)).toBe(403)
  const wrongCodes = async () =>
    (
      await owner.query<{ count: number }>(
        `select count from auth.code_counts where kind = 'WRONG' and hours = 1 order by school`,
      )
    ).rows
  // One is the installation; the others are the schools of the phone.
  await eventually(async () => {
    const counts = (await wrongCodes()).map(({ count }) => count)
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.every((count) => count === 5)).toBe(true)
  })
  const digits = await codeFor(phone)
  expect(digits).toMatch(/^\d{8}$/)
  await owner.query(`update auth.code_counts set count = 301 where kind = 'WRONG' and school <> 0 and hours = 1`)
  const answers = await Promise.all(['9000000021', '9000000022'].map((one) => post('code', { phone: one })))
  expect(answers.map(({ body }) => body.letters)).toEqual([true, true])
  await later(guardianCode.pauseSeconds)
  const code = await codeFor(phone)
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect((await signIn(code)).status).toBe(200)
  await owner.query(`update auth.code_counts set window_start = window_start - interval '61 minutes'`)
  expect((await post('code', { phone: '9000000023' })).body.letters).toBe(false)
})

test('on the evening of results the families of a school of 2,000 get their codes, and no more than that many are paid for', async () => {
  const { services } = await world.call('anonymous')
  const admit = () => admitCodeMessage(world.database, world.own.id, services.config.codesPerHour)
  for (let round = 0; round < 30; round++)
    expect(await Promise.all(Array.from({ length: 100 }, admit))).toEqual(Array.from({ length: 100 }, () => null))
  const seconds = await admit()
  expect(seconds).toBeGreaterThan(3000)
  expect(seconds).toBeLessThanOrEqual(3600)
})

test('the refused messages of one school use up neither its day nor the budget of the others', async () => {
  const { codesPerHour } = (await world.call('anonymous')).services.config
  const reached: unknown[] = []
  observeCodeLimits((limit) => reached.push(limit))
  await owner.query(
    `insert into auth.code_counts (kind, school, hours, window_start, count) values ('SENT', $1, 1, now(), 3000)`,
    [world.own.id],
  )
  for (let time = 0; time < 5; time++)
    expect(await admitCodeMessage(world.database, world.own.id, codesPerHour)).toBeGreaterThan(0)
  const counts = async (school: number) =>
    (await owner.query(`select hours, count from auth.code_counts where kind = 'SENT' and school = $1 order by hours`, [school]))
      .rows
  expect(await counts(0)).toEqual([])
  expect((await counts(world.own.id)).filter(({ hours, count }) => hours === 24 && count > 0)).toEqual([])
  expect(reached).toEqual(Array.from({ length: 5 }, () => ({ kind: 'SENT', school: world.own.id })))
  expect(await admitCodeMessage(world.database, world.other.id, codesPerHour)).toBeNull()
  expect(await counts(0)).toEqual([
    { hours: 1, count: 1 },
    { hours: 24, count: 1 },
  ])
})

test('messages that the installation refuses use up nothing of their school', async () => {
  await owner.query(`insert into auth.code_counts (kind, school, hours, window_start, count) values ('SENT', 0, 24, now(), 30)`)
  const reached: unknown[] = []
  observeCodeLimits((limit) => reached.push(limit))
  for (let time = 0; time < 3; time++) expect(await admitCodeMessage(world.database, world.own.id, 10)).toBeGreaterThan(0)
  const { rows } = await owner.query(`select school::int, hours, count from auth.code_counts where kind = 'SENT' order by 1, 2`)
  expect(rows.filter(({ count }) => count !== 0)).toEqual([{ school: 0, hours: 24, count: 33 }])
  expect(reached).toEqual(Array.from({ length: 3 }, () => ({ kind: 'SENT', school: null })))
})

test('a wrong code beyond the limit of a school is reported with the school', async () => {
  await owner.query(
    `insert into auth.code_counts (kind, school, hours, window_start, count) values ('WRONG', $1, 24, now(), 1000)`,
    [world.own.id],
  )
  const reached: unknown[] = []
  observeCodeLimits((limit) => reached.push(limit))
  await countWrongCode(world.database.kysely, [world.own.id, world.other.id])
  expect(reached).toEqual([{ kind: 'WRONG', school: world.own.id }])
})

test('when all schools have sent too many, everybody is told when to ask again', async () => {
  await owner.query(`insert into auth.code_counts (kind, school, hours, window_start, count) values ('SENT', 0, 1, now(), 6000)`)
  const answers = await Promise.all([phone, unknown].map((one) => post('code', { phone: one })))
  for (const { status, body } of answers)
    expect([status, body.message]).toEqual([
      429,
      'Too many codes were asked for, and no more are sent at this moment. Please try again in 60 minutes.',
    ])
  expect(sent).toEqual([])
  await owner.query(`update auth.code_counts set window_start = window_start - interval '61 minutes'`)
  expect(await codeFor(phone)).toMatch(/^\d{8}$/)
})

test('the limits of one network do not depend on the phone: 2,000 families within an hour, 300 requests within a minute', async () => {
  const from = anyAddress()
  const ask = async (one: number) => (await post('code', { phone: `90000${String(one).padStart(5, '0')}` }, from)).status
  const answers: number[] = []
  for (let count = 0; count < 2002; count++) {
    // As if a minute had passed.
    if (count % 300 === 0) await owner.query(`delete from auth.request_counts where key like 'family-ask %'`)
    answers.push(await ask(count))
  }
  expect(answers.slice(0, 2000).every((status) => status === 200)).toBe(true)
  expect(answers.slice(2000)).toEqual([429, 429])
  // As if the hour had begun now, and not with the first of them.
  await owner.query('update auth.request_counts set window_start = now() where key = $1', [`family-code ${from}`])
  const { body } = await post('code', { phone: unknown }, from)
  expect(body.message).toBe('That is a lot at once from your network. Please try again in 60 minutes.')
})

test('the families of one network may sign in as often as they like with right codes: only wrong ones count', async () => {
  const from = anyAddress()
  const guesses = async () =>
    (await owner.query(`select count from auth.request_counts where key = $1`, [`family-guess ${from}`])).rows
  const code = await codeFor(phone)
  expect((await post('sign-in', { phone, code: '00000000' }, from)).status).toBe(403)
  expect((await post('sign-in', { phone, code }, from)).status).toBe(200)
  expect(await guesses()).toEqual([{ count: 1 }])
})

test('who asks again within the minute uses up nothing of the network’s codes, and 300 requests a minute', async () => {
  const from = anyAddress()
  const answers: unknown[] = []
  for (let count = 0; count < 301; count++) answers.push((await post('code', { phone }, from)).status)
  expect(answers.filter((status) => status === 200)).toHaveLength(300)
  const { rows } = await owner.query(`select count from auth.request_counts where key = $1`, [`family-code ${from}`])
  expect(rows).toEqual([{ count: 1 }])
  await eventually(() => expect(sent).toHaveLength(1))
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
