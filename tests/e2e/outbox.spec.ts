import { type Browser, expect, type Page, test } from '@playwright/test'
import { addLectureSchool, enter, type LectureSchool, marksOf, rows, startElsewhere } from './lectureSchool.ts'
import { accessible, fitsPhone } from './ownSchool.ts'
import { fill, logout } from './signIn.ts'

// Opens pages without a connection.
test.use({ serviceWorkers: 'allow' })

let school: LectureSchool
test.beforeAll(async () => {
  school = await addLectureSchool(`Outbox School ${Date.now()}`)
})

/** A teacher with a live lecture on the screen, in a page that opens without a connection too. */
async function live(browser: Browser): Promise<Page> {
  await rows("update lectures set ended_at = now(), ended_how = 'TEACHER' where school_id = $1 and ended_at is null", [school.id])
  await startElsewhere(school)
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const page = await context.newPage()
  await enter(page, school.teacher, school.password)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('heading', { name: 'Absent (3)' })).toBeVisible()
  return page
}

async function mark(page: Page, student: RegExp, value: 'Present' | 'Late' | 'Absent'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: student }).click()
  await page.getByRole('button', { name: value, exact: true }).click()
}

const chip = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const corrections = () => rows<{ value: string }>('select value from mark_changes where school_id = $1 order by id', [school.id])

test('what was marked without a connection outlives the tab, and is stored once', async ({ browser }) => {
  const page = await live(browser)
  const context = page.context()
  const before = (await corrections()).length
  await context.setOffline(true)
  await mark(page, /Asha/, 'Present')
  await mark(page, /Rohan/, 'Late')
  await mark(page, /Asha/, 'Late')
  await expect(chip(page, '3 marks waiting')).toBeVisible()
  await page.close()

  // Opened anew without a connection, the page says what waits, and shows the lecture with the students it has kept.
  const again = await context.newPage()
  await again.goto('/')
  await expect(chip(again, '3 marks waiting')).toBeVisible()
  await expect(again.getByRole('heading', { level: 1, name: 'Live Attendance' })).toBeVisible()
  await expect(again.getByRole('heading', { name: 'Inactive (2)' })).toBeVisible()
  await chip(again, '3 marks waiting').click()
  const list = again.getByRole('dialog', { name: 'On this device' })
  await expect(list.getByRole('listitem')).toHaveText([/^Asha Patil, Present/, /^Rohan Jadhav, Late/, /^Asha Patil, Late/])
  await accessible(again)
  await list.getByRole('button', { name: 'Close' }).click()
  await fitsPhone(again)
  expect(await marksOf(school)).toMatchObject({ Asha: 'A', Rohan: 'A' })

  // A second tab, while both find the connection again.
  const other = await context.newPage()
  await other.goto('/')
  await expect(chip(other, '3 marks waiting')).toBeVisible()
  await context.setOffline(false)
  for (const tab of [again, other]) await expect(tab.getByText(/marks? waiting/)).toHaveCount(0, { timeout: 20_000 })
  expect(await marksOf(school)).toMatchObject({ Asha: 'L', Rohan: 'L', Kabir: 'A' })
  expect((await corrections()).slice(before).map(({ value }) => value)).toEqual(['P', 'L', 'L'])
  await context.close()
})

test('a page opened without a connection asks seldom, and is whole again when there is one', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  const page = await context.newPage()
  await enter(page, school.teacher, school.password)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect(page.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' })).toBeVisible()
  await page.close()
  await context.setOffline(true)
  const again = await context.newPage()
  await again.clock.install()
  await again.goto('/')
  await expect(again.getByText('No connection just now. A live lecture needs one to start.')).toBeVisible()
  let asked = 0
  again.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked += 1
  })
  await again.clock.runFor(5000)
  expect(asked).toBeLessThan(10)
  await accessible(again)
  await context.setOffline(false)
  await expect(again.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' })).toBeVisible()
  await context.close()
})

test('an answer that is lost stores nothing twice', async ({ browser }) => {
  const page = await live(browser)
  const before = (await corrections()).length
  let lost = 0
  await page.route('**/graphql', async (route) => {
    if (lost >= 2 || !route.request().postData()?.includes('SetLectureMark')) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await mark(page, /Kabir/, 'Present')
  await expect(chip(page, '1 mark waiting')).toBeVisible()
  await expect(chip(page, '1 mark waiting')).toBeHidden({ timeout: 20_000 })
  expect(lost).toBe(2)
  expect((await corrections()).slice(before)).toEqual([{ value: 'P' }])
  await page.context().close()
})

test('what the server refuses is kept for the person to look at', async ({ browser }) => {
  const page = await live(browser)
  await page.context().setOffline(true)
  await mark(page, /Asha/, 'Present')
  await mark(page, /Kabir/, 'Late')
  await expect(chip(page, '2 marks waiting')).toBeVisible()
  await rows(
    'update registers set day = day - 1 where school_id = $1 and id = (select max(register_id) from lectures where school_id = $1)',
    [school.id],
  )
  await page.context().setOffline(false)
  await expect(chip(page, '2 need a look')).toBeVisible({ timeout: 20_000 })
  await chip(page, '2 need a look').click()
  const list = page.getByRole('dialog', { name: 'On this device' })
  await expect(list).toContainText('The marks of a lecture can be changed here on its own day only')
  await accessible(page)
  await fitsPhone(page)
  await list.getByRole('button', { name: 'Discard' }).first().click()
  await page.getByRole('dialog', { name: 'Discard this entry?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(list.getByRole('heading', { name: '1 needs a look' })).toBeVisible()
  await list.getByRole('button', { name: 'Send again' }).click()
  await expect(list.getByRole('heading', { name: '1 needs a look' })).toBeVisible()
  await rows(
    'update registers set day = day + 1 where school_id = $1 and id = (select max(register_id) from lectures where school_id = $1)',
    [school.id],
  )
  await list.getByRole('button', { name: 'Send again' }).click()
  await expect(list).toBeHidden()
  expect(await marksOf(school)).toMatchObject({ Asha: 'A', Kabir: 'L' })
  await page.context().close()
})

test('signing out keeps what waits for the same person’s next sign-in', async ({ browser }) => {
  const page = await live(browser)
  await page.context().setOffline(true)
  await mark(page, /Rohan/, 'Present')
  await expect(chip(page, '1 mark waiting')).toBeVisible()
  await logout(page)
  const question = page.getByRole('dialog', { name: 'Logout before everything is sent?' })
  await expect(question).toContainText('Not stored by the server yet: 1 mark.')
  await accessible(page)
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText('1 mark waiting on this device.', { exact: false })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'signOutPending'))).toEqual([])
  await page.context().setOffline(false)
  await page.reload()

  // Somebody else's sign-in sends nothing.
  await fill(page, school.students.Kabir, school.password)
  await expect(page.getByText('No Lectures Are Live').or(page.getByRole('button', { name: /^Join/ }))).toBeVisible()
  await expect(page.getByText(/waiting/)).toHaveCount(0)
  await logout(page)
  await expect(page.getByText('1 mark waiting on this device.', { exact: false })).toBeVisible()
  expect(await marksOf(school)).toMatchObject({ Rohan: 'A' })

  await fill(page, school.teacher, school.password)
  await expect.poll(async () => (await marksOf(school)).Rohan).toBe('P')
  await page.context().close()
})
