import { expect, type Locator, type Page } from '@playwright/test'
import type { Day } from '#shared/dates.ts'

/**
 * Chooses an option of a combobox by typing its name. Types again until the option was clicked, because a field that
 * loses the focus drops the typed text: options that arrive redraw the list, and a closing dialog takes the focus a
 * moment later.
 * @param exact false if the option's name is longer than the typed text
 */
export async function typeAndChoose(combobox: Locator, option: string, { exact = true } = {}): Promise<void> {
  await expect(async () => {
    await combobox.fill(option)
    await combobox.page().getByRole('option', { name: option, exact }).first().click({ timeout: 5000 })
  }).toPass()
}

/** Types a day into a date field. The focus moves on by itself from the day to the month and the year. */
export async function typeDay(page: Page, label: string, day: Day): Promise<void> {
  await page.getByRole('group', { name: label }).getByRole('spinbutton', { name: 'Day' }).click()
  await page.keyboard.type(`${day.slice(8)}${day.slice(5, 7)}${day.slice(0, 4)}`)
}
