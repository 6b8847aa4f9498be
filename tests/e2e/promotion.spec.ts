import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { importSections } from './createSchool.ts'
import { addFeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { openSuperadminPage } from './schoolScreens.ts'
import { expectChosen } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const name = `Turning School ${uniqueTag()}`
const students = ['Asha Patil', 'Bharat Shinde', 'Chaya More', 'Dinesh Rao', 'Esha Kulkarni']
let page: Page
/** Makes a term of the school current by the API. */
let makeCurrent: (termId: string) => Promise<unknown>
let newTermId: string
let oldTermId: string

/**
 * Adds a school with 7-A, 7-B, 8-A and 8-B in 2020-21 and the empty current term 2021-22. The students of 7-B pay fees,
 * and Bharat is disabled.
 */
test.beforeAll(async ({ browser }) => {
  const school = await addFeeSchool(
    name,
    students.map((student) => ({ name: student, phone: '9811100000' })),
  )
  oldTermId = school.termId
  const [teachers] = school.clerks
  await importSections(
    school,
    [
      { class: '7', section: 'A', teachers },
      { class: '8', section: 'A', teachers },
      { class: '8', section: 'B', teachers },
    ],
    2,
  )
  await school.executeInSchool(
    'mutation Off($schoolId: ID!, $input: StudentDisabled!) { setStudentDisabled(schoolId: $schoolId, input: $input) { __typename } }',
    { id: school.studentIds.get('Bharat Shinde'), disabled: true },
  )
  const { addTerm: term } = await school.executeInSchool<{ addTerm: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: TermForm!) { addTerm(schoolId: $schoolId, input: $input) { id } }',
    { name: '2021-22' },
  )
  newTermId = term.id
  makeCurrent = (id) =>
    school.execute('mutation Current($schoolId: ID!, $id: ID!) { setCurrentTerm(schoolId: $schoolId, id: $id) { id } }', {
      schoolId: school.id,
      id,
    })
  await makeCurrent(newTermId)
  page = await openSuperadminPage(browser)
  await page.getByRole('searchbox', { name: 'Search schools' }).fill(name)
  await page.getByRole('list', { name: 'Schools' }).getByRole('button', { name }).click()
  await expect(page.getByRole('banner')).toContainText(`${name} - Current Term: 2021-22`)
})

test.afterAll(() => page.context().close())

const dialog = () => page.getByRole('dialog')
const rowWith = (text: string) => page.getByRole('row').filter({ hasText: text })

const openFromMenu = (name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()

async function confirmYear(tab: string) {
  await page.getByRole('button', { name: 'Confirm Year' }).click()
  await page.getByRole('tab', { name: tab }).click()
}

test('the previous term is confirmed and reset, and a term without sections shows a message @main @promotion', async () => {
  await openFromMenu('Promotions')
  await expectChosen(page.getByRole('combobox', { name: 'Previous Term' }), '2020-21')
  await expect(page.getByText('No promotions yet')).toBeVisible()
  await expectAccessible(page)
  await confirmYear('Promote Students')
  await expect(page.getByText('From 2020-21 to 2021-22, the current term.')).toBeVisible()
  await expect(page.getByText('There are no sections associated with this term!')).toBeVisible()
  await page.getByRole('button', { name: 'Reset Selection' }).click()
  await expect(page.getByRole('button', { name: 'Confirm Year' })).toBeVisible()
})

test('sections are promoted under their edited names, with teachers, subjects and fees @main @promotion', async () => {
  await confirmYear('Promote Sections')
  await expect(page.getByText('A super administrator can reverse this')).toBeVisible()
  await expect(page.getByText('4 of 4 sections selected')).toBeVisible()
  await expect(rowWith('8-B')).toContainText('Meena Clerk')
  await page.getByRole('button', { name: 'Edit Section: 7-B' }).click()
  await dialog().getByRole('textbox', { name: 'Section' }).fill('A')
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Two of the selected sections have the same names.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Promote 7-B' }).uncheck()
  await page.getByRole('checkbox', { name: 'Promote 7-A' }).uncheck()
  await expect(page.getByText('2 of 4 sections selected')).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Promote Sections' }).click()
  await expect(dialog()).toContainText('A super administrator can reverse this')
  await expect(dialog()).toContainText('2 sections will be added to 2021-22. Also copied: 1 fees category.')
  await expect(dialog()).toContainText('The teachers of all 4 sections of 2020-21 are cleared.')
  await expect(dialog().getByRole('button', { name: 'Go Back' })).toBeFocused()
  await expectAccessible(page)
  await dialog().getByRole('button', { name: 'Promote Sections' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 of 3 parts done · 2 sections promoted' })).toBeVisible()
  await expect(rowWith('8-A was added to 2021-22.')).toContainText('Done')
  await expect(rowWith('Fees Categories')).toContainText('1 fee category with 4 fees.')
})

test('the form shows the effect for each section, and staying students are chosen by name', async () => {
  // The previous term stays confirmed.
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
  await expectAccessible(page)
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('3 students of 1 section move to 2021-22 · 1 stay')).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test('a refused promotion shows the specification’s message, and the choices stay', async () => {
  await makeCurrent(oldTermId)
  await page.getByRole('button', { name: 'Promote Students' }).click()
  await dialog().getByRole('button', { name: 'Promote Students' }).click()
  await expect(page.getByText('Error in Student Promotion: The current term was changed.')).toBeVisible()
  await makeCurrent(newTermId)
  await expect(dialog()).toContainText('3 students of 1 section of 2020-21 will be enrolled in 2021-22.')
  await expect(dialog()).toContainText('2 students of these sections do not move')
  await expect(dialog()).toContainText('3 assignments to fees categories of the same names will be made')
})

test('students are promoted with a message for each section, and are enrolled in the new term', async () => {
  await dialog().getByRole('button', { name: 'Promote Students' }).click()
  await expect(page.getByText('Students from 7-B promoted to 8-B successfully!').first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '3 students promoted' })).toBeVisible()
  await expect(rowWith('Students from 7-B promoted to 8-B successfully!')).toContainText('Done')
  await expectFitsPhone(page)
  await openFromMenu('Students')
  await expect(rowWith('Asha Patil')).toContainText('8')
  await expect(rowWith('Chaya More')).toHaveCount(0)
  await openFromMenu('Promotions')
  await confirmYear('Promote Students')
  await expect(rowWith('7-B')).toContainText('3 in 8-B')
})

test('a promotion with later records cannot be reversed; the later promotion is reversed first, and then it', async () => {
  await page.getByRole('button', { name: 'Reset Selection' }).click()
  await rowWith('Sections from 2020-21 to 2021-22').click()
  await page.getByRole('button', { name: 'Reverse Promotion' }).click()
  await expect(dialog()).toContainText('This Cannot Be Reversed Any More')
  await expect(dialog().getByRole('listitem').filter({ hasText: '8-B' })).toContainText('3 students')
  await expect(dialog().getByRole('listitem').filter({ hasText: 'Fees Categories' })).toContainText('3 fee categories assigned')
  await expectAccessible(page)
  await dialog().getByRole('button', { name: 'Go Back' }).click()
  await page.getByRole('link', { name: 'All promotions' }).click()
  for (const [batch, deletedParts] of [
    ['Students from 2020-21 to 2021-22', '3 enrolments and 3 assignments to fees categories'],
    ['Sections from 2020-21 to 2021-22', '1 fees category, 4 fees, 2 teachers of sections and 2 sections'],
  ] as const) {
    await rowWith(batch).click()
    await page.getByRole('button', { name: 'Reverse Promotion' }).click()
    await expect(dialog()).toContainText('Deleted from 2021-22')
    for (const part of deletedParts.split(/, | and /)) await expect(dialog()).toContainText(part)
    await dialog().getByRole('button', { name: 'Reverse Promotion' }).click()
    await expect(page.getByText('Promotion Reversed Successfully!').first()).toBeVisible()
    await expect(page.getByText(/reversed this on .*\. Everything is as it was before\./)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reverse Promotion' })).toBeHidden()
    await page.getByRole('link', { name: 'All promotions' }).click()
    await expect(rowWith(batch)).toContainText('Reversed')
  }
  await confirmYear('Promote Students')
  await expect(page.getByText('There are no sections associated with this term!')).toBeVisible()
  await page.getByRole('tab', { name: 'Promote Sections' }).click()
  await expect(rowWith('8-B')).toContainText('Meena Clerk')
})
