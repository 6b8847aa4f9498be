import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createSchool, importSections } from './createSchool.ts'
import { typeAndChoose, typeDay } from './fields.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

const months = ['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR']

test('a child who joins in August is asked from August on, by the school’s rule, and the form says so before', async ({
  browser,
}) => {
  const name = `Joining School ${uniqueTag()}`
  const school = await createSchool({ name, senderId: 'JOINSC', term: '2020-21', feesModule: true })
  await importSections(school, [{ class: '7', section: 'A' }])
  const { addFeeCategory } = await school.executeInSchool<{ addFeeCategory: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: FeeCategoryForm!) { addFeeCategory(schoolId: $schoolId, input: $input) { id } }',
    { termId: school.termId, name: 'Tuition', bankAccountId: '', scope: 'ALL', classIds: [] },
  )
  await school.executeInSchool(
    'mutation Add($schoolId: ID!, $input: FeeForm!) { addFees(schoolId: $schoolId, input: $input) { __typename } }',
    { feeCategoryIds: [addFeeCategory.id], name: 'Tuition', amount: 100_000, fixedAmount: true, months },
  )
  const page = await openSuperadminPage(browser)
  await chooseSchool(page, name, '2020-21')

  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'A child who joins later pays' }).selectOption('By the days that are left of it')
  await page.getByRole('button', { name: 'Update School' }).click()
  await expect(page.getByText('School Updated Successfully!').first()).toBeVisible()

  await page.goto('/students?tab=add')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kiran More')
  await page.getByRole('textbox', { name: 'Phone', exact: true }).fill('9812345670')
  await typeAndChoose(page.getByRole('combobox', { name: 'Class and Section' }), '7-A')
  await expect(page.getByText('Fees by rule: Tuition. ₹12,000.00 a year.')).toBeVisible()
  await page.getByRole('button', { name: /^Admission/ }).click()
  await typeDay(page, 'Date of admission', '2020-08-20')
  const said = page.getByText('Fees by rule: Tuition. ₹7,387.00 from Aug on, because the child joins then.')
  await expect(said).toBeVisible()
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Add Student' }).click()
  await expect(page.getByText('Student Added Successfully!').first()).toBeVisible()

  await page.getByRole('tab', { name: 'View Students' }).click()
  await page.getByText('Kiran More').first().click()
  await expect(page.getByRole('region', { name: 'Fees Categories' })).toContainText('Tuition · ₹7,387.00 · Aug–Mar')
  await expect(page.getByText('Tuition (AUG)')).toBeVisible()
  await expect(page.getByText('Tuition (JUL)')).toHaveCount(0)
  await expectAccessible(page)
  await page.context().close()
})
