import { expect, test } from 'vitest'
import { askedIn, askedOf, formAddress, reportForm, spans, usualDays } from './reportForm.ts'

const filled = {
  reportType: 'condensed' as const,
  section: 'all',
  currentTerm: '2',
  start: '2026-10-01',
  end: '2026-10-31',
  teacherId: '',
  lateAfter: '08:00:00',
  sendLink: false,
  email: '',
}
const problems = (values: object) =>
  reportForm.safeParse({ ...filled, ...values }).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('the form says what is missing in the specification’s words; an e-mail is asked for where one is sent', () => {
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

test('what is not asked is not sent', () => {
  expect(reportForm.parse(filled)).toMatchObject({ section: null, currentTerm: 2, teacherId: null, lateAfter: null })
  const late = { ...filled, reportType: 'qrentryexitCondensed' as const, section: '7', teacherId: '3', lateAfter: '09:15:00' }
  expect(reportForm.parse(late)).toMatchObject({ section: 7, teacherId: 3, lateAfter: '09:15' })
  expect(problems({ ...late, lateAfter: 'invalid' })).toEqual([['lateAfter', 'Write the time as 08:00']])
})

test('an earlier order fills the form again, by the address', () => {
  const order = { ...filled, section: '7', currentTerm: 2, teacherId: 3, lateAfter: null, reportType: 'paymentsCollected' }
  const asked = askedOf(JSON.stringify(order))
  const expected = { section: '7', termId: '2', start: '2026-10-01', end: '2026-10-31', teacherId: '3', lateAfter: '' }
  expect(asked).toEqual({ type: 'paymentsCollected', ...expected })
  const address = new URL(formAddress({ ...expected, type: 'paymentsCollected' }), 'http://school.test').searchParams
  expect([address.get('tab'), address.get('type')]).toEqual(['fees', 'paymentsCollected'])
  expect(askedIn(address)).toEqual(expected)
  expect(askedIn(new URLSearchParams({ start: 'tomorrow' })).start).toBe('')
  expect(askedOf('{"reportType":"unknown"}')).toBeNull()
})

test('the days that are asked for most, at the turn of a year too', () => {
  const days = Object.fromEntries(spans('2027-01-05').map(({ label, start, end }) => [label, [start, end]]))
  expect(days).toEqual({
    Today: ['2027-01-05', '2027-01-05'],
    'This week': ['2027-01-04', '2027-01-05'],
    'This month': ['2027-01-01', '2027-01-05'],
    'Last month': ['2026-12-01', '2026-12-31'],
    'Since April': ['2026-04-01', '2027-01-05'],
  })
  expect(usualDays('paymentsCollected', '2026-04-01')).toEqual({ start: '2026-04-01', end: '2026-04-01' })
  expect(usualDays('studentsCollected', '2026-03-31')).toEqual({ start: '2025-04-01', end: '2026-03-31' })
})
