import { expect, type Page } from '@playwright/test'
import { addFeeSchool } from './feeSchool.ts'
import { accountButton, signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

const total = (page: Page) => page.getByText(/^1–\d+ of \d+$/)

test('the counter finds a student in either script, and with a slip', async ({ page }) => {
  const names = ['Asha Sharma', 'राम शर्मा', 'Laxmi Deshmukh']
  const school = await addFeeSchool(
    `Names ${uniqueTag()}`,
    names.map((name, index) => ({ name, phone: `981000000${index}` })),
  )
  await signIn(page, school.clerks[0], school.password)
  await page.goto('/fees')
  const search = page.getByRole('combobox', { name: 'Find a student' })
  const options = page.getByRole('option')
  for (const typed of ['शर्मा', 'Sharma', 'shar', 'शर्म', 'Shermaa']) {
    await search.fill(typed)
    await expect(options).toHaveCount(2)
    await expect(options.first()).toContainText('Asha Sharma')
    await expect(options.last()).toContainText('राम शर्मा')
  }
  for (const typed of ['लक्ष्मी', 'Lakshmee', 'देशमुख', 'Deshmuhk']) {
    await search.fill(typed)
    await expect(options).toHaveCount(1)
    await expect(options).toContainText('Laxmi Deshmukh')
  }
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'Laxmi Deshmukh' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a screen or a student' }).fill('राम शर')
  await expect(page.getByRole('option', { name: 'राम शर्मा' }).first()).toBeVisible()
})

test('lists of students and of users are searched in either script', async ({ page }) => {
  await signIn(page)
  await expect(accountButton(page)).toBeVisible()
  for (const [address, label] of [
    ['/students', '3 letters or a roll'],
    ['/users', 'Search'],
  ] as const) {
    await page.goto(address)
    const search = page.getByRole('searchbox', { name: label })
    await expect(total(page)).toBeVisible()
    const all = (await total(page).textContent()) ?? ''
    const totals: (string | null)[] = []
    for (const typed of ['Patil', 'पाटील']) {
      await search.fill(typed)
      await expect(total(page)).not.toHaveText(all)
      totals.push(await total(page).textContent())
      await search.fill('')
      await expect(total(page)).toHaveText(all)
    }
    expect(totals[1]).toBe(totals[0])
  }
})
