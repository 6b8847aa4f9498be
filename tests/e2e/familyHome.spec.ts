import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { fillPayer, payButton } from './familyPages.ts'
import { addFamilySchool, type FamilySchool } from './familySchool.ts'
import { addCodeTemplate, enterAsGuardian, signInGuardian } from './guardian.ts'
import { expectFitsAllWidths } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniquePhone, uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 640 } })

/** New in each run: one phone gets a code a minute. */
const mother = uniquePhone('97')
const staffPassword = '9811122266'

let primary: FamilySchool
let college: FamilySchool
let head: Page
let page: Page

test.beforeAll(async ({ browser }) => {
  const tag = uniqueTag()
  primary = await addFamilySchool(`Primary ${tag}`, [
    { name: 'Asha Patil', phone: mother },
    { name: 'Imran Shaikh', phone: '9700000002' },
  ])
  college = await addFamilySchool(`College ${tag}`, [{ name: 'Rohan Patil', phone: mother }])
  await addCodeTemplate(primary)
  await primary.executeInSchool(
    'mutation Set($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
    { chat: true, liveLecture: true },
  )
  const email = `head.${tag}@family.test`
  await addStaffUser(primary, { name: 'Vidya Rao', email, phone: staffPassword, role: 'ADMIN' })
  head = await openSignedInPage(browser, email, staffPassword)
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '', viewport: { width: 360, height: 640 } })
  page = await context.newPage()
})
test.afterAll(async () => {
  await head.context().close()
  await page.context().close()
})

const cardOf = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a mother signs in with her phone and sees her children in two schools @main @family @GUARDIAN', async () => {
  await page.goto('/family')
  await expect(page.getByRole('heading', { name: 'Your children at school' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Phone, 10 digits').fill('97000')
  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByText('Phone should have exactly 10 digits.')).toBeVisible()
  await signInGuardian(page, mother)
  await expect(page.getByRole('heading', { name: 'Your children', exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: primary.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: college.name })).toBeVisible()
  await expect(cardOf('Asha Patil')).toContainText('7-B · roll 1')
  await expect(cardOf('Rohan Patil')).toContainText('Pay ₹4,350.00')
  await expect(page.getByText('Imran Shaikh')).toHaveCount(0)
  await expectAccessible(page)
  await expectFitsAllWidths(page)
})

test('what she tells before school stands in the register, also in one that is open', async () => {
  await head.goto('/attendance?tab=take')
  await head.getByRole('listitem').filter({ hasText: '7-B' }).first().getByRole('link').click()
  await expect(head.getByRole('button', { name: /Asha Patil/ }).first()).toBeVisible()
  await expect(head.getByText('Ill, with fever')).toHaveCount(0)

  await cardOf('Asha Patil').getByRole('link', { name: 'Tell the teacher' }).click()
  await page.getByRole('button', { name: 'Tell the teacher: absent today' }).click()
  await expect(page.getByText('Say why, in a few words: fever, a wedding')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Why').fill('Ill, with fever')
  await page.getByRole('button', { name: 'Tell the teacher: absent today' }).click()
  await expect(page.getByText('You told the teacher: Ill, with fever')).toBeVisible()
  await expectFitsAllWidths(page)

  await expect(head.getByText(/^Family, \d\d:\d\d: Ill, with fever$/)).toBeVisible()
  await head.reload()
  await expect(head.getByText(/^Family, \d\d:\d\d: Ill, with fever$/)).toBeVisible()
})

test('she writes to the school, which answers her, also when the connection was lost meanwhile', async () => {
  const log = (of: Page) => of.getByRole('log', { name: 'Messages' })
  const write = async (by: Page, text: string) => {
    await by.getByRole('textbox', { name: 'Message' }).fill(text)
    await by.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await page.goto('/family')
  await page.getByRole('link', { name: /^Asha Patil/ }).click()
  await page.getByRole('link', { name: 'Read and write' }).click()
  await expect(page.getByRole('heading', { name: 'Chat with the school' })).toBeVisible()
  await expect(page.getByText('Write to the teachers.')).toBeVisible()
  await page.context().setOffline(true)
  await write(page, 'Asha has fever')
  await expect(page.getByRole('alert')).toContainText('No answer came')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Asha has fever')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(log(page)).toContainText('Asha has fever')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expectAccessible(page)
  await expectFitsAllWidths(page)

  await head.goto('/chat')
  await head.getByRole('list', { name: 'Conversations' }).getByRole('button').filter({ hasText: 'Asha Patil' }).click()
  await expect(log(head).getByRole('article')).toHaveCount(1)
  await expect(log(head)).toContainText(`Family of Asha Patil, ${mother.slice(0, 2)}xxxxxx${mother.slice(-2)}`)
  await expect(log(head)).toContainText('Asha has fever')
  await write(head, 'Get well soon')
  await expect(log(head)).toContainText('Get well soon')
  await expect(log(page)).toContainText('Get well soon')
  // The page asks by itself every few seconds.
  await expect(log(page)).toContainText('Read')
})

test('she joins the lecture from the page, and the child is marked', async () => {
  const [section] = await queryDatabase<{ id: string; classId: string }>(
    'select id, class_id as "classId" from sections where school_id = $1',
    [primary.id],
  )
  await primary.executeInSchool(
    'mutation Start($schoolId: ID!, $input: StartLecturesInput!) { startLectures(schoolId: $schoolId, input: $input) { batch } }',
    {
      key: randomUUID(),
      termId: primary.termId,
      items: [{ classId: section?.classId, sectionId: section?.id, subjectId: 0, bookId: 0, multiselect: false }],
    },
  )
  await page.goto('/family')
  await cardOf('Asha Patil').getByRole('button', { name: 'Join the lecture' }).click()
  await expect(cardOf('Asha Patil').getByText('Marked present. Keep this page open.')).toBeVisible()
  await expectAccessible(page)
  await expectFitsAllWidths(page)
  const stored = `select m.value from marks m join registers r on r.school_id = m.school_id and r.id = m.register_id and r.session = 'LECTURE'
    join students s on s.school_id = m.school_id and s.id = m.student_id where m.school_id = $1 and s.name = 'Asha Patil'`
  await expect.poll(() => queryDatabase(stored, [primary.id])).toEqual([{ value: 'P' }])
})

for (const name of ['Asha Patil', 'Rohan Patil'])
  test(`she pays for ${name}`, async () => {
    await page.goto('/family')
    await cardOf(name)
      .getByRole('link', { name: /^Pay ₹/ })
      .click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await fillPayer(page)
    await payButton(page).click()
    await page.getByRole('button', { name: 'Pay by UPI', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the fees' }).click()
    await expect(page).toHaveURL(/\/family$/)
    await expect(cardOf(name).getByRole('link', { name: /^Pay ₹/ })).toContainText('₹')
  })

test('a week later she reads the receipt without signing in again', async () => {
  await queryDatabase(
    `update guardian_sessions set created_at = created_at - interval '7 days', last_used_at = last_used_at - interval '7 days',
       expires_at = expires_at - interval '7 days' where phone = $1`,
    [mother],
  )
  await page.goto('/family')
  await page.getByRole('link', { name: /^Asha Patil/ }).click()
  await page.getByRole('link', { name: /^(See and pay|Fees and receipts)$/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download receipt .* of Asha Patil$/ }).click()
  const { text } = await pdfText(await readFile(await (await download).path()))
  expect(text).toContain('Asha Patil')
})

test('a phone that the school gives to another family shows the child no more', async () => {
  await queryDatabase(`update students set phone = '9700000003' where school_id = $1 and name = 'Asha Patil'`, [primary.id])
  await page.goto('/family')
  await expect(page.getByText('Rohan Patil')).toBeVisible()
  await expect(page.getByText('Asha Patil')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your children at school' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your children at school' })).toBeVisible()
})

test('without a network the place shows what it last knew, and says how old that is', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '', serviceWorkers: 'allow' })
  await enterAsGuardian(context, mother)
  const later = await context.newPage()
  await later.goto('/family')
  await expect(later.getByText('Rohan Patil')).toBeVisible()
  await later.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await later.reload()
  await expect(later.getByText('Rohan Patil')).toBeVisible()
  await context.setOffline(true)
  await later.reload()
  await expect(later.getByText('Rohan Patil')).toBeVisible()
  await expect(later.getByText(/^As of \d\d:\d\d\. No answer came\./)).toBeVisible()
  await later.getByRole('link', { name: /^Rohan Patil/ }).click()
  await expect(later.getByRole('heading', { name: 'Attendance this term' })).toBeVisible()
  await context.close()
})
