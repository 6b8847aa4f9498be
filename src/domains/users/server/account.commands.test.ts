import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeExchange, refresh } from '#scripts/codeExchange.ts'
import { refusal } from '#tests/refusals.ts'
import { type TestSignIn, testSignIn, type TestUser } from '#tests/signIn.ts'
import type { Call } from '#platform/command.ts'
import type { Services } from '#platform/services.ts'
import { viewerOf } from '#platform/viewer.ts'
import { phoneAsPasswordMessage, placeholderAsPasswordMessage } from '#shared/passwords.ts'
import { roles } from '#shared/roles.ts'
import { changePassword, chooseLanguage, listSignedInDevices, signOutDevice, signOutOtherDevices } from './account.commands.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await testSignIn()
})
afterAll(() => test.close())
afterEach(() => expect(test.reports).toEqual([]))

/** Signs a person in on a device, and returns the calls of its tokens. */
async function device(user: TestUser, password = user.phone) {
  const tokens = await codeExchange(test.appUrl, await test.signIn(user.email, password), test.fetch)
  const call: Call = {
    database: test.database,
    services: {} as Services,
    viewer: await viewerOf(test.database, user.subject),
    session: String(decodeJwt(tokens.accessToken).sid),
    requestId: 'test',
    address: '127.0.0.1',
  }
  const isSignedIn = async () => (await test.verifyAccessToken(tokens.accessToken)) !== null
  return { ...tokens, call, session: call.session ?? '', isSignedIn }
}

describe('the language', () => {
  it('is kept with the account', async () => {
    const user = await test.addUser()
    const { call } = await device(user)
    expect(call.viewer?.language).toBeNull()
    expect(await chooseLanguage(call, user.schoolId, { language: 'mr' })).toBe(true)
    expect((await viewerOf(test.database, user.subject))?.language).toBe('mr')
    expect((await refusal(chooseLanguage(call, user.schoolId, { language: 'ta' }))).problems).toMatchObject([
      { path: 'language' },
    ])
    expect((await refusal(chooseLanguage({ ...call, viewer: null }, user.schoolId, { language: 'mr' }))).code).toBe('SIGNED_OUT')
  })
})

describe('signed-in devices', () => {
  it('are listed once each, the device of the request first', async () => {
    const user = await test.addUser()
    const [here, elsewhere] = [await device(user), await device(user)]
    const listed = await listSignedInDevices(here.call, user.schoolId, {})
    expect(listed.map(({ id, current }) => ({ id, current }))).toEqual([
      { id: here.session, current: true },
      { id: elsewhere.session, current: false },
    ])
  })

  it('signs out another device with its refresh token, and not this one', async () => {
    const user = await test.addUser()
    const [here, elsewhere] = [await device(user), await device(user)]
    expect(await elsewhere.isSignedIn()).toBe(true)
    expect(await signOutDevice(here.call, user.schoolId, { id: elsewhere.session })).toBe(true)
    expect([await here.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false])
    await expect(refresh(test.appUrl, elsewhere.refreshToken, test.fetch)).rejects.toThrow()
    expect(await signOutDevice(here.call, user.schoolId, { id: elsewhere.session })).toBe(false)
  })

  it('signs all other devices out', async () => {
    const user = await test.addUser()
    const [here, second, third] = [await device(user), await device(user), await device(user)]
    expect(await signOutOtherDevices(here.call, user.schoolId, {})).toBe(2)
    expect(await Promise.all([here, second, third].map((one) => one.isSignedIn()))).toEqual([true, false, false])
  })

  it('does not find a device of another person', async () => {
    const [user, other] = [await test.addUser(), await test.addUser()]
    const [here, theirs] = [await device(user), await device(other)]
    expect(await signOutDevice(here.call, user.schoolId, { id: theirs.session })).toBe(false)
    expect(await theirs.isSignedIn()).toBe(true)
  })

  it.each(roles)('are available to the role %s', async (role) => {
    const person =
      role === 'STUDENT'
        ? await test.addStudent()
        : await test.addUser({ role, ...(role === 'SUPERADMIN' ? { schoolId: 0 } : {}) })
    const here = await device(person)
    expect(await listSignedInDevices(here.call, person.schoolId, {})).toHaveLength(1)
  })

  it('are refused without a session and for a malformed id', async () => {
    const user = await test.addUser()
    const { call } = await device(user)
    await expect(listSignedInDevices({ ...call, viewer: null }, user.schoolId, {})).rejects.toMatchObject({ code: 'SIGNED_OUT' })
    await expect(signOutDevice(call, user.schoolId, { id: 'x' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  })
})

describe('changePassword', () => {
  it('signs out all other devices and keeps this one', async () => {
    const user = await test.addUser()
    const [here, elsewhere] = [await device(user), await device(user)]
    const input = { currentPassword: user.phone, newPassword: 'seven green kites' }
    expect(await changePassword(here.call, user.schoolId, input)).toBe(true)
    expect([await here.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false])
    await expect(refresh(test.appUrl, here.refreshToken, test.fetch)).resolves.toBeTruthy()
    await expect(test.signIn(user.email, 'seven green kites')).resolves.toBeTruthy()
  })

  it.each([
    ['1234567890', placeholderAsPasswordMessage()],
    ['+91 98765 43210', phoneAsPasswordMessage()],
    ['short', 'Password should have 10 to 64 characters.'],
    ['9876543210', 'This is your present password. Choose another.'],
  ])('refuses %s at its field', async (newPassword, message) => {
    const user = await test.addUser()
    const { call } = await device(user)
    const refused = changePassword(call, user.schoolId, { currentPassword: user.phone, newPassword })
    const expected = newPassword === user.phone ? [{ path: 'newPassword' }] : [{ path: 'newPassword', message }]
    await expect(refused).rejects.toMatchObject({ code: 'BAD_INPUT', problems: expected })
  })

  it('refuses a wrong current password, and limits the rate of guesses', async () => {
    const user = await test.addUser()
    const { call } = await device(user)
    const guess = () =>
      changePassword(call, user.schoolId, { currentPassword: 'a wrong guess', newPassword: 'seven green kites' })
    for (let time = 0; time < 5; time += 1)
      await expect(guess()).rejects.toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'currentPassword' }] })
    await expect(guess()).rejects.toMatchObject({ code: 'RATE_LIMITED', message: expect.stringMatching(/^Please wait/) })
  })
})
