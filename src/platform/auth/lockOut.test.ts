import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setPassword } from './accounts.ts'
import { handOutCodes } from './codes.ts'
import { newDevice, readDevice } from './deviceCookie.ts'
import { admitAttempt, clearAttempt } from './passwordAttempts.ts'
import { hashingFor, hashPassword, waitingHashes } from './passwordHashing.ts'
import { requestCounter } from './requestCounter.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestSignIn, testSignIn, type TestUser } from '#tests/signIn.ts'

let test: TestSignIn
let owner: pg.Pool
beforeAll(async () => {
  test = await testSignIn()
  owner = new pg.Pool({ connectionString: test.ownerUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await test.close()
})
beforeEach(() => owner.query('truncate auth.password_attempts, auth.request_counts'))
afterEach(() => expect(test.reports).toEqual([]))

const wrong = 'Invalid email or password'
const mine = 'a password of mine'

interface Given {
  from?: string
  cookie?: string
}

async function attempt(email: string, password: string, { from = '198.51.100.7', cookie = '' }: Given = {}) {
  const response = await test.from(from)(`${test.appUrl}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: test.appUrl, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as { message?: string; code?: string }
  const device = response.headers.getSetCookie().find((line) => line.startsWith('shala.device=')) ?? ''
  return { status: response.status, message: body.message, retryAfter: response.headers.get('retry-after'), device }
}

/** Signs in and returns the cookie by which the device is known afterwards. */
async function readRequestDevice(user: TestUser, given: Given = {}): Promise<string> {
  const { status, device } = await attempt(user.email, user.phone, given)
  expect(status).toBe(200)
  return device.split(';')[0] ?? ''
}

/**
 * Counts guesses without a device, as a sign-in does before it looks at the password: looking takes a tenth of a second
 * each.
 */
async function guess(email: string, times: number, from: (time: number) => string = () => '198.51.100.7'): Promise<void> {
  for (let time = 0; time < times; time += 1) await admitAttempt(test.database.pool, { email, address: from(time), device: null })
}

/** As if the counted attempts lay so much longer in the past. */
async function pass(seconds: number): Promise<void> {
  await owner.query(
    `update auth.password_attempts set attempts = array(select moment - make_interval(secs => $1) from unnest(attempts) as moment)`,
    [seconds],
  )
}

describe('nobody can lock a person out', () => {
  it('refuses the 11th guess from one network within 15 minutes, and the right password there with the same message', async () => {
    const user = await test.addUser()
    await guess(user.email, 10)
    expect(await attempt(user.email, user.phone)).toMatchObject({ status: 401, message: wrong })
    await pass(15 * 60)
    expect(await attempt(user.email, user.phone)).toMatchObject({ status: 200 })
  })

  it('lets the owner in from another network at once', async () => {
    const user = await test.addUser()
    await guess(user.email, 15)
    expect(await attempt(user.email, user.phone, { from: '203.0.113.5' })).toMatchObject({ status: 200 })
  })

  it('lets the owner in on a device that has signed in before, in the network of the guesses too', async () => {
    const user = await test.addUser()
    const cookie = await readRequestDevice(user)
    await guess(user.email, 15)
    expect(await attempt(user.email, user.phone, { cookie })).toMatchObject({ status: 200 })
  })

  it('lets the owner in on a known device while guesses come from hundreds of networks', async () => {
    const user = await test.addUser()
    const cookie = await readRequestDevice(user)
    await guess(user.email, 60, (time) => `192.0.2.${time}`)
    expect(await attempt(user.email, user.phone, { from: '203.0.113.5' })).toMatchObject({ status: 401, message: wrong })
    expect(await attempt(user.email, user.phone, { cookie })).toMatchObject({ status: 200 })
  })

  it('counts an IPv6 network by its first 64 bits', async () => {
    const user = await test.addUser()
    await guess(user.email, 10, (time) => `2001:db8:1:2::${time + 1}`)
    expect(await attempt(user.email, user.phone, { from: '2001:db8:1:2:ffff::1' })).toMatchObject({ status: 401 })
    expect(await attempt(user.email, user.phone, { from: '2001:db8:1:3::1' })).toMatchObject({ status: 200 })
  })

  it('slows guesses on a known device down by growing delays that end', async () => {
    const user = await test.addUser()
    const cookie = await readRequestDevice(user)
    for (let time = 0; time < 5; time += 1) expect((await attempt(user.email, 'wrong', { cookie })).status).toBe(401)
    const waits: number[] = []
    for (let time = 0; time < 7; time += 1) {
      await owner.query(`update auth.password_attempts set attempts = array(
        select moment + (now() - (select max(newest) from unnest(attempts) as newest)) from unnest(attempts) as moment)`)
      const { status, retryAfter, message } = await attempt(user.email, 'wrong', { cookie })
      expect(status).toBe(429)
      expect(message).toBe(`Please wait ${retryAfter} seconds, then try again.`)
      waits.push(Number(retryAfter))
      await pass(Number(retryAfter))
      expect((await attempt(user.email, 'wrong', { cookie })).status).toBe(401)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60])
    await pass(60)
    expect(await attempt(user.email, user.phone, { cookie })).toMatchObject({ status: 200 })
    expect((await attempt(user.email, 'wrong', { cookie })).status).toBe(401)
  })

  it('checks ten of twenty concurrent guesses, and one on a known device whose delay is over', async () => {
    const [stranger, known] = [await test.addUser(), await test.addUser()]
    const cookie = await readRequestDevice(known)
    await Promise.all(Array.from({ length: 20 }, () => attempt(stranger.email.toUpperCase(), 'a wrong guess')))
    expect((await attempt(known.email, 'wrong', { cookie })).status).toBe(401)
    // The longest delay: a shorter one may end while the others are answered.
    await owner.query(
      `update auth.password_attempts set attempts = array_fill(now() - interval '61 seconds', array[10]) where source like 'device %'`,
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(known.email, 'wrong', { cookie })))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1)
    const { rows } = await owner.query<{ source: string; count: number }>(
      'select source, cardinality(attempts) as count from auth.password_attempts where cardinality(attempts) > 0 order by count, source',
    )
    expect(rows.map(({ source, count }) => [source.split(' ')[0], count])).toEqual([
      ['known', 2],
      ['anywhere', 10],
      ['network', 10],
      ['device', 11],
    ])
  })

  it('clears wrong guesses after a success', async () => {
    const user = await test.addUser()
    for (let round = 0; round < 2; round += 1) {
      await guess(user.email, 9)
      expect((await attempt(user.email, user.phone)).status).toBe(200)
    }
  })

  it('treats an unknown e-mail alike: same counters, same message', async () => {
    const user = await test.addUser()
    for (const email of [user.email, 'nobody@lock.test'])
      expect(await attempt(email, 'wrong')).toMatchObject({ status: 401, message: wrong, retryAfter: null, device: '' })
    const { rows } = await owner.query(
      'select count(*)::integer as accounts from (select account from auth.password_attempts group by account) as counted',
    )
    expect(rows).toEqual([{ accounts: 2 }])
  })
})

/** Posts to the sign-in service from a network that nobody else uses; answers the status and the device cookie. */
async function post(path: string, body: object, cookie = '') {
  const response = await test.fetch(`${test.appUrl}/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: test.appUrl, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
  const device = response.headers.getSetCookie().find((line) => line.startsWith('shala.device=')) ?? ''
  return { status: response.status, device: device.split(';')[0] ?? '' }
}

async function handOut(user: TestUser): Promise<string> {
  const codes = await test.database.transaction(user.schoolId, (tx) =>
    handOutCodes(tx, test.config.secrets, [user.subject], { hours: 24, evenOwn: true }),
  )
  return codes.get(user.subject)?.code ?? ''
}

/** Uses up the limit of all networks, as an attack from many of them does. */
async function attack(user: TestUser): Promise<void> {
  await guess(user.email, 60, (time) => `192.0.2.${time}`)
  expect(await attempt(user.email, mine, { from: '203.0.113.5' })).toMatchObject({ status: 401, message: wrong })
}

describe('many cookies are not as many budgets', () => {
  /** Makes devices known to an account without signing in on each. */
  const knownDevices = (user: TestUser, count: number) =>
    Array.from({ length: count }, () => `shala.device=${newDevice(test.config.secrets).afterSignIn(user.email)}`)

  it('checks 30 guesses on twelve known devices together, and tells the others when to come again', async () => {
    const user = await test.addUser()
    const answers = await Promise.all(
      knownDevices(user, 12).flatMap((cookie, device) =>
        Array.from({ length: 5 }, () => attempt(user.email, 'wrong', { cookie, from: `198.51.100.${device}` })),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([30, 30])
    const [cookie = ''] = knownDevices(user, 1)
    const refused = await attempt(user.email, user.phone, { cookie })
    expect(refused.status).toBe(429)
    // Fifteen minutes after the first of them.
    expect(Math.ceil(Number(refused.retryAfter) / 60)).toBe(15)
    await pass(15 * 60)
    expect(await attempt(user.email, user.phone, { cookie })).toMatchObject({ status: 200 })
  })

  it('leaves the owner some guesses on a second device, however long somebody guesses on the first', async () => {
    const user = await test.addUser()
    const tryAt = (device: string) => admitAttempt(test.database.pool, { email: user.email, address: '198.51.100.7', device })
    for (let second = 0; second < 15 * 60; second += 2) {
      await tryAt('shared')
      await pass(2)
    }
    for (let time = 0; time < 5; time += 1) expect(await tryAt('own')).toEqual({ admitted: true })
  })

  it('counts strangers and known devices apart, so that no stranger uses the budget of the devices up', async () => {
    const user = await test.addUser()
    const [cookie = ''] = knownDevices(user, 1)
    await guess(user.email, 200, (time) => `192.0.2.${time}`)
    expect(await attempt(user.email, user.phone, { cookie })).toMatchObject({ status: 200 })
  })

  it('checks no more from many networks of one provider’s customer than from three', async () => {
    const user = await test.addUser()
    const from = (time: number) => `2001:db8:7:${(time * 256).toString(16)}::1`
    await guess(user.email, 200, from)
    const { rows } = await owner.query<{ guesses: number }>(
      `select cardinality(attempts) as guesses from auth.password_attempts where source = 'anywhere'`,
    )
    expect(rows).toEqual([{ guesses: 30 }])
    expect(await attempt(user.email, user.phone, { from: '2001:db8:8::1' })).toMatchObject({ status: 200 })
  })

  it('bounds the wrong passwords of one network for all accounts, and says when to try again', async () => {
    const user = await test.addUser()
    for (let account = 0; account < 300; account += 1) await guess(`person${account}@elsewhere.test`, 1)
    const { status, message, retryAfter } = await attempt(user.email, user.phone)
    expect({ status, message }).toEqual({
      status: 429,
      message: 'Too many wrong passwords came from your network. Please try again in 15 minutes.',
    })
    expect(Number(retryAfter)).toBeGreaterThan(800)
    const [cookie = ''] = knownDevices(user, 1)
    expect(await attempt(user.email, user.phone, { cookie })).toMatchObject({ status: 200 })
    expect(await attempt(user.email, user.phone, { from: '203.0.113.5' })).toMatchObject({ status: 200 })
  })

  it('lets 200 teachers behind one address in who type the first password wrongly', async () => {
    for (let teacher = 0; teacher < 200; teacher += 1) {
      const attempts = { email: `teacher${teacher}@lock.test`, address: '198.51.100.7', device: null }
      expect(await admitAttempt(test.database.pool, attempts)).toEqual({ admitted: true })
      expect(await admitAttempt(test.database.pool, attempts)).toEqual({ admitted: true })
      await clearAttempt(test.database.pool, attempts)
    }
  })

  /** Signs in with the right password on one device after the other. Returns the statuses. */
  async function signIns(user: TestUser, cookies: readonly string[], each: number): Promise<number[]> {
    const statuses: number[] = []
    for (const cookie of cookies)
      for (let time = 0; time < each; time += 1) statuses.push((await attempt(user.email, user.phone, { cookie })).status)
    return statuses
  }

  it('bounds the sign-ins of all known devices of one account, and leaves those of others in the same network alone', async () => {
    const [pupil, teacher] = [await test.addUser(), await test.addUser()]
    const statuses = await signIns(pupil, knownDevices(pupil, 12), 15)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.filter((status) => status === 429)).toHaveLength(60)
    const [cookie = ''] = knownDevices(teacher, 1)
    expect(await attempt(teacher.email, teacher.phone, { cookie })).toMatchObject({ status: 200 })
  })

  it('counts a sign-in to an account that the device has not signed in to as a stranger’s', async () => {
    const [pupil, other] = [await test.addUser(), await test.addUser()]
    const statuses = await signIns(other, knownDevices(pupil, 8), 10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    const [cookie = ''] = knownDevices(other, 1)
    expect(await attempt(other.email, other.phone, { cookie })).toMatchObject({ status: 200 })
  })

  it('lets every known device of a network renew its tokens, whatever many devices of one account ask for there', async () => {
    const [pupil, teacher] = [await test.addUser(), await test.addUser()]
    const ask = async (cookie: string) =>
      (
        await test.from('198.51.100.7')(`${test.appUrl}/auth/request-password-reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: test.appUrl, cookie },
          body: JSON.stringify({ email: 'nobody@lock.test' }),
        })
      ).status
    for (const cookie of knownDevices(pupil, 6)) await Promise.all(Array.from({ length: 25 }, () => ask(cookie)))
    const [cookie = ''] = knownDevices(teacher, 1)
    expect(await ask(cookie)).toBe(200)
  })

  it('lets known devices in although one of the network guesses at many accounts that it is known to', async () => {
    const user = await test.addUser()
    const guessed = Array.from({ length: 31 }, (_, account) => `person${account}@elsewhere.test`)
    for (const email of guessed)
      for (let time = 0; time < 10; time += 1) {
        await admitAttempt(test.database.pool, { email, address: '198.51.100.7', device: 'of the computer room' })
        await pass(60)
      }
    const [cookie = ''] = knownDevices(user, 1)
    expect(await attempt(user.email, user.phone, { cookie })).toMatchObject({ status: 200 })
  })

  it('does not close a network of a provider for the requests that one of its subscribers was refused', async () => {
    const counter = requestCounter(test.database.pool)
    const ask = (address: string) => counter.consumeByNetwork('asked', address, { window: 60, max: 2 })
    const answers: (number | null)[] = []
    for (let time = 0; time < 40; time += 1) answers.push(await ask('2001:db8:1:2::1'))
    expect(answers.filter((wait) => wait === null)).toHaveLength(2)
    expect(await ask('2001:db8:1:3::1')).toBeNull()
    expect(await ask('2001:db8:1:4000::1')).toBeNull()
  })

  it('bounds the wider networks all the same', async () => {
    const counter = requestCounter(test.database.pool)
    const ask = (subscriber: number) =>
      counter.consumeByNetwork('asked', `2001:db8:1:${subscriber.toString(16)}::1`, { window: 60, max: 2 })
    const answers: (number | null)[] = []
    for (let subscriber = 0; subscriber < 10; subscriber += 1) answers.push(await ask(subscriber))
    expect(answers.map((wait) => wait === null)).toEqual([...Array<boolean>(8).fill(true), false, false])
    for (let site = 1; site < 40; site += 1) answers.push(await ask(site * 256))
    expect(answers.filter((wait) => wait === null)).toHaveLength(32)
  })
})

describe('while too many passwords are being checked', () => {
  const address = '198.51.100.7'

  /** Runs `work` while the network of {@link address} has as many hashes waiting as it may. */
  async function whileBusy<Result>(work: () => Promise<Result>): Promise<Result> {
    let done = false
    const waiting = Array.from({ length: waitingHashes.ofCaller + 10 }, async () => {
      while (!done) await hashingFor(address, () => hashPassword('x')).catch(() => sleep(1))
    })
    const result = await work()
    done = true
    await Promise.all(waiting)
    return result
  }

  it('an attempt is refused with a time, and is no wrong guess', async () => {
    const user = await test.addUser()
    const { status, message, retryAfter } = await whileBusy(() => attempt(user.email, user.phone, { from: address }))
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '30' })
    expect(message).toMatch(/^Many passwords are being checked/)
    const { rows } = await owner.query('select from auth.password_attempts where cardinality(attempts) > 0')
    expect(rows).toEqual([])
    const counts = await owner.query(`select count from auth.request_counts where key like 'wrong passwords %'`)
    expect(counts.rows).toEqual([{ count: 0 }])
    expect(await attempt(user.email, user.phone, { from: address })).toMatchObject({ status: 200 })
  })

  it('neither an unknown e-mail nor a locked account is told apart: each takes a hash', async () => {
    const [first, locked] = [await test.addUser({ firstPassword: true }), await test.addUser()]
    await guess(locked.email, 10)
    const emails = [first.email, locked.email, 'nobody@lock.test']
    const answers = await whileBusy(() => Promise.all(emails.map((email) => attempt(email, 'wrong', { from: address }))))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
  })
})

describe('a password that others know makes no device known', () => {
  it('neither the phone number, nor a code that was handed out, nor a password that an admin set', async () => {
    const user = await test.addUser({ firstPassword: true })
    expect(await attempt(user.email, user.phone)).toMatchObject({ status: 200, device: '' })
    expect(await attempt(user.email, await handOut(user))).toMatchObject({ status: 200, device: '' })
    await test.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, 'abcdefghij'))
    expect(await attempt(user.email, 'abcdefghij')).toMatchObject({ status: 200, device: '' })
  })

  it('but the device on which the first own password is chosen becomes known', async () => {
    const user = await test.addUser({ firstPassword: true })
    const cookie = await test.signIn(user.email, await handOut(user))
    const { status, device } = await post('/choose-password', { newPassword: mine }, cookie)
    expect(status).toBe(200)
    await attack(user)
    expect(await attempt(user.email, mine, { cookie: device })).toMatchObject({ status: 200 })
  })

  it('and a refused choice makes no device known', async () => {
    const user = await test.addUser({ firstPassword: true })
    const cookie = await test.signIn(user.email, user.phone)
    expect(await post('/choose-password', { newPassword: mine, code: 'ABCD-EFGH' }, cookie)).toEqual({ status: 403, device: '' })
  })
})

describe('while guesses come from many networks, the owner on a new device', () => {
  it('gets in by the link of a mail, which makes the device known', async () => {
    const user = await test.addUser()
    await attack(user)
    const before = test.mails.length
    await post('/request-password-reset', { email: user.email })
    await eventually(() => expect(test.mails).toHaveLength(before + 1))
    const link = new URL(/https?:\S+/.exec(test.mails.at(-1)?.text ?? '')?.[0] ?? '')
    const token = link.searchParams.get('token')
    expect(await post('/reset-password', { token: 'made up', newPassword: mine })).toMatchObject({ device: '' })
    const { status, device } = await post('/reset-password', { token, newPassword: mine })
    expect(status).toBe(200)
    await attack(user)
    expect(await attempt(user.email, mine, { cookie: device })).toMatchObject({ status: 200 })
  })

  it('gets in with a handed-out code, which only the limit of one network applies to', async () => {
    const user = await test.addUser()
    const code = await handOut(user)
    await attack(user)
    expect(await attempt(user.email, code, { from: '203.0.113.6' })).toMatchObject({ status: 200 })
    for (let time = 0; time < 10; time += 1)
      expect((await attempt(user.email, 'ABCD-EFGH', { from: '203.0.113.7' })).status).toBe(401)
    expect(await attempt(user.email, code, { from: '203.0.113.7' })).toMatchObject({ status: 401, message: wrong })
  })

  it('gets in from the network of the guesses with a code that was handed out after them', async () => {
    const user = await test.addUser()
    await guess(user.email, 10)
    expect(await attempt(user.email, await handOut(user))).toMatchObject({ status: 200 })
  })
})

describe('the device cookie', () => {
  it('is not readable by scripts, is sent to the sign-in only, and contains no e-mail', async () => {
    const user = await test.addUser()
    const { device } = await attempt(user.email, user.phone)
    expect(device).toContain('HttpOnly')
    expect(device).toContain('SameSite=Lax')
    expect(device).toContain('Path=/auth')
    expect(device).not.toContain(user.email)
    expect(device).not.toContain(user.subject)
  })

  it('proves a sign-in to one account and to no other', async () => {
    const [user, other] = [await test.addUser(), await test.addUser()]
    const cookie = await readRequestDevice(user)
    await guess(other.email, 10)
    expect((await attempt(other.email, other.phone, { cookie })).status).toBe(401)
  })

  it('keeps the accounts that signed in on the device before', async () => {
    const [user, other] = [await test.addUser(), await test.addUser()]
    const both = await readRequestDevice(other, { cookie: await readRequestDevice(user) })
    await guess(user.email, 10)
    expect((await attempt(user.email, user.phone, { cookie: both })).status).toBe(200)
  })

  it('stays below 1 KB after fifty people have signed in on the device', async () => {
    let value = ''
    for (let count = 0; count < 50; count += 1) {
      const known = readDevice(value, test.config.secrets) ?? newDevice(test.config.secrets)
      value = known.afterSignIn(`person${count}@lock.test`)
    }
    expect(value.length).toBeLessThan(1000)
    const known = readDevice(value, test.config.secrets)
    expect([known?.hasSignedIn('person49@lock.test'), known?.hasSignedIn('person0@lock.test')]).toEqual([true, false])
  })

  it.each([
    'shala.device=x',
    'shala.device=',
    'shala.device=aaaaaaaaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbb.cccccccccccccccccccccc',
  ])('is not believed when it was made up: %s', async (cookie) => {
    const user = await test.addUser()
    await guess(user.email, 9)
    await attempt(user.email, 'wrong', { cookie })
    expect((await attempt(user.email, user.phone, { cookie })).status).toBe(401)
  })
})

describe('the limit of reset mails', () => {
  it('sends one to three mails for eight parallel requests, never none', async () => {
    const user = await test.addUser()
    const before = test.mails.length
    await Promise.all(Array.from({ length: 8 }, () => test.post('/request-password-reset', { email: user.email })))
    const sent = () => test.mails.length - before
    await eventually(() => expect(sent()).toBeGreaterThanOrEqual(1))
    // The others, if there are any, are on their way.
    await sleep(300)
    expect(sent()).toBeLessThanOrEqual(3)
  })
})

describe('the requests of one network', () => {
  it('do not block a device that has signed in before', async () => {
    const user = await test.addUser()
    const cookie = await readRequestDevice(user)
    const ask = async (given: Given) =>
      (
        await test.from('198.51.100.7')(`${test.appUrl}/auth/request-password-reset`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: test.appUrl, ...(given.cookie ? { cookie: given.cookie } : {}) },
          body: JSON.stringify({ email: 'nobody@lock.test' }),
        })
      ).status
    const statuses = await Promise.all(Array.from({ length: 25 }, () => ask({})))
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    expect(await ask({ cookie })).toBe(200)
  })
})
