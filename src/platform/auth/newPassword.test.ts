import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestSignIn, testSignIn } from '#tests/signIn.ts'
import { commonPassword, phoneAsPassword, placeholderAsPassword } from '#shared/passwords.ts'
import { checkSetPassword, newPasswordProblem } from './newPassword.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await testSignIn()
})
afterAll(() => test.close())
afterEach(() => expect(test.reports).toEqual([]))

const guardian = '9123456789'

async function studentWithTwoPhones(firstPassword = false) {
  const student = await test.addStudent({ firstPassword })
  await test.database.transaction(student.schoolId, (tx) =>
    tx
      .updateTable('students')
      .set({ phones: [guardian] })
      .where('schoolId', '=', student.schoolId)
      .where('id', '=', student.id)
      .execute(),
  )
  return student
}

const refusals: [string, string, string][] = [
  ['the placeholder', '1234567890', placeholderAsPassword],
  ['the placeholder with spaces', '12345 67890', placeholderAsPassword],
  ['the phone of the record', '+91 98765 43210', phoneAsPassword],
  ['another phone of the record', `0${guardian}`, phoneAsPassword],
  ['a common password', 'Password@123', commonPassword],
]

describe('a new password is refused that others would guess', () => {
  it.each(refusals)('at the first choice: %s', async (_name, newPassword, message) => {
    const student = await studentWithTwoPhones(true)
    const cookie = await test.signIn(student.email, student.phone)
    await test.post('/send-code', {}, cookie)
    const { code } = test.sentCodes.at(-1) ?? {}
    expect(await test.post('/choose-password', { newPassword, code }, cookie)).toMatchObject({ status: 400, body: { message } })
    expect((await test.post('/choose-password', { newPassword: 'seven green kites', code }, cookie)).status).toBe(200)
  })

  it.each(refusals)('by the link of a mail, which stays good: %s', async (_name, newPassword, message) => {
    const student = await studentWithTwoPhones()
    const before = test.mails.length
    await test.post('/request-password-reset', { email: student.email })
    await expect.poll(() => test.mails.length).toBe(before + 1)
    const link = new URL(/https?:\S+/.exec(test.mails.at(-1)?.text ?? '')?.[0] ?? '')
    const token = link.searchParams.get('token')
    expect(await test.post('/reset-password', { token, newPassword })).toMatchObject({ status: 400, body: { message } })
    expect((await test.post('/reset-password', { token, newPassword: 'seven green kites' })).status).toBe(200)
  })

  it.each([
    ['1234567890', placeholderAsPassword],
    ['9876543210', phoneAsPassword],
    ['qwertyuiop', commonPassword],
    ['aaaaaaaaaa', commonPassword],
    ['123456789', 'Password should have 10 characters.'],
    ['longer than ten', 'Password should have 10 characters.'],
  ])('when an ADMIN sets %s', (password, message) => {
    expect(() => checkSetPassword(password, ['9876543210'])).toThrow(message)
  })

  it('knows common passwords with capitals and with marks between', () => {
    for (const password of ['QWERTYUIOP', 'Qwerty-12345', 'password.123', '1111111111'])
      expect(newPasswordProblem(password, [])).toBe(commonPassword)
    expect(newPasswordProblem('seven green kites', [])).toBeNull()
  })
})
