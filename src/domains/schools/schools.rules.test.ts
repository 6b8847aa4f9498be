import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedFields, keepsLoginFormat, loginModules, parseMinutes, formatMinutes } from './schools.rules.ts'
import { bankAccountUpdate, newBankAccount, newSchool, newSchoolForm, schoolUpdate } from './schools.schema.ts'

describe('minutes', () => {
  test.each([
    ['30, 45,60', [30, 45, 60]],
    ['', []],
    [' , 45 ,, 45', [45]],
    ['45.5', null],
    ['45 60', null],
    ['-5', null],
    ['fortyfive', null],
  ])('%j', (typed, minutes) => {
    expect(parseMinutes(typed)).toEqual(minutes)
  })

  test('formatted and parsed again are the same', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 1440 })), (minutes) => {
        expect(parseMinutes(formatMinutes(minutes))).toEqual(minutes)
      }),
    )
  })
})

test('the login format is kept when a module that students sign in for is on', () => {
  expect(keepsLoginFormat({})).toBe(false)
  for (const module of loginModules) expect(keepsLoginFormat({ [module]: true })).toBe(true)
})

test('only defined fields that differ are changes', () => {
  const stored = { name: 'A', minutes: [1, 2], phone: 'x' as string | null }
  expect(changedFields(stored, { name: 'A', minutes: [1, 2] })).toEqual([])
  expect(changedFields(stored, { minutes: [2, 1], phone: undefined } as Partial<typeof stored>)).toEqual(['minutes'])
  expect(changedFields(stored, { phone: null })).toEqual(['phone'])
})

const required = { name: 'School', adminPhone: '9876543210', senderId: 'SCHOOL', attType: 'DAILY', term: '2026-27' }

/** Returns the problems of an input as `field: message`. */
function problems(
  schema: typeof newSchool | typeof schoolUpdate | typeof newBankAccount | typeof bankAccountUpdate,
  input: object,
) {
  const parsed = schema.safeParse(input)
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

describe('a new school', () => {
  test('has five required fields', () => {
    expect(problems(newSchool, required)).toEqual([])
    expect(problems(newSchool, {}).map((problem) => problem.split(':')[0])).toEqual([
      'name',
      'adminPhone',
      'senderId',
      'attType',
      'term',
    ])
  })

  test.each([
    [{ feesDate: 0 }, 'feesDate: From 1 to 31'],
    [{ feesDate: 32 }, 'feesDate: From 1 to 31'],
    [{ feesDate: '' }, 'feesDate: Required'],
    [{ feePercent: 10.5 }, 'feePercent: From 0 to 10'],
    [{ weeklySmsDay: 7 }, 'weeklySmsDay: From 0 to 6'],
    [{ displayMins: [30, 0] }, 'displayMins.1: From 1 to 1440 minutes'],
    [{ senderId: 'SCHOOLS' }, 'senderId: Six letters or digits, as registered for SMS'],
    [{ adminPhone: '98765' }, 'adminPhone: Phone should have exactly 10 digits.'],
    [{ weeklySmsTime: '25:00' }, 'weeklySmsTime: A time such as 17:30'],
    [{ receiptPrefix: 'GV_' }, 'receiptPrefix: At most 12 letters, digits, spaces, - or /'],
    [{ receiptPrefix: 'GREEN-VALLEY/' }, 'receiptPrefix: At most 12 letters, digits, spaces, - or /'],
    [{ upiAddress: 'school' }, 'upiAddress: A UPI address such as school@sbi'],
    [{ upiAddress: 'school@sbi.co' }, 'upiAddress: A UPI address such as school@sbi'],
    [{ upiAddress: 'my school@sbi' }, 'upiAddress: A UPI address such as school@sbi'],
    [{ accentColor: 'red' }, 'accentColor: A colour such as #1f5f8b'],
    [{ udise: '2725010120' }, 'udise: A UDISE number has exactly 11 digits'],
    [{ email: 'office' }, 'email: Please enter a valid email'],
    [{ studentEmail: 'student@school.in' }, 'studentEmail: Without a placeholder every student would have the same address'],
  ])('%j: %s', (fields, problem) => {
    expect(problems(newSchool, { ...required, ...fields })).toEqual([problem])
  })

  test('the form parses minutes from text to the list of the command', () => {
    const form = newSchoolForm.pick({ displayMins: true })
    expect(form.parse({ displayMins: '30, 45' })).toEqual({ displayMins: [30, 45] })
    expect(form.safeParse({ displayMins: '30; 45' }).error?.issues[0]?.message).toBe(
      'Minutes separated by commas, such as 30, 45, 60',
    )
    expect(form.safeParse({ displayMins: '30, 2000' }).error?.issues[0]).toMatchObject({
      path: ['displayMins', 1],
      message: 'From 1 to 1440 minutes',
    })
  })
})

test('a change may contain any of the settings; empty files, times and colours become null', () => {
  expect(schoolUpdate.parse({ receiptPrefix: ' GV-2 ' })).toEqual({ receiptPrefix: 'GV-2 ' })
  expect(schoolUpdate.parse({ receiptPrefix: '' })).toEqual({ receiptPrefix: '' })
  expect(schoolUpdate.parse({})).toEqual({})
  expect(schoolUpdate.parse({ logoFile: '', weeklySmsTime: '', accentColor: '' })).toEqual({
    logoFile: null,
    weeklySmsTime: null,
    accentColor: null,
  })
  expect(schoolUpdate.parse({ weeklySmsTime: '7:30' })).toEqual({ weeklySmsTime: '07:30:00' })
})

describe('a bank account', () => {
  const account = { name: 'Main', accNumber: '00123456789', ifsc: 'sbin0001234', keyId: 'k', keySecret: 's', misc: 'm' }

  test('requires every field, and converts the IFSC to capitals', () => {
    expect(newBankAccount.parse(account).ifsc).toBe('SBIN0001234')
    expect(problems(newBankAccount, {})).toEqual(
      ['name', 'accNumber', 'ifsc', 'keyId', 'keySecret', 'misc'].map((field) => `${field}: Required`),
    )
    expect(problems(newBankAccount, { ...account, ifsc: 'SBIN1001234' })[0]).toMatch(/^ifsc: An IFSC has/)
  })

  test('may leave its secrets empty in a change', () => {
    expect(problems(bankAccountUpdate, { ...account, id: '1', keySecret: '', misc: '' })).toEqual([])
    expect(problems(bankAccountUpdate, { ...account, id: '1', keyId: '' })).toEqual(['keyId: Required'])
    expect(problems(newBankAccount, { ...account, keyId: 'a|b' })).toEqual(['keyId: The character | cannot be used here'])
  })
})
