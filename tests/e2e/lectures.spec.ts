import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  addLectureSchool,
  endElsewhere,
  enter,
  expectGroup,
  type LectureSchool,
  marksOf,
  meeting,
  rows,
  startElsewhere,
} from './lectureSchool.ts'
import { accessible, fitsPhone } from './ownSchool.ts'

let school: LectureSchool
test.beforeAll(async () => {
  school = await addLectureSchool(`Live Lectures School ${Date.now()}`)
})

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

/** A browser of one's own, signed in; its meetings lead nowhere. */
async function person(browser: import('@playwright/test').Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  contexts.push(context)
  await context.route(`${meeting}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Meeting</title>' }))
  const page = await context.newPage()
  await enter(page, email, school.password)
  return page
}

const savedSession = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('liveSession') ?? localStorage.getItem('liveSession'))
const over = (page: Page) => page.getByRole('alertdialog', { name: 'Lecture No Longer Live' })
const meetings = (page: Page) =>
  page
    .context()
    .pages()
    .filter((one) => one.url().startsWith(meeting)).length

test('a lecture from its start to its end, on a network that goes away in the middle', async ({ browser }) => {
  test.slow()
  const [teacher, asha, rohan] = [
    await person(browser, school.teacher),
    await person(browser, school.students.Asha),
    await person(browser, school.students.Rohan),
  ] as const

  await test.step('the teacher chooses', async () => {
    await expect(teacher.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
    for (const group of ['Books', 'Subjects', 'Sections'])
      await expect(teacher.getByRole('heading', { name: group, exact: true })).toBeVisible()
    await expect(teacher.getByRole('button', { name: 'Start Live' })).toBeHidden()
    await teacher.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' }).check()
    await teacher.getByRole('checkbox', { name: '7-A', exact: true }).check()
    await expect(teacher.getByText('2 selected')).toBeVisible()
    await accessible(teacher)
    await fitsPhone(teacher)
    await teacher.getByRole('button', { name: 'Cancel' }).click()
    await expect(teacher.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await expect(teacher.getByRole('button', { name: 'Start Live' })).toBeHidden()
    await expect(asha.getByText('No Lectures Are Live')).toBeVisible()
  })

  await test.step('starts, with the meeting in a new tab', async () => {
    await teacher.getByRole('checkbox', { name: 'Ganit, 7-B, Maths' }).check()
    await teacher.getByRole('checkbox', { name: '7-A', exact: true }).check()
    const opened = teacher.context().waitForEvent('page')
    await teacher.getByRole('button', { name: 'Start Live' }).click()
    await expect((await opened).waitForURL(meeting)).resolves.toBeUndefined()
    await expect(teacher).toHaveURL(/\/teacherLive$/)
    await expect(teacher.getByRole('heading', { level: 1, name: 'Live Attendance' })).toBeVisible()
    await expect(teacher.getByRole('timer')).toHaveText(/^00:00:\d\d$/)
    await expect(teacher.getByRole('list', { name: 'Selected classes' }).getByRole('listitem')).toHaveText([
      'Ganit · 7-B, Maths',
      '7-A',
    ])
    await expectGroup(teacher, 'Absent', ['Asha', 'Rohan', 'Kabir', 'Meera'])
    await expect(teacher.getByRole('button', { name: '1 Asha Patil 7-B A Absent' })).toBeVisible()
  })

  await test.step('students join; each is seen by the teacher and by the others', async () => {
    for (const student of [asha, rohan]) {
      const list = student.getByRole('list', { name: 'Live lectures' })
      await expect(list).toContainText('Sunita Patil')
      await expect(list).toContainText(/Live since \d\d:\d\d/)
    }
    await accessible(asha)
    await fitsPhone(asha)
    await asha.getByRole('button', { name: 'Join Maths' }).click()
    await expect(asha.getByText('You are present')).toBeVisible()
    await expect(asha).toHaveURL(/\/studentLive$/)
    await expect(asha.getByRole('heading', { level: 1, name: 'Maths' })).toBeVisible()
    await expect(asha.getByText(/^7-B · \d\d \w{3} \d{4}$/)).toBeVisible()
    await expect(asha.getByRole('timer')).toHaveText(/^00:0\d:\d\d$/)
    await expect.poll(() => meetings(asha)).toBe(1)
    // The meeting hides this page, whose own timers would not be in time.
    expect(asha.workers().map((worker) => worker.url())).toEqual([expect.stringContaining('timer.worker')])
    await expectGroup(teacher, 'Active', ['Asha'])
    await rohan.getByRole('button', { name: 'Join Maths' }).click()
    await expectGroup(teacher, 'Active', ['Asha', 'Rohan'])
    await expect(asha.getByRole('region', { name: 'Marked present' }).getByRole('listitem')).toHaveText([
      'Asha Patil',
      'Rohan Jadhav',
    ])
    await accessible(asha)
    await fitsPhone(asha)
    await asha.reload()
    await expect(asha.getByText('You are present')).toBeVisible()
    // The link is opened once.
    await expect(asha.getByRole('link', { name: 'Open the meeting' })).toHaveAttribute('href', meeting)
    expect(meetings(asha)).toBe(1)
    await accessible(teacher)
    await fitsPhone(teacher)
  })

  await test.step('the teacher corrects a mark by hand', async () => {
    await teacher.getByRole('button', { name: '3 Kabir Shaikh 7-B A Absent' }).click()
    const dialog = teacher.getByRole('dialog', { name: '3 Kabir Shaikh' })
    await accessible(teacher)
    await dialog.getByRole('button', { name: 'Late' }).click()
    await expectGroup(teacher, 'Inactive', ['Kabir Shaikh 7-B L Late'])
    await expect.poll(async () => (await marksOf(school)).Kabir).toBe('L')
  })

  await test.step('without a connection marks wait, and are sent when it is back', async () => {
    await teacher.context().setOffline(true)
    await teacher.getByRole('button', { name: '4 Meera Iyer 7-A A Absent' }).click()
    await teacher.getByRole('button', { name: 'Present', exact: true }).click()
    await teacher.getByRole('button', { name: '3 Kabir Shaikh 7-B L Late' }).click()
    await teacher.getByRole('button', { name: 'Present', exact: true }).click()
    await expect(teacher.getByRole('banner').getByRole('button', { name: '2 marks waiting' })).toBeVisible()
    await expect(teacher.getByText('No connection. This list may be out of date.', { exact: false })).toBeVisible()
    await expectGroup(teacher, 'Inactive', [
      'Kabir Shaikh 7-B Waiting to be sent P Present',
      'Meera Iyer 7-A Waiting to be sent P Present',
    ])
    await accessible(teacher)
    await fitsPhone(teacher)
    await rohan.close()
    await teacher.waitForTimeout(3000)
    expect(await marksOf(school)).toEqual({ Asha: 'P', Rohan: 'P', Kabir: 'L', Meera: 'A' })
    await teacher.context().setOffline(false)
    await expect(teacher.getByRole('button', { name: /waiting$/ })).toBeHidden()
    expect(await marksOf(school)).toEqual({ Asha: 'P', Rohan: 'P', Kabir: 'P', Meera: 'P' })
    // Rohan has gone.
    await expectGroup(teacher, 'Active', ['Asha'], 15_000)
    await expectGroup(teacher, 'Inactive', ['Rohan', 'Kabir', 'Meera'])
  })

  await test.step('a reload, or the list of classes, leads back to it without another meeting', async () => {
    await teacher.reload()
    await expectGroup(teacher, 'Active', ['Asha'])
    await teacher.goto('/teacher')
    await expect(teacher).toHaveURL(/\/teacherLive$/)
    await expectGroup(teacher, 'Active', ['Asha'])
    expect(meetings(teacher)).toBe(1)
    await expect(teacher.getByRole('link', { name: 'Open the meeting' })).toHaveAttribute('href', meeting)
  })

  await test.step('the teacher ends it and says how far the book was read', async () => {
    await teacher.getByRole('button', { name: 'End Lecture' }).click()
    const stop = teacher.getByRole('dialog', { name: 'Stop Live Lecture?' })
    await expect(stop).toContainText('Your lecture is going on. Are you sure to stop it and go back?')
    await accessible(teacher)
    await stop.getByRole('button', { name: 'Cancel' }).click()
    await expect(stop).toBeHidden()
    await teacher.getByRole('button', { name: 'End Lecture' }).click()
    await stop.getByRole('button', { name: 'Continue' }).click()
    const progress = teacher.getByRole('dialog', { name: 'Enter Books Progress' })
    await expect(progress.getByRole('group', { name: 'Ganit' })).toContainText('120 pages')
    await accessible(teacher)
    // The question outlives a reload, and the list of classes leads back to it.
    await teacher.reload()
    await expect(progress.getByRole('group', { name: 'Ganit' })).toContainText('120 pages')
    await expect(over(teacher)).toBeHidden()
    await teacher.goto('/teacher')
    await expect(teacher).toHaveURL(/\/teacherLive$/)
    await expect(progress.getByRole('group', { name: 'Ganit' })).toContainText('120 pages')
    await progress.getByRole('button', { name: 'Continue' }).click()
    await expect(progress.getByText('Required')).toHaveCount(2)
    await progress.getByLabel('From').fill('12')
    await progress.getByLabel('To').fill('5')
    await progress.getByRole('button', { name: 'Continue' }).click()
    await expect(progress.getByText('Not before the page it began at')).toBeVisible()
    await progress.getByLabel('From').fill('5')
    await progress.getByLabel('To').fill('12')
    await progress.getByLabel('Comment').fill('Fractions')
    await expect(progress.getByText('7 in this lecture', { exact: false })).toBeVisible()
    await progress.getByRole('button', { name: 'Continue' }).click()
    await expect(teacher).toHaveURL(/\/teacher$/)
    expect(await savedSession(teacher)).toBeNull()
    expect(
      await rows('select from_page, to_page, pages, comment from book_progresses where school_id = $1', [school.id]),
    ).toEqual([{ from_page: 5, to_page: 12, pages: 7, comment: 'Fractions' }])
  })

  await test.step('who still looks at it is told that it is over', async () => {
    await expect(over(asha)).toContainText('This lecture has ended and you can no longer continue it. Press ok to go back.')
    await accessible(asha)
    await over(asha).getByRole('button', { name: 'Continue' }).click()
    await expect(asha).toHaveURL(/\/studentLectures$/)
    await expect(asha.getByText('No Lectures Are Live')).toBeVisible()
  })
})

test('who comes later than five minutes is late; a lecture that was started elsewhere is resumed, and ends elsewhere', async ({
  browser,
}) => {
  const lecture = await startElsewhere(school)
  await rows("update lectures set started_at = started_at - interval '6 minutes' where school_id = $1 and register_id = $2", [
    school.id,
    lecture,
  ])
  const rohan = await person(browser, school.students.Rohan)
  await rohan.getByRole('button', { name: 'Join 7-B' }).click()
  await expect(rohan.getByText('You are late')).toBeVisible()
  await expect(rohan.getByRole('timer')).toHaveText(/^00:06:\d\d$/)

  const teacher = await person(browser, school.teacher)
  await expect(teacher).toHaveURL(/\/teacher$/)
  await teacher
    .getByRole('alert')
    .filter({ hasText: /Live since \d\d:\d\d: 7-B/ })
    .getByRole('button', { name: 'Resume' })
    .click()
  await expectGroup(teacher, 'Active', ['Rohan Jadhav 7-B L Late'])
  await expect(teacher.getByRole('timer')).toHaveText(/^00:06:\d\d$/)
  // Nothing opens by itself where a lecture is resumed.
  expect(meetings(teacher)).toBe(0)

  await endElsewhere(school, lecture)
  for (const [page, back] of [
    [teacher, '/teacher'],
    [rohan, '/studentLectures'],
  ] as const) {
    await over(page).getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(new RegExp(`${back}$`))
  }
  expect(await savedSession(teacher)).toBeNull()
  await expect(teacher.getByRole('alert').filter({ hasText: 'Live since' })).toBeHidden()
})

test('a lecture that cannot be started says why, and is started once', async ({ browser }) => {
  const teacher = await person(browser, school.teacher)
  await teacher.getByRole('checkbox', { name: 'Maths, 7-B' }).check()
  await teacher.getByLabel('Length').click()
  await teacher.getByRole('option', { name: '60 min' }).click()
  // The server starts it, and its answer is lost.
  let lost = 0
  await teacher.route('**/graphql', async (route) => {
    if (lost > 0 || !route.request().postData()?.includes('StartLectures')) return route.fallback()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await teacher.getByRole('button', { name: 'Start Live' }).click()
  await expect(teacher.getByText('Network request failed')).toBeVisible()
  await teacher.getByRole('button', { name: 'Try again' }).click()
  await expectGroup(teacher, 'Absent', ['Asha', 'Rohan', 'Kabir'])
  expect(
    await rows(
      'select round(extract(epoch from closes_at - started_at) / 60)::int as minutes from lectures where school_id = $1 and ended_at is null',
      [school.id],
    ),
  ).toEqual([{ minutes: 60 }])
  // Without a connection it is ended all the same, and the server hears of it later.
  await teacher.context().setOffline(true)
  await teacher.getByRole('button', { name: 'End Lecture' }).click()
  await teacher.getByRole('button', { name: 'Continue' }).click()
  await expect(teacher).toHaveURL(/\/teacher$/)
  await expect(teacher.getByRole('button', { name: '1 lecture’s end waiting' })).toBeVisible()
  await teacher.context().setOffline(false)
  await expect(teacher.getByRole('button', { name: '1 lecture’s end waiting' })).toBeHidden()
  expect(await rows('select 1 from lectures where school_id = $1 and ended_at is null', [school.id])).toEqual([])
})

test('lectures that share a place in the month are corrected one by one', async ({ browser }) => {
  for (let lecture = 0; lecture < 2; lecture += 1) await endElsewhere(school, await startElsewhere(school))
  const teacher = await person(browser, school.teacher)
  await teacher.goto(`/attendance?tab=view&section=${school.sections.get('7-B')?.id ?? ''}`)
  await teacher.getByRole('gridcell', { name: /^Kabir Shaikh, .*Lecture: Absent$/ }).click()
  const dialog = teacher.getByRole('dialog', { name: 'Kabir Shaikh' })
  await expect(dialog).toContainText('present in any of them counts as present')
  await accessible(teacher)
  await fitsPhone(teacher)
  await dialog.getByRole('button', { name: /^Correct 2\. / }).click()
  await expect(dialog).toContainText('Never corrected.')
  await dialog.getByRole('button', { name: 'Present' }).click()
  await dialog.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(dialog).toBeHidden()
  await teacher.getByRole('gridcell', { name: /^Kabir Shaikh, .*Lecture: Present$/ }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: /2\. \d\d:\d\d Lecture/ })).toContainText('P')
  await expect(dialog.getByRole('listitem').filter({ hasText: /1\. \d\d:\d\d Lecture/ })).toContainText('A')
})
