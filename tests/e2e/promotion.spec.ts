import { expect, type Page, test } from '@playwright/test'
import { addFeeSchool, asking, superadminToken } from './feeSchool.ts'
import { accessible, fitsPhone, superadmin } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

const name = `Turning School ${Date.now().toString(36)}`
const students = ['Asha Patil', 'Bharat Shinde', 'Chaya More', 'Dinesh Rao', 'Esha Kulkarni']
let page: Page
/** Makes a term of the school current, behind the page. */
let makeCurrent: (termId: string) => Promise<unknown>
let newTermId: string
let oldTermId: string

/** A school with 7-A, 7-B, 8-A and 8-B in 2020-21, where 7-B pays fees and Bharat is disabled, and the empty year 2021-22, which is current. */
test.beforeAll(async ({ browser }) => {
  const school = await addFeeSchool(
    name,
    students.map((student) => ({ name: student, phone: '9811100000' })),
  )
  oldTermId = school.termId
  const ask = asking(await superadminToken())
  const of = <Data>(document: string, input: object) => ask<Data>(document, { schoolId: school.id, input })
  await of(
    'mutation Import($schoolId: ID!, $input: SectionImport!) { importSections(schoolId: $schoolId, input: $input) { __typename } }',
    {
      termId: school.termId,
      rows: ['7-A', '8-A', '8-B'].map((title, index) => {
        const [className, section] = title.split('-')
        return { sr: index + 2, class: className, section, teachers: school.clerks[0], notificationTime: '', fbId: '' }
      }),
    },
  )
  await of(
    'mutation Off($schoolId: ID!, $input: StudentDisabled!) { setStudentDisabled(schoolId: $schoolId, input: $input) { __typename } }',
    { id: school.studentIds.get('Bharat Shinde'), disabled: true },
  )
  const { addTerm: term } = await of<{ addTerm: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: TermForm!) { addTerm(schoolId: $schoolId, input: $input) { id } }',
    { name: '2021-22' },
  )
  newTermId = term.id
  makeCurrent = (id) =>
    ask('mutation Current($schoolId: ID!, $id: ID!) { setCurrentTerm(schoolId: $schoolId, id: $id) { id } }', {
      schoolId: school.id,
      id,
    })
  await makeCurrent(newTermId)
  page = await superadmin(browser)
  await page.getByRole('searchbox', { name: 'Search schools' }).fill(name)
  await page.getByRole('list', { name: 'Schools' }).getByRole('button', { name }).click()
  await expect(page.getByRole('banner')).toContainText(`${name} - Current Term: 2021-22`)
})

test.afterAll(() => page.context().close())

const dialog = () => page.getByRole('dialog')
const row = (text: string) => page.getByRole('row').filter({ hasText: text })

const fromMenu = (name: string) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()

async function confirmYear(tab: string) {
  await page.getByRole('button', { name: 'Confirm Year' }).click()
  await page.getByRole('tab', { name: tab }).click()
}

test('the previous term is confirmed, and Reset Selection returns; a term without sections says so', async () => {
  await fromMenu('Promotions')
  await expect(page.getByRole('combobox', { name: 'Previous Term' })).toHaveText('2020-21')
  await expect(page.getByText('No promotions yet')).toBeVisible()
  await accessible(page)
  await confirmYear('Promote Students')
  await expect(page.getByText('From 2020-21 to 2021-22, the current term.')).toBeVisible()
  await expect(page.getByText('There are no sections associated with this term!')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Selection' }).click()
  await expect(page.getByRole('button', { name: 'Confirm Year' })).toBeVisible()
})

test('sections are promoted under the names that were given them, with their teachers, subjects and fees', async () => {
  await confirmYear('Promote Sections')
  await expect(page.getByText('A super administrator can reverse this')).toBeVisible()
  await expect(page.getByText('4 of 4 sections selected')).toBeVisible()
  await expect(row('8-B')).toContainText('Meena Clerk')
  await page.getByRole('button', { name: 'Edit Section: 7-B' }).click()
  await dialog().getByRole('textbox', { name: 'Section' }).fill('A')
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Two of the selected sections have the same names.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Promote 7-B' }).uncheck()
  await page.getByRole('checkbox', { name: 'Promote 7-A' }).uncheck()
  await expect(page.getByText('2 of 4 sections selected')).toBeVisible()
  await accessible(page)
  await fitsPhone(page)
  await page.getByRole('button', { name: 'Promote Sections' }).click()
  await expect(dialog()).toContainText('A super administrator can reverse this')
  await expect(dialog()).toContainText('2 sections will be added to 2021-22. Also copied: 1 fees category.')
  await expect(dialog()).toContainText('The teachers of all 4 sections of 2020-21 are cleared.')
  await expect(dialog().getByRole('button', { name: 'Go Back' })).toBeFocused()
  await accessible(page)
  await dialog().getByRole('button', { name: 'Promote Sections' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 of 3 parts done · 2 sections promoted' })).toBeVisible()
  await expect(row('8-A was added to 2021-22.')).toContainText('Done')
  await expect(row('Fees Categories')).toContainText('1 fee category with 4 fees.')
})

test('before students are promoted each section says what would happen; those who stay are chosen by name', async () => {
  // The year stays confirmed.
  await page.getByRole('link', { name: 'All promotions' }).click()
  await page.getByRole('tab', { name: 'Promote Students' }).click()
  const select = page.getByRole('combobox', { name: 'New section of 7-B' })
  await expect(select).toHaveValue(/\d/)
  await expect(page.getByRole('combobox', { name: 'New section of 8-B' })).toHaveValue('')
  await expect(
    page.getByText('4 students of 1 section move to 2021-22 · 1 disabled is not moved · 2 sections left blank'),
  ).toBeVisible()
  await select.selectOption({ label: 'Leave blank' })
  await expect(page.getByText('No students to move.')).toBeVisible()
  await select.selectOption({ label: '8-B' })
  await page.getByRole('button', { name: 'Students: 7-B' }).click()
  await expect(dialog().getByRole('checkbox', { name: 'Bharat Shinde moves' })).toBeDisabled()
  await dialog().getByRole('checkbox', { name: 'Chaya More moves' }).uncheck()
  await expect(dialog()).toContainText('3 move, 1 stay.')
  await accessible(page)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('3 students of 1 section move to 2021-22 · 1 stay')).toBeVisible()
  await accessible(page)
  await fitsPhone(page)
})

test('what is refused is said in the specification’s words, and stays as it was chosen', async () => {
  await makeCurrent(oldTermId)
  await page.getByRole('button', { name: 'Promote Students' }).click()
  await dialog().getByRole('button', { name: 'Promote Students' }).click()
  await expect(page.getByText('Error in Student Promotion: The current term was changed.')).toBeVisible()
  await makeCurrent(newTermId)
  await expect(dialog()).toContainText('3 students of 1 section of 2020-21 will be enrolled in 2021-22.')
  await expect(dialog()).toContainText('2 students of these sections do not move')
  await expect(dialog()).toContainText('3 assignments to fees categories of the same names will be made')
})

test('students are promoted, each section with its own message, and have their places and fees in the new term', async () => {
  await dialog().getByRole('button', { name: 'Promote Students' }).click()
  await expect(page.getByText('Students from 7-B promoted to 8-B successfully!').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '3 students promoted' })).toBeVisible()
  await expect(row('Students from 7-B promoted to 8-B successfully!')).toContainText('Done')
  await fitsPhone(page)
  await fromMenu('Students')
  await expect(row('Asha Patil')).toContainText('8')
  await expect(row('Chaya More')).toHaveCount(0)
  await fromMenu('Promotions')
  await confirmYear('Promote Students')
  await expect(row('7-B')).toContainText('3 in 8-B')
})

test('a batch on which something stands says what; the one that stands alone is reversed, and then the other', async () => {
  await page.getByRole('button', { name: 'Reset Selection' }).click()
  await row('Sections from 2020-21 to 2021-22').click()
  await page.getByRole('button', { name: 'Reverse Promotion' }).click()
  await expect(dialog()).toContainText('This Cannot Be Reversed Any More')
  await expect(dialog().getByRole('listitem').filter({ hasText: '8-B' })).toContainText('3 students')
  await expect(dialog().getByRole('listitem').filter({ hasText: 'Fees Categories' })).toContainText('3 fee categories assigned')
  await accessible(page)
  await dialog().getByRole('button', { name: 'Go Back' }).click()
  await page.getByRole('link', { name: 'All promotions' }).click()
  for (const [batch, goes] of [
    ['Students from 2020-21 to 2021-22', '3 enrolments and 3 assignments to fees categories'],
    ['Sections from 2020-21 to 2021-22', '1 fees category, 4 fees, 2 teachers of sections and 2 sections'],
  ] as const) {
    await row(batch).click()
    await page.getByRole('button', { name: 'Reverse Promotion' }).click()
    await expect(dialog()).toContainText('Deleted from 2021-22')
    for (const part of goes.split(/, | and /)) await expect(dialog()).toContainText(part)
    await dialog().getByRole('button', { name: 'Reverse Promotion' }).click()
    await expect(page.getByText('Promotion Reversed Successfully!').first()).toBeVisible()
    await expect(page.getByText(/reversed this on .*\. Everything is as it was before\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reverse Promotion' })).toBeHidden()
    await page.getByRole('link', { name: 'All promotions' }).click()
    await expect(row(batch)).toContainText('Reversed')
  }
  await confirmYear('Promote Students')
  await expect(page.getByText('There are no sections associated with this term!')).toBeVisible()
  await page.getByRole('tab', { name: 'Promote Sections' }).click()
  await expect(row('8-B')).toContainText('Meena Clerk')
})
