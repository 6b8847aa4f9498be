import { expect, type Page } from '@playwright/test'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, studentNames } from './attendanceSchool.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Later Visit School ${uniqueTag()}`, {})
  head = await openStaffPage(browser, school, 'head')
})
test.afterAll(() => head.context().close())

const age = () => head.getByRole('status').filter({ hasText: /^(No connection\. )?As of \d/ })

/** Returns the names of the queries whose answers are kept on the device (src/ui/data/keptAnswers.ts). */
const keptNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('answers')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const all = opening.result.transaction('answers').objectStore('answers').getAll()
          all.addEventListener('success', () => {
            opening.result.close()
            resolve((all.result as { key: string[] }[]).map(({ key }) => key[1] ?? ''))
          })
        })
      }),
  )

test('a later visit shows at once what the last one knew, says how old it is, and renews it', async () => {
  await head.goto('/students')
  await expect(head.getByText(studentNames[0])).toBeVisible()
  await expect.poll(() => keptNames(head)).toEqual(expect.arrayContaining(['Students', 'StudentsViewerCan']))
  const gate = Promise.withResolvers<undefined>()
  await head.route('**/graphql', async (route) => {
    await gate.promise
    await route.continue()
  })
  await head.reload()
  await expect(head.getByText(studentNames[0])).toBeVisible()
  await expect(age()).toBeVisible()
  gate.resolve(undefined)
  await expect(age()).toBeHidden()
  await expect(head.getByText(studentNames[0])).toBeVisible()
  await head.unrouteAll({ behavior: 'ignoreErrors' })
})

test('without a connection it stays, and says so', async () => {
  await head.route('**/graphql', (route) => route.abort())
  await head.reload()
  await expect(head.getByText(studentNames[0])).toBeVisible()
  await expect(age()).toHaveText(/^No connection\. As of /)
  await head.unrouteAll({ behavior: 'ignoreErrors' })
})

test('other screens that were seen open without a connection, too', async () => {
  const screens = [
    ['/classes', '7-B', 'Sections'],
    ['/attendance?tab=take', '7-B', 'AttendanceViewerCan'],
    ['/users', 'Sunita Patil', 'Users'],
  ] as const
  for (const [address, text, query] of screens) {
    await head.goto(address)
    await expect(head.getByRole('main').getByText(text).first()).toBeVisible()
    // What was answered is on the disk a moment later.
    await expect.poll(() => keptNames(head)).toContain(query)
    await head.waitForTimeout(500)
  }
  await head.route('**/graphql', (route) => route.abort())
  for (const [address, text] of screens) {
    await head.goto(address)
    await expect(head.getByRole('main').getByText(text).first()).toBeVisible()
    await expect(age()).toHaveText(/^No connection\. As of /)
  }
  await head.unrouteAll({ behavior: 'ignoreErrors' })
})

test('after the sign-out nothing of it is on the device', async () => {
  await head.goto('/students')
  await expect(head.getByText(studentNames[0])).toBeVisible()
  await head.getByRole('button', { name: /^Account of / }).click()
  await head.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(head.getByRole('button', { name: 'Sign in' })).toBeVisible()
  const left = await head.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    owner: localStorage.getItem('answersOf'),
  }))
  expect(left.databases).not.toContain('answers')
  expect(left.owner).toBeNull()
})
