import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import {
  addLectureSchool,
  endLectureByApi,
  expectStudentGroup,
  type LectureSchool,
  meetingUrl,
  readLastLectureMarks,
  startLectureByApi,
} from './lectureSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

let school: LectureSchool
test.beforeAll(async () => {
  school = await addLectureSchool(`Live Lectures School ${uniqueTag()}`)
})

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** Signs in on a page in a new context, which answers the meeting's address itself. */
async function openPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  contexts.push(context)
  await context.route(`${meetingUrl}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Meeting</title>' }))
  const page = await context.newPage()
  await signIn(page, email, school.password, true)
  return page
}

const readLiveSession = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('liveSession') ?? localStorage.getItem('liveSession'))
const endedDialog = (page: Page) => page.getByRole('alertdialog', { name: 'Lecture No Longer Live' })
const countMeetings = (page: Page) =>
  page
    .context()
    .pages()
    .filter((tab) => tab.url().startsWith(meetingUrl)).length

test('a lecture runs from start to end, with a connection that is lost meanwhile @main @lectures @STUDENT', async ({
  browser,
}) => {
  const [teacher, asha, rohan] = [
    await openPage(browser, school.teacher),
    await openPage(browser, school.students.Asha),
    await openPage(browser, school.students.Rohan),
  ] as const

  await test.step('the teacher chooses a book and a section', async () => {
    await expect(teacher.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
    for (const group of ['Books', 'Subjects', 'Sections'])
      await expect(teacher.getByRole('heading', { name: group, exact: true })).toBeVisible()
    await expect(teacher.getByRole('button', { name: 'Start Live' })).toBeHidden()
    await teacher.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' }).check()
    await teacher.getByRole('checkbox', { name: '7-A', exact: true }).check()
    await expect(teacher.getByText('2 selected')).toBeVisible()
    await expectAccessible(teacher)
    await expectFitsPhone(teacher)
    await teacher.getByRole('button', { name: 'Cancel' }).click()
    await expect(teacher.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(teacher.getByRole('button', { name: 'Start Live' })).toBeHidden()
    await expect(asha.getByText('No Lectures Are Live')).toBeVisible()
  })

  await test.step('the teacher starts, and the meeting opens in a new tab', async () => {
    await teacher.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' }).check()
    await teacher.getByRole('checkbox', { name: '7-A', exact: true }).check()
    const opened = teacher.context().waitForEvent('page')
    await teacher.getByRole('button', { name: 'Start Live' }).click()
    await expect((await opened).waitForURL(meetingUrl)).resolves.toBeUndefined()
    await expect(teacher).toHaveURL(/\/teacherLive$/)
    await expect(teacher.getByRole('heading', { level: 1, name: 'Live Attendance' })).toBeVisible()
    await expect(teacher.getByRole('timer')).toHaveText(/^00:00:\d\d$/)
    await expect(teacher.getByRole('list', { name: 'Selected classes' }).getByRole('listitem')).toHaveText([
      'Ganit · 7-B, Maths',
      '7-A',
    ])
    await expectStudentGroup(teacher, 'Absent', ['Asha', 'Rohan', 'Kabir', 'Meera'])
    await expect(teacher.getByRole('button', { name: '1 Asha Patil 7-B A Absent' })).toBeVisible()
  })

  await test.step('students join, and the teacher and the other students see them', async () => {
    for (const student of [asha, rohan]) {
      const list = student.getByRole('list', { name: 'Live lectures' })
      await expect(list).toContainText('Sunita Patil')
      await expect(list).toContainText(/Live since \d\d:\d\d/)
    }
    await expectAccessible(asha)
    await expectFitsPhone(asha)
    await asha.getByRole('button', { name: 'Join Maths' }).click()
    await expect(asha.getByText('You are present')).toBeVisible()
    await expect(asha).toHaveURL(/\/studentLive$/)
    await expect(asha.getByRole('heading', { level: 1, name: 'Maths' })).toBeVisible()
    await expect(asha.getByText(/^7-B · \d\d \w{3} \d{4}$/)).toBeVisible()
    await expect(asha.getByRole('timer')).toHaveText(/^00:0\d:\d\d$/)
    await expect.poll(() => countMeetings(asha)).toBe(1)
    // The meeting's tab hides this page, and a hidden page's own timers are late, so a worker keeps time.
    await expect.poll(() => asha.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('timer.worker')])
    await expectStudentGroup(teacher, 'Active', ['Asha'])
    await rohan.getByRole('button', { name: 'Join Maths' }).click()
    await expectStudentGroup(teacher, 'Active', ['Asha', 'Rohan'])
    await expect(asha.getByRole('region', { name: 'Marked present' }).getByRole('listitem')).toHaveText([
      'Asha Patil',
      'Rohan Jadhav',
    ])
    await expectAccessible(asha)
    await expectFitsPhone(asha)
    await asha.reload()
    await expect(asha.getByText('You are present')).toBeVisible()
    // A reload does not open the meeting again.
    await expect(asha.getByRole('link', { name: 'Open the meeting' })).toHaveAttribute('href', meetingUrl)
    expect(countMeetings(asha)).toBe(1)
    await expectAccessible(teacher)
    await expectFitsPhone(teacher)
  })

  await test.step('the teacher corrects a mark', async () => {
    await teacher.getByRole('button', { name: '3 Kabir Shaikh 7-B A Absent' }).click()
    const dialog = teacher.getByRole('dialog', { name: '3 Kabir Shaikh' })
    await expectAccessible(teacher)
    await dialog.getByRole('button', { name: 'Late' }).click()
    await expectStudentGroup(teacher, 'Inactive', ['Kabir Shaikh 7-B L Late'])
    await expect.poll(async () => (await readLastLectureMarks(school)).Kabir).toBe('L')
  })

  await test.step('marks set without a connection wait, and are sent when it is back', async () => {
    await teacher.context().setOffline(true)
    await teacher.getByRole('button', { name: '4 Meera Iyer 7-A A Absent' }).click()
    await teacher.getByRole('button', { name: 'Present', exact: true }).click()
    await teacher.getByRole('button', { name: '3 Kabir Shaikh 7-B L Late' }).click()
    await teacher.getByRole('button', { name: 'Present', exact: true }).click()
    await expect(teacher.getByRole('banner').getByRole('button', { name: '2 marks waiting' })).toBeVisible()
    await expect(teacher.getByText('No connection. This list may be out of date.', { exact: false })).toBeVisible()
    await expectStudentGroup(teacher, 'Inactive', [
      'Kabir Shaikh 7-B Waiting to be sent P Present',
      'Meera Iyer 7-A Waiting to be sent P Present',
    ])
    await expectAccessible(teacher)
    await expectFitsPhone(teacher)
    await rohan.close()
    await teacher.waitForTimeout(3000)
    expect(await readLastLectureMarks(school)).toEqual({ Asha: 'P', Rohan: 'P', Kabir: 'L', Meera: 'A' })
    await teacher.context().setOffline(false)
    await expect(teacher.getByRole('button', { name: /waiting$/ })).toBeHidden()
    expect(await readLastLectureMarks(school)).toEqual({ Asha: 'P', Rohan: 'P', Kabir: 'P', Meera: 'P' })
    // Rohan has closed the page.
    await expectStudentGroup(teacher, 'Active', ['Asha'], 60_000)
    await expectStudentGroup(teacher, 'Inactive', ['Rohan', 'Kabir', 'Meera'])
  })

  await test.step('a reload or the list of classes leads back to the lecture without another meeting', async () => {
    await teacher.reload()
    await expectStudentGroup(teacher, 'Active', ['Asha'])
    await teacher.goto('/teacher')
    await expect(teacher).toHaveURL(/\/teacherLive$/)
    await expectStudentGroup(teacher, 'Active', ['Asha'])
    expect(countMeetings(teacher)).toBe(1)
    await expect(teacher.getByRole('link', { name: 'Open the meeting' })).toHaveAttribute('href', meetingUrl)
  })

  await test.step('the teacher ends the lecture, and enters the books progress', async () => {
    await teacher.getByRole('button', { name: 'End Lecture' }).click()
    const stopDialog = teacher.getByRole('dialog', { name: 'Stop Live Lecture?' })
    await expect(stopDialog).toContainText('Your lecture is going on. Do you want to stop it and go back?')
    await expectAccessible(teacher)
    await stopDialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(stopDialog).toBeHidden()
    await teacher.getByRole('button', { name: 'End Lecture' }).click()
    await stopDialog.getByRole('button', { name: 'Continue' }).click()
    const progressDialog = teacher.getByRole('dialog', { name: 'Enter Books Progress' })
    await expect(progressDialog.getByRole('group', { name: 'Ganit' })).toContainText('120 pages')
    await expectAccessible(teacher)
    // The dialog survives a reload, and the list of classes leads back to it.
    await teacher.reload()
    await expect(progressDialog.getByRole('group', { name: 'Ganit' })).toContainText('120 pages')
    await expect(endedDialog(teacher)).toBeHidden()
    await teacher.goto('/teacher')
    await expect(teacher).toHaveURL(/\/teacherLive$/)
    await expect(progressDialog.getByRole('group', { name: 'Ganit' })).toContainText('120 pages')
    await progressDialog.getByRole('button', { name: 'Continue' }).click()
    await expect(progressDialog.getByText('Required')).toHaveCount(2)
    await progressDialog.getByLabel('From').fill('12')
    await progressDialog.getByLabel('To').fill('5')
    await progressDialog.getByRole('button', { name: 'Continue' }).click()
    await expect(progressDialog.getByText('Not before the page it began at')).toBeVisible()
    await progressDialog.getByLabel('From').fill('5')
    await progressDialog.getByLabel('To').fill('12')
    await progressDialog.getByLabel('Comment').fill('Fractions')
    await expect(progressDialog.getByText('7 in this lecture', { exact: false })).toBeVisible()
    await progressDialog.getByRole('button', { name: 'Continue' }).click()
    await expect(teacher).toHaveURL(/\/teacher$/)
    expect(await readLiveSession(teacher)).toBeNull()
    expect(
      await queryDatabase('select from_page, to_page, pages, comment from book_progresses where school_id = $1', [school.id]),
    ).toEqual([{ from_page: 5, to_page: 12, pages: 7, comment: 'Fractions' }])
  })

  await test.step('a student’s open page shows that the lecture has ended', async () => {
    await expect(endedDialog(asha)).toContainText(
      'This lecture has ended and you can no longer continue it. Press Continue to go back.',
    )
    await expectAccessible(asha)
    await endedDialog(asha).getByRole('button', { name: 'Continue' }).click()
    await expect(asha).toHaveURL(/\/studentLectures$/)
    await expect(asha.getByText('No Lectures Are Live')).toBeVisible()
  })
})

test('a student is late after five minutes; a lecture started on another device is resumed, and ended there', async ({
  browser,
}) => {
  const lecture = await startLectureByApi(school)
  await queryDatabase(
    "update lectures set started_at = started_at - interval '6 minutes' where school_id = $1 and register_id = $2",
    [school.id, lecture],
  )
  const rohan = await openPage(browser, school.students.Rohan)
  await rohan.getByRole('button', { name: 'Join 7-B' }).click()
  await expect(rohan.getByText('You are late')).toBeVisible()
  await expect(rohan.getByRole('timer')).toHaveText(/^00:06:\d\d$/)

  const teacher = await openPage(browser, school.teacher)
  await expect(teacher).toHaveURL(/\/teacher$/)
  await teacher
    .getByRole('alert')
    .filter({ hasText: /Live since \d\d:\d\d: 7-B/ })
    .getByRole('button', { name: 'Resume' })
    .click()
  await expectStudentGroup(teacher, 'Active', ['Rohan Jadhav 7-B L Late'])
  await expect(teacher.getByRole('timer')).toHaveText(/^00:06:\d\d$/)
  // Resuming a lecture does not open the meeting.
  expect(countMeetings(teacher)).toBe(0)

  await endLectureByApi(school, lecture)
  for (const [page, back] of [
    [teacher, '/teacher'],
    [rohan, '/studentLectures'],
  ] as const) {
    await endedDialog(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(new RegExp(`${back}$`))
  }
  expect(await readLiveSession(teacher)).toBeNull()
  await expect(teacher.getByRole('alert').filter({ hasText: 'Live since' })).toBeHidden()
})

test('a lecture whose start was not answered shows an error, and is started once', async ({ browser }) => {
  const teacher = await openPage(browser, school.teacher)
  await teacher.getByRole('checkbox', { name: 'Maths, 7-B' }).check()
  await teacher.getByLabel('Length').selectOption({ label: '60 min' })
  // The server starts the lecture, and its answer is lost.
  let lostAnswers = 0
  await teacher.route('**/graphql', async (route) => {
    if (lostAnswers > 0 || !route.request().postData()?.includes('StartLectures')) return route.fallback()
    lostAnswers += 1
    await route.fetch()
    await route.abort()
  })
  await teacher.getByRole('button', { name: 'Start Live' }).click()
  await expect(teacher.getByText('Network request failed')).toBeVisible()
  await teacher.getByRole('button', { name: 'Try again' }).click()
  await expectStudentGroup(teacher, 'Absent', ['Asha', 'Rohan', 'Kabir'])
  expect(
    await queryDatabase(
      'select round(extract(epoch from closes_at - started_at) / 60)::int as minutes from lectures where school_id = $1 and ended_at is null',
      [school.id],
    ),
  ).toEqual([{ minutes: 60 }])
  // A lecture can be ended without a connection, and the end is sent later.
  await teacher.context().setOffline(true)
  await teacher.getByRole('button', { name: 'End Lecture' }).click()
  await teacher.getByRole('button', { name: 'Continue' }).click()
  await expect(teacher).toHaveURL(/\/teacher$/)
  await expect(teacher.getByRole('button', { name: '1 lecture’s end waiting' })).toBeVisible()
  await teacher.context().setOffline(false)
  await expect(teacher.getByRole('button', { name: '1 lecture’s end waiting' })).toBeHidden()
  expect(await queryDatabase('select 1 from lectures where school_id = $1 and ended_at is null', [school.id])).toEqual([])
})

test('lectures of one day share a cell of the month grid, and are corrected one by one', async ({ browser }) => {
  for (let lecture = 0; lecture < 2; lecture += 1) await endLectureByApi(school, await startLectureByApi(school))
  const teacher = await openPage(browser, school.teacher)
  await teacher.goto(`/attendance?tab=view&section=${school.sections.get('7-B')?.id ?? ''}`)
  await teacher.getByRole('gridcell', { name: /^Kabir Shaikh, .*Lecture: Absent$/ }).click()
  const dialog = teacher.getByRole('dialog', { name: 'Kabir Shaikh' })
  await expect(dialog).toContainText('present in any of them counts as present')
  await expectAccessible(teacher)
  await expectFitsPhone(teacher)
  await dialog.getByRole('button', { name: /^Correct 2\. / }).click()
  await expect(dialog).toContainText('Never corrected.')
  await dialog.getByRole('button', { name: 'Present' }).click()
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(dialog).toBeHidden()
  await teacher.getByRole('gridcell', { name: /^Kabir Shaikh, .*Lecture: Present$/ }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: /2\. \d\d:\d\d Lecture/ })).toContainText('P')
  await expect(dialog.getByRole('listitem').filter({ hasText: /1\. \d\d:\d\d Lecture/ })).toContainText('A')
})
