import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeExchange, refresh } from '#scripts/codeExchange.ts'
import { eventually } from '#tests/eventually.ts'
import { lockWaiters } from '#tests/lockWaiters.ts'
import { type TestSignIn, testSignIn, type TestUser } from '#tests/signIn.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { callerOf } from '../viewer.ts'
import { setPassword } from './accounts.ts'
import { handOutCodes, sentCode } from './codes.ts'

let test: TestSignIn
let owner: pg.Client
beforeAll(async () => {
  test = await testSignIn()
  owner = new pg.Client(test.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await test.close()
})
afterEach(() => {
  expect(test.reports).toEqual([])
  test.codeWay.value = { channel: 'SMS', to: '••••••3210' }
})

const wrong = 'Invalid email or password'
const mine = 'a password of mine'

const newcomer = (given: object = {}) => test.addUser({ firstPassword: true, ...given })
const choose = (cookie: string, body: object) => test.post('/choose-password', { newPassword: mine, ...body }, cookie)
const lastCode = () => test.sentCodes.at(-1)?.code ?? ''

/** What the data endpoint makes of an access token. */
async function callerWith(accessToken: string) {
  const token = await test.verifyAccessToken(accessToken)
  if (!token) throw new Error('The token was expected to verify.')
  return callerOf(test.database, token)
}

async function handOut(user: TestUser, { hours = 24, evenOwn = false } = {}): Promise<string> {
  const codes = await test.database.transaction(user.schoolId, (tx) =>
    handOutCodes(tx, test.config.secrets, [user.subject], { hours, evenOwn }),
  )
  return codes.get(user.subject)?.code ?? ''
}

/** The clock of the codes goes ahead. */
async function later(user: TestUser, minutes: number): Promise<void> {
  await owner.query(
    `update auth.one_time_codes set expires_at = expires_at - make_interval(mins => $2),
       requests = array(select moment - make_interval(mins => $2) from unnest(requests) moment) where user_id = $1`,
    [user.subject, minutes],
  )
}

describe('until a person has a password of their own, the token carries only the right to choose one', () => {
  it('with the phone number as password, and after choosing at once every right', async () => {
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    const { accessToken, idToken } = await codeExchange(test.appUrl, cookie, test.fetch)
    expect(decodeJwt(idToken)).toMatchObject({ password: 'phone' })
    expect(await callerWith(accessToken)).toEqual({ viewer: null, mustChoosePassword: true })
    await test.post('/send-code', {}, cookie)
    expect((await choose(cookie, { code: lastCode() })).status).toBe(200)
    const after = await codeExchange(test.appUrl, cookie, test.fetch)
    expect(await callerWith(after.accessToken)).toMatchObject({ viewer: { subject: user.subject } })
    // The token of before was given for a password that others know.
    expect(await callerWith(accessToken)).toEqual({ viewer: null, mustChoosePassword: true })
  })

  it('with a password that an admin set, also for a token that was issued before', async () => {
    const user = await test.addStudent()
    const before = await test.tokensOf(user)
    expect(await callerWith(before.accessToken)).toMatchObject({ viewer: { subject: user.subject } })
    await test.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, 'abcdefghij'))
    const cookie = await test.signIn(user.email, 'abcdefghij')
    const { accessToken } = await codeExchange(test.appUrl, cookie, test.fetch)
    expect(await callerWith(accessToken)).toEqual({ viewer: null, mustChoosePassword: true })
    expect((await choose(cookie, {})).status).toBe(200)
    const after = await codeExchange(test.appUrl, cookie, test.fetch)
    expect(await callerWith(after.accessToken)).toMatchObject({ viewer: { subject: user.subject } })
  })

  it('and refuses a sign-in with the phone number while a password is being chosen', async () => {
    const user = await newcomer()
    await owner.query('begin')
    await owner.query(`update auth.account set password = 'chosen a moment ago' where "userId" = $1`, [user.subject])
    const late = test.signIn(user.email, user.phone)
    late.catch(() => undefined)
    await eventually(async () => expect(await lockWaiters(owner)).toBeGreaterThan(0))
    await owner.query('commit')
    await expect(late).rejects.toThrow('Please sign in again.')
    const { rows } = await owner.query('select from auth.session where "userId" = $1', [user.subject])
    expect(rows).toHaveLength(0)
  })
})

describe('the first sign-in asks for a one-time code, so that knowing the phone number opens no account', () => {
  it('shows the destination, sends eight digits, and refuses choosing without the code or with another one', async () => {
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    const elsewhere = await test.signIn(user.email, user.phone)
    expect((await test.post('/first-password', {}, cookie)).body).toEqual({
      password: 'phone',
      codeNeeded: true,
      way: { channel: 'SMS', to: '••••••3210' },
    })
    expect(await choose(cookie, {})).toMatchObject({ status: 403, body: { code: 'CODE_NEEDED' } })
    expect((await test.post('/send-code', {}, cookie)).status).toBe(200)
    expect(test.sentCodes.at(-1)).toEqual({ to: user.phone, code: expect.stringMatching(/^\d{8}$/) })
    const other = lastCode() === '00000000' ? '00000001' : '00000000'
    expect(await choose(cookie, { code: other })).toMatchObject({ status: 403, body: { code: 'WRONG_CODE' } })
    // The code is good in the session that has asked for it alone.
    expect(await choose(elsewhere, { code: lastCode() })).toMatchObject({ status: 403, body: { code: 'WRONG_CODE' } })
    for (const newPassword of ['123456789', 'x'.repeat(65), user.phone, '', null])
      expect((await test.post('/choose-password', { newPassword, code: lastCode() }, cookie)).status).toBe(400)
    expect((await test.post('/choose-password', { newPassword: mine, code: lastCode() })).status).toBe(401)
    const before = await codeExchange(test.appUrl, cookie, test.fetch)
    expect((await choose(cookie, { code: ` ${lastCode().slice(0, 3)} ${lastCode().slice(3)} ` })).status).toBe(200)
    await expect(refresh(test.appUrl, before.refreshToken, test.fetch)).rejects.toThrow()
    await expect(codeExchange(test.appUrl, elsewhere, test.fetch)).rejects.toThrow('authentication required')
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow(wrong)
    await expect(test.signIn(user.email, mine)).resolves.toBeTruthy()
    for (const path of ['/send-code', '/choose-password'])
      expect(await test.post(path, { newPassword: 'another password' }, cookie)).toMatchObject({
        status: 403,
        body: { code: 'OWN_PASSWORD' },
      })
  })

  it('goes to the current phone of the record', async () => {
    const user = await newcomer()
    await owner.query('update users set phone = $2 where id = $1', [user.id, '9000000001'])
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow(wrong)
    await expect(test.signIn(user.email, '9000000001')).resolves.toBeTruthy()
  })

  it('sends one a minute and ten a day, each replacing the previous one, also for concurrent requests', async () => {
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    const before = test.sentCodes.length
    const asked = await Promise.all(Array.from({ length: 8 }, () => test.post('/send-code', {}, cookie)))
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(asked.find(({ status }) => status === 429)?.body.message).toMatch(/You can ask for another in \d+ seconds\./)
    const first = lastCode()
    for (let nth = 2; nth <= sentCode.perDay; nth += 1) {
      await later(user, 1)
      expect((await test.post('/send-code', {}, cookie)).status).toBe(200)
    }
    await later(user, 1)
    expect(await test.post('/send-code', {}, cookie)).toMatchObject({
      status: 429,
      body: { message: 'Too many codes were asked for today. Please ask your school’s office for one.' },
    })
    expect(test.sentCodes.length - before).toBe(sentCode.perDay)
    if (first !== lastCode()) expect((await choose(cookie, { code: first })).status).toBe(403)
  })

  it('leaves the code that was sent before good when the budget of codes is used up, and counts no request', async () => {
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    await test.post('/send-code', {}, cookie)
    const code = lastCode()
    await later(user, 1)
    await owner.query(
      `insert into auth.code_counts (kind, school, hours, window_start, count) values ('SENT', $1, 1, now(), 3000)
       on conflict (kind, school, hours) do update set count = 3000`,
      [user.schoolId],
    )
    expect(await test.post('/send-code', {}, cookie)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('no more are sent at this moment') },
    })
    const { rows } = await owner.query('select cardinality(requests) as requests from auth.one_time_codes where user_id = $1', [
      user.subject,
    ])
    expect(rows).toEqual([{ requests: 1 }])
    await owner.query(`delete from auth.code_counts`)
    expect((await choose(cookie, { code })).status).toBe(200)
  })

  it('takes nothing of the budgets for a request that comes too early', async () => {
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    await owner.query('delete from auth.code_counts')
    await owner.query('delete from auth.request_counts')
    const ask = () =>
      test.from('203.0.113.60')(`${test.appUrl}/auth/send-code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: test.appUrl, cookie },
        body: '{}',
      })
    const statuses: number[] = []
    for (let time = 0; time < 3; time += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 429, 429])
    const { rows } = await owner.query(`select distinct count from auth.code_counts where kind = 'SENT'`)
    expect(rows).toEqual([{ count: 1 }])
    const counted = await owner.query(`select count from auth.request_counts where key = 'code 203.0.113.60'`)
    expect(counted.rows).toEqual([{ count: 1 }])
  })

  it('expires after ten minutes, and is refused after five wrong guesses', async () => {
    const [slow, guessed] = [await newcomer(), await newcomer()]
    const cookies = [await test.signIn(slow.email, slow.phone), await test.signIn(guessed.email, guessed.phone)] as const
    await test.post('/send-code', {}, cookies[0])
    const first = lastCode()
    await later(slow, sentCode.minutes)
    expect((await choose(cookies[0], { code: first })).status).toBe(403)
    await test.post('/send-code', {}, cookies[1])
    const right = lastCode()
    const other = right === '000000' ? '000001' : '000000'
    await Promise.all(Array.from({ length: sentCode.tries }, () => choose(cookies[1], { code: other })))
    expect((await choose(cookies[1], { code: right })).status).toBe(403)
  })

  it('limits the codes that are typed for an account from one network', async () => {
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    const type = async (address: string) =>
      (
        await test.from(address)(`${test.appUrl}/auth/choose-password`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: test.appUrl, cookie },
          body: JSON.stringify({ newPassword: mine, code: 'ABCD-EFGH' }),
        })
      ).status
    for (let guess = 0; guess < 10; guess += 1) expect(await type('203.0.113.50')).toBe(403)
    expect(await type('203.0.113.50')).toBe(429)
    expect(await type('203.0.113.51')).toBe(403)
  })

  it('says when nothing can be sent', async () => {
    test.codeWay.value = null
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    expect((await test.post('/first-password', {}, cookie)).body).toMatchObject({ codeNeeded: true, way: null })
    expect(await test.post('/send-code', {}, cookie)).toMatchObject({ status: 409, body: { code: 'NO_WAY' } })
  })

  it('stores no code in plain', async () => {
    const user = await newcomer()
    const cookie = await test.signIn(user.email, user.phone)
    await test.post('/send-code', {}, cookie)
    const handed = await handOut(user)
    const { rows } = await owner.query('select * from auth.one_time_codes where user_id = $1', [user.subject])
    expect(rows).toHaveLength(2)
    const stored = JSON.stringify(rows.map(({ hash }: { hash: string }) => hash))
    for (const code of [lastCode(), handed, handed.replace('-', '')]) expect(stored).not.toContain(code)
  })
})

describe('a code that was handed out', () => {
  it('replaces the password at sign-in, and need not be typed again to choose one', async () => {
    const user = await test.addStudent({ firstPassword: true, phone: defaultPhone })
    const code = await handOut(user)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    const cookie = await test.signIn(user.email, code.toLowerCase().replace('-', ' '))
    expect((await test.post('/first-password', {}, cookie)).body).toEqual({ password: 'phone', codeNeeded: false, way: null })
    expect(await callerWith((await codeExchange(test.appUrl, cookie, test.fetch)).accessToken)).toMatchObject({ viewer: null })
    expect((await choose(cookie, {})).status).toBe(200)
    await expect(test.signIn(user.email, code)).rejects.toThrow(wrong)
    await expect(test.signIn(user.email, mine)).resolves.toBeTruthy()
  })

  it('can be typed by a person who signed in with the phone number', async () => {
    const user = await newcomer()
    const code = await handOut(user)
    const cookie = await test.signIn(user.email, user.phone)
    expect((await choose(cookie, { code })).status).toBe(200)
  })

  it('is replaced by a new one, not by a sent one, and expires after its hours', async () => {
    const user = await newcomer()
    const first = await handOut(user)
    const second = await handOut(user)
    await expect(test.signIn(user.email, first)).rejects.toThrow(wrong)
    const cookie = await test.signIn(user.email, user.phone)
    await test.post('/send-code', {}, cookie)
    await expect(test.signIn(user.email, second)).resolves.toBeTruthy()
    await later(user, 24 * 60)
    await expect(test.signIn(user.email, second)).rejects.toThrow(wrong)
  })

  it('replaces a password set by an admin, and an own password only on request', async () => {
    const user = await test.addUser()
    expect(await handOut(user)).toBe('')
    await expect(test.signIn(user.email, user.phone)).resolves.toBeTruthy()
    const tokens = await test.tokensOf(user)
    const code = await handOut(user, { evenOwn: true })
    await expect(refresh(test.appUrl, tokens.refreshToken, test.fetch)).rejects.toThrow()
    await expect(test.signIn(user.email, code)).resolves.toBeTruthy()
  })

  it('opens nothing for a disabled user', async () => {
    const user = await newcomer()
    const code = await handOut(user)
    await test.disable(user)
    await expect(test.signIn(user.email, code)).rejects.toThrow('This account is disabled')
  })
})

describe('no account with the placeholder phone can sign in by it', () => {
  it('whether it was created with it or its phone was later changed to it', async () => {
    const [made, shortened] = [await newcomer({ phone: defaultPhone }), await newcomer()]
    await owner.query('update users set phone = $2 where id = $1', [shortened.id, defaultPhone])
    for (const user of [made, shortened]) await expect(test.signIn(user.email, defaultPhone)).rejects.toThrow(wrong)
  })
})

describe('a password reset by e-mail without an own password', () => {
  it('proves the e-mail and needs no code', async () => {
    const user = await newcomer()
    const code = await handOut(user)
    const before = test.mails.length
    await test.post('/request-password-reset', { email: user.email })
    await eventually(() => expect(test.mails).toHaveLength(before + 1))
    const link = new URL(/https?:\S+/.exec(test.mails.at(-1)?.text ?? '')?.[0] ?? '')
    const token = link.searchParams.get('token')
    expect((await test.post('/reset-password', { token, newPassword: mine })).status).toBe(200)
    expect(await callerWith((await test.tokensOf(user, mine)).accessToken)).toMatchObject({ viewer: { subject: user.subject } })
    await expect(test.signIn(user.email, code)).rejects.toThrow(wrong)
  })
})
