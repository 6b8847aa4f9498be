import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addLectureSchool, type LectureSchool, readLastLectureMarks, startLectureByApi } from './lectureSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { logout, readStorage, signIn, submitSignIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

// The service worker opens pages without a connection.
test.use({ serviceWorkers: 'allow' })

let school: LectureSchool
test.beforeAll(async () => {
  school = await addLectureSchool(`Outbox School ${uniqueTag()}`)
})

/** Signs the teacher in, starts a lecture and resumes it on a page that also opens without a connection. */
async function openLiveLecture(browser: Browser): Promise<Page> {
  await queryDatabase("update lectures set ended_at = now(), ended_how = 'TEACHER' where school_id = $1 and ended_at is null", [
    school.id,
  ])
  await startLectureByApi(school)
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const page = await context.newPage()
  await signIn(page, school.teacher, school.password, true)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('heading', { name: 'Absent (3)' })).toBeVisible()
  return page
}

async function setMark(page: Page, student: RegExp, value: 'Present' | 'Late' | 'Absent'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: student }).click()
  await page.getByRole('button', { name: value, exact: true }).click()
}

const barButton = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const queryMarkChanges = () =>
  queryDatabase<{ value: string }>('select value from mark_changes where school_id = $1 order by id', [school.id])

test('marks set without a connection survive the tab, and are stored once', async ({ browser }) => {
  const page = await openLiveLecture(browser)
  const context = page.context()
  const changesBefore = (await queryMarkChanges()).length
  await context.setOffline(true)
  await setMark(page, /Asha/, 'Present')
  await setMark(page, /Rohan/, 'Late')
  await setMark(page, /Asha/, 'Late')
  await expect(barButton(page, '3 marks waiting')).toBeVisible()
  expect(await readLastLectureMarks(school)).toMatchObject({ Asha: 'A', Rohan: 'A' })
  // A page that closes gets its connection back for a moment, so the first mark may be stored, with its answer lost.
  await page.close()

  // Opened again without a connection, the page shows the waiting marks, and the lecture with the cached students.
  const reopenedPage = await context.newPage()
  await reopenedPage.goto('/')
  await expect(barButton(reopenedPage, '3 marks waiting')).toBeVisible()
  await expect(reopenedPage.getByRole('heading', { level: 1, name: 'Live Attendance' })).toBeVisible()
  await expect(reopenedPage.getByRole('heading', { name: 'Inactive (2)' })).toBeVisible()
  await barButton(reopenedPage, '3 marks waiting').click()
  const list = reopenedPage.getByRole('dialog', { name: 'On this device' })
  await expect(list.getByRole('listitem')).toHaveText([/^Asha Patil, Present/, /^Rohan Jadhav, Late/, /^Asha Patil, Late/])
  await expectAccessible(reopenedPage)
  await list.getByRole('button', { name: 'Close' }).click()
  await expectFitsPhone(reopenedPage)

  // A second tab, and then both have a connection again.
  const secondTab = await context.newPage()
  await secondTab.goto('/')
  await expect(barButton(secondTab, '3 marks waiting')).toBeVisible()
  await context.setOffline(false)
  for (const tab of [reopenedPage, secondTab]) await expect(tab.getByText(/marks? waiting/)).toHaveCount(0)
  expect(await readLastLectureMarks(school)).toMatchObject({ Asha: 'L', Rohan: 'L', Kabir: 'A' })
  expect((await queryMarkChanges()).slice(changesBefore).map(({ value }) => value)).toEqual(['P', 'L', 'L'])
  await context.close()
})

test('a page opened without a connection sends few requests, and loads when it is back', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const page = await context.newPage()
  await signIn(page, school.teacher, school.password, true)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect(page.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' })).toBeVisible()
  await page.close()
  await context.setOffline(true)
  const reopenedPage = await context.newPage()
  await reopenedPage.clock.install()
  await reopenedPage.goto('/')
  await expect(reopenedPage.getByText('No connection just now. A live lecture needs one to start.')).toBeVisible()
  let requestCount = 0
  reopenedPage.on('request', (request) => {
    if (request.url().endsWith('/graphql')) requestCount += 1
  })
  await reopenedPage.clock.runFor(5000)
  expect(requestCount).toBeLessThan(10)
  await expectAccessible(reopenedPage)
  await context.setOffline(false)
  await expect(reopenedPage.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' })).toBeVisible()
  await context.close()
})

test('marks whose answers were lost are stored once', async ({ browser }) => {
  const page = await openLiveLecture(browser)
  const changesBefore = (await queryMarkChanges()).length
  let lostAnswers = 0
  await page.route('**/graphql', async (route) => {
    if (lostAnswers >= 2 || !route.request().postData()?.includes('SetLectureMark')) return route.fallback()
    lostAnswers += 1
    await route.fetch()
    await route.abort()
  })
  await setMark(page, /Kabir/, 'Present')
  await expect(barButton(page, '1 mark waiting')).toBeVisible()
  await expect(barButton(page, '1 mark waiting')).toBeHidden()
  expect(lostAnswers).toBe(2)
  expect((await queryMarkChanges()).slice(changesBefore)).toEqual([{ value: 'P' }])
  await page.context().close()
})

test('marks that the server refuses are kept for the teacher’s decision', async ({ browser }) => {
  const page = await openLiveLecture(browser)
  await page.context().setOffline(true)
  await setMark(page, /Asha/, 'Present')
  await setMark(page, /Kabir/, 'Late')
  await expect(barButton(page, '2 marks waiting')).toBeVisible()
  await queryDatabase(
    'update registers set day = day - 1 where school_id = $1 and id = (select max(register_id) from lectures where school_id = $1)',
    [school.id],
  )
  await page.context().setOffline(false)
  await expect(barButton(page, '2 need a look')).toBeVisible()
  await barButton(page, '2 need a look').click()
  const list = page.getByRole('dialog', { name: 'On this device' })
  await expect(list).toContainText('The marks of a lecture can be changed here on its own day only')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await list.getByRole('button', { name: 'Discard' }).first().click()
  await page.getByRole('dialog', { name: 'Discard this entry?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(list.getByRole('heading', { name: '1 needs a look' })).toBeVisible()
  // Its answer first: a change of the day before it arrives would make it acceptable.
  const refused = page.waitForResponse((response) => response.request().postData()?.includes('SetLectureMark') ?? false)
  await list.getByRole('button', { name: 'Send again' }).click()
  await refused
  await expect(list.getByRole('heading', { name: '1 needs a look' })).toBeVisible()
  await queryDatabase(
    'update registers set day = day + 1 where school_id = $1 and id = (select max(register_id) from lectures where school_id = $1)',
    [school.id],
  )
  await list.getByRole('button', { name: 'Send again' }).click()
  await expect(list).toBeHidden()
  expect(await readLastLectureMarks(school)).toMatchObject({ Asha: 'A', Kabir: 'L' })
  await page.context().close()
})

test('waiting marks are kept at sign-out for the same person’s next sign-in', async ({ browser }) => {
  const page = await openLiveLecture(browser)
  await page.context().setOffline(true)
  await setMark(page, /Rohan/, 'Present')
  await expect(barButton(page, '1 mark waiting')).toBeVisible()
  await logout(page)
  const confirmation = page.getByRole('dialog', { name: 'Logout before everything is sent?' })
  await expect(confirmation).toContainText('Not saved by the server yet: 1 mark.')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText('1 mark waiting on this device.', { exact: false })).toBeVisible()
  expect((await readStorage(page)).local.filter((key) => key !== 'signOutPending')).toEqual([])
  await page.context().setOffline(false)
  await page.reload()

  // Another person's sign-in sends nothing.
  await submitSignIn(page, school.students.Kabir, school.password)
  await expect(page.getByText('No Lectures Are Live').or(page.getByRole('button', { name: /^Join/ }))).toBeVisible()
  await expect(page.getByText(/waiting/)).toHaveCount(0)
  await logout(page)
  await expect(page.getByText('1 mark waiting on this device.', { exact: false })).toBeVisible()
  expect(await readLastLectureMarks(school)).toMatchObject({ Rohan: 'A' })

  await submitSignIn(page, school.teacher, school.password)
  await expect.poll(async () => (await readLastLectureMarks(school)).Rohan).toBe('P')
  await page.context().close()
})
