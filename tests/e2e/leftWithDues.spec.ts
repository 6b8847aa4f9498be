import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { importSections, importStudents } from './createSchool.ts'
import { addFeeSchool } from './feeSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { openSignedInPage } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test('who has left and owes is listed apart, and the account opens at the counter', async ({ browser }) => {
  const school = await addFeeSchool(`Left School ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9822000401' },
    { name: 'Kiran More', phone: '9822000402' },
  ])
  await school.executeInSchool(
    'mutation Disable($schoolId: ID!, $input: StudentDisabled!) { setStudentDisabled(schoolId: $schoolId, input: $input) { id } }',
    { id: school.studentIds.get('Kiran More'), disabled: true },
  )
  const clerk = await openSignedInPage(browser, school.clerks[0], school.password)
  await clerk.goto('/fees?tab=pending')
  await expect(clerk.getByRole('grid', { name: 'PENDING FEES' })).toContainText('Asha Patil')
  await expect(clerk.getByText('Kiran More')).toHaveCount(0)
  await clerk.getByRole('button', { name: 'Left the school' }).click()
  const left = clerk.getByRole('region', { name: 'Left the school' })
  await expect(left).toContainText('1 student owes ₹3,300.00')
  await expect(left.getByRole('row', { name: /Kiran More/ })).toContainText('7-B, 2020-21')
  await expectAccessible(clerk)
  await expectFitsPhone(clerk)
  await left.getByRole('link', { name: 'Kiran More' }).click()
  await expect(clerk.getByRole('heading', { name: 'Kiran More' })).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'All pending' })).toBeVisible()
  await clerk.context().close()
})

test('at the counter a search that finds nobody of the term finds who has left and owes', async ({ browser }) => {
  const school = await addFeeSchool(`Gone School ${uniqueTag()}`, [{ name: 'Asha Patil', phone: '9822000411' }])
  const next = await school.executeInSchool<{ addTerm: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: TermForm!) { addTerm(schoolId: $schoolId, input: $input) { id } }',
    { name: '2021-22' },
  )
  await school.execute('mutation Set($schoolId: ID!, $id: ID!) { setCurrentTerm(schoolId: $schoolId, id: $id) { id } }', {
    schoolId: school.id,
    id: next.addTerm.id,
  })
  const nextYear = { ...school, termId: next.addTerm.id }
  await importSections(nextYear, [{ class: '8', section: 'B' }])
  await importStudents(nextYear, [{ roll: '1', class: '8', section: 'B', name: 'Ravi Kale', phone: '9822000412' }])
  const clerk = await openSignedInPage(browser, school.clerks[0], school.password)
  await clerk.goto('/fees')
  const search = clerk.getByRole('combobox', { name: 'Find a student' })
  await search.fill('asha')
  await expect(clerk.getByRole('option', { name: /Asha Patil.*7-B, 2020-21.*₹3,300.00/ })).toBeVisible()
  await expect(clerk.getByRole('group', { name: 'Left the school' })).toBeVisible()
  await search.press('Enter')
  await expect(clerk.getByRole('heading', { name: 'Asha Patil' })).toBeVisible()
  await expect(clerk.getByRole('button', { name: 'All pending' })).toBeVisible()
  await clerk.context().close()
})
