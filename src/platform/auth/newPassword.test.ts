import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type TestSignIn, testSignIn } from '#tests/signIn.ts'
import { commonPasswordMessage, phoneAsPasswordMessage, placeholderAsPasswordMessage } from '#shared/passwords.ts'
import { checkAdminPassword, newPasswordProblem } from './newPassword.ts'

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
  ['the placeholder', '1234567890', placeholderAsPasswordMessage()],
  ['the placeholder with spaces', '12345 67890', placeholderAsPasswordMessage()],
  ['the phone of the record', '+91 98765 43210', phoneAsPasswordMessage()],
  ['another phone of the record', `0${guardian}`, phoneAsPasswordMessage()],
  ['a common password', 'Password@123', commonPasswordMessage()],
]

describe('a guessable new password is refused', () => {
  it.each(refusals)('at the first choice: %s', async (_name, newPassword, message) => {
    const student = await studentWithTwoPhones(true)
    const cookie = await test.signIn(student.email, student.phone)
    await test.post('/send-code', {}, cookie)
    const { code } = test.sentCodes.at(-1) ?? {}
    expect(await test.post('/choose-password', { newPassword, code }, cookie)).toMatchObject({ status: 400, body: { message } })
    expect((await test.post('/choose-password', { newPassword: 'seven green kites', code }, cookie)).status).toBe(200)
  })

  it.each(refusals)('by the link of a mail, which stays valid: %s', async (_name, newPassword, message) => {
    const student = await studentWithTwoPhones()
    const before = test.mails.length
    await test.post('/request-password-reset', { email: student.email })
    await eventually(() => expect(test.mails).toHaveLength(before + 1))
    const link = new URL(/https?:\S+/.exec(test.mails.at(-1)?.text ?? '')?.[0] ?? '')
    const token = link.searchParams.get('token')
    expect(await test.post('/reset-password', { token, newPassword })).toMatchObject({ status: 400, body: { message } })
    expect((await test.post('/reset-password', { token, newPassword: 'seven green kites' })).status).toBe(200)
  })

  it.each([
    ['1234567890', placeholderAsPasswordMessage()],
    ['9876543210', phoneAsPasswordMessage()],
    ['qwertyuiop', commonPasswordMessage()],
    ['aaaaaaaaaa', commonPasswordMessage()],
    ['123456789', 'Password should have 10 characters.'],
    ['longer than ten', 'Password should have 10 characters.'],
  ])('when an ADMIN sets %s', (password, message) => {
    expect(() => checkAdminPassword(password, ['9876543210'])).toThrow(message)
  })

  it('detects common passwords with capitals and with marks between the letters', () => {
    for (const password of ['QWERTYUIOP', 'Qwerty-12345', 'password.123', '1111111111'])
      expect(newPasswordProblem(password, [])).toBe(commonPasswordMessage())
    expect(newPasswordProblem('seven green kites', [])).toBeNull()
  })
})
