import { expect, type Page } from '@playwright/test'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, studentNames } from './attendanceSchool.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Opening School ${uniqueTag()}`, {})
  head = await openStaffPage(browser, school, 'head')
})
test.afterAll(() => head.context().close())

/** Counts of the menu's badges come after the screen. */
const afterwards = new Set(['ChatUnread'])

/** Opens an address as a first visit does, and returns the operations that were sent until its content was there. */
async function operationsUntil(address: string, content: string | RegExp): Promise<string[]> {
  const sent: string[] = []
  const note = (request: { url(): string; postDataJSON(): unknown }) => {
    if (!request.url().endsWith('/graphql')) return
    const { operationName } = request.postDataJSON() as { operationName: string }
    if (!afterwards.has(operationName)) sent.push(operationName)
  }
  // Without the answers of an earlier visit.
  await head.evaluate(() => localStorage.removeItem('answersOf'))
  // The page before sends nothing any more.
  await head.goto('about:blank')
  head.on('request', note)
  await head.goto(address)
  await expect(head.getByRole('main').getByText(content).first()).toBeVisible()
  head.off('request', note)
  return sent
}

test('one request asks for all that a screen shows', async () => {
  expect(await operationsUntil('/students', studentNames[0])).toEqual(['Opening'])
  expect(await operationsUntil('/dashboard', 'Fees Collected Today')).toEqual(['Opening'])
  // The list fetches the sheets of its registers ahead.
  const ofList = await operationsUntil('/attendance?tab=take', /7-B/)
  expect(ofList.filter((operation) => operation !== 'RegisterSheet')).toEqual(['Opening'])
  await head.getByRole('main').getByRole('link').filter({ hasText: '7-B' }).first().click()
  await expect(head.getByRole('button', { name: /Present$/ }).first()).toBeVisible()
  const register = head.url().replace(new URL(head.url()).origin, '')
  expect(await operationsUntil(register, studentNames[0])).toEqual(['Opening'])
})

test('a refused part of it is asked alone, and shows its reason', async () => {
  expect((await operationsUntil('/attendance?tab=take&register=999999.DAY', /does not exist any more/)).at(0)).toBe('Opening')
})
