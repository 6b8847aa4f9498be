import { expect, test } from 'vitest'
import { settingsFromAddress, settingsFromParams, formAddress, reportForm, commonRanges, defaultDays } from './reportForm.ts'

const filled = {
  reportType: 'condensed' as const,
  section: 'all',
  currentTerm: '2',
  start: '2026-10-01',
  end: '2026-10-31',
  teacherId: '',
  lateAfter: '08:00:00',
  language: 'mr' as const,
  sendLink: false,
  email: '',
}
const problems = (values: object) =>
  reportForm.safeParse({ ...filled, ...values }).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('the messages are those of the specification; an e-mail is required when the link is sent', () => {
  expect(problems({})).toBeUndefined()
  expect(problems({ section: '', currentTerm: '', start: '', end: '' })).toEqual([
    ['section', 'Section Is Required'],
    ['currentTerm', 'Year Is Required'],
    ['start', 'Start Date is Required'],
    ['end', 'End Date is Required'],
  ])
  expect(problems({ end: '2026-09-30' })).toMatchObject([['end', expect.any(String)]])
  for (const email of ['', 'asha@']) expect(problems({ sendLink: true, email })).toEqual([['email', 'Email Is Required']])
  expect(problems({ sendLink: true, end: '2026-09-30' })).toMatchObject([
    ['end', expect.any(String)],
    ['email', expect.any(String)],
  ])
  expect(problems({ email: 'asha@' })).toBeUndefined()
})

test('fields without a value, and fields that the type does not have, are sent as null', () => {
  expect(reportForm.parse(filled)).toMatchObject({
    section: null,
    currentTerm: 2,
    teacherId: null,
    lateAfter: null,
    language: 'mr',
  })
  const late = { ...filled, reportType: 'qrentryexitCondensed' as const, section: '7', teacherId: '3', lateAfter: '09:15:00' }
  expect(reportForm.parse(late)).toMatchObject({ section: 7, teacherId: 3, lateAfter: '09:15' })
  expect(problems({ ...late, lateAfter: 'invalid' })).toEqual([['lateAfter', 'Write the time as 08:00']])
})

test('an earlier order fills the form through the address', () => {
  const order = { ...filled, section: '7', currentTerm: 2, teacherId: 3, lateAfter: null, reportType: 'paymentsCollected' }
  const settings = settingsFromParams(JSON.stringify(order))
  const expected = {
    section: '7',
    termId: '2',
    start: '2026-10-01',
    end: '2026-10-31',
    teacherId: '3',
    lateAfter: '',
    language: 'mr' as const,
  }
  expect(settings).toEqual({ type: 'paymentsCollected', ...expected })
  const address = new URL(formAddress({ ...expected, type: 'paymentsCollected' }), 'http://school.test').searchParams
  expect([address.get('tab'), address.get('type')]).toEqual(['fees', 'paymentsCollected'])
  expect(settingsFromAddress(address)).toEqual(expected)
  expect(settingsFromAddress(new URLSearchParams({ start: 'tomorrow' })).start).toBe('')
  const { language: _, ...older } = order
  expect(settingsFromParams(JSON.stringify(older))?.language).toBe('en')
  expect(settingsFromAddress(new URLSearchParams({ language: 'fr' })).language).toBe('')
  expect(settingsFromParams('{"reportType":"unknown"}')).toBeNull()
})

test('the common ranges of days, also at the turn of a year', () => {
  const days = Object.fromEntries(commonRanges('2027-01-05').map(({ label, start, end }) => [label, [start, end]]))
  expect(days).toEqual({
    Today: ['2027-01-05', '2027-01-05'],
    'This week': ['2027-01-04', '2027-01-05'],
    'This month': ['2027-01-01', '2027-01-05'],
    'Last month': ['2026-12-01', '2026-12-31'],
    'Since April': ['2026-04-01', '2027-01-05'],
  })
  expect(defaultDays('paymentsCollected', '2026-04-01')).toEqual({ start: '2026-04-01', end: '2026-04-01' })
  expect(defaultDays('studentsCollected', '2026-03-31')).toEqual({ start: '2025-04-01', end: '2026-03-31' })
})
