import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addFamilySchool, type FamilySchool } from './familySchool.ts'
import { addCodeTemplate, enterAsGuardian, sentCode } from './guardian.ts'
import { expectFitsAllWidths } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { test } from './test.ts'
import { uniquePhone, uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 640 } })

/** New in each run: one phone gets a code a minute. */
const phone = uniquePhone('96')
const prompt = { name: 'Another child is listed with this number' }

let school: FamilySchool
let page: Page

test.beforeAll(async ({ browser }) => {
  school = await addFamilySchool(`Later ${uniqueTag()}`, [
    { name: 'Asha Patil', phone },
    { name: 'Imran Shaikh', phone: '9600000002' },
  ])
  await addCodeTemplate(school)
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '', viewport: { width: 360, height: 640 } })
  page = await context.newPage()
  await enterAsGuardian(context, phone)
})
test.afterAll(() => page.context().close())

test('a child that the school lists later is shown after a code, and nothing is said of it before', async () => {
  await page.goto('/family')
  await expect(page.getByText('Asha Patil')).toBeVisible()
  await expect(page.getByRole('heading', prompt)).toBeHidden()

  await queryDatabase(`update students set phones = array[$2] where school_id = $1 and name = 'Imran Shaikh'`, [school.id, phone])
  await queryDatabase(
    `insert into student_phones (school_id, student_id, phone) select school_id, id, $2 from students where school_id = $1 and name = 'Imran Shaikh'`,
    [school.id, phone],
  )
  await page.reload()
  await expect(page.getByRole('heading', prompt)).toBeVisible()
  await expect(page.getByText('Asha Patil')).toBeVisible()
  await expect(page.getByText('Imran')).toHaveCount(0)
  await expectAccessible(page)
  await expectFitsAllWidths(page)

  await page.getByRole('button', { name: 'Get a code' }).click()
  await expect(page.getByRole('heading', { name: 'Type the code' })).toBeVisible()
  const code = await sentCode(phone)
  // The page that was loaded anew while the message was read still asks for the code.
  await page.reload()
  await page.getByLabel('Code').fill('000')
  await page.getByRole('button', { name: 'Show the child' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await expectAccessible(page)
  await expectFitsAllWidths(page)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Show the child' }).click()
  await expect(page.getByText('Imran Shaikh')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Type the code' })).toBeHidden()
  await page.reload()
  await expect(page.getByText('Imran Shaikh')).toBeVisible()
})

test('a pay link says that a child was listed after it was made', async () => {
  await queryDatabase(`update students set phone = $2 where school_id = $1 and name = 'Imran Shaikh'`, [school.id, phone])
  await page.goto(`/onlinefees/${school.tokens.get(phone)}`)
  await expect(page.getByText('Asha Patil')).toBeVisible()
  await expect(page.getByText('ask the school for a new link')).toBeVisible()
  await expect(page.getByText('Imran')).toHaveCount(0)
  await expectAccessible(page)
  await expectFitsAllWidths(page)
})

test('a device of the family that had the number before shows nothing of the next one', async () => {
  await queryDatabase(`update students set phone = '9600000003' where school_id = $1 and name = 'Asha Patil'`, [school.id])
  await queryDatabase(`update guardian_sessions set proved_at = now() - interval '1 year' where phone = $1`, [phone])
  await page.goto('/family')
  await expect(page.getByRole('heading', prompt)).toBeVisible()
  for (const text of ['Asha', 'Imran', school.name]) await expect(page.getByText(text)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectFitsAllWidths(page)
})
