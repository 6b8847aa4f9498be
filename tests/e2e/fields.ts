import { expect, type Locator, type Page } from '@playwright/test'
import { type Day, showDay } from '#shared/dates.ts'

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

/** Chooses an option of a `<select>` by its text, or by a part of it. */
export async function choose(select: Locator, option: string | RegExp): Promise<void> {
  const matching = select.locator('option').filter({ hasText: option })
  await matching.first().waitFor({ state: 'attached' })
  const texts = await matching.allTextContents()
  await select.selectOption({ label: texts.find((text) => text === option) ?? texts[0] ?? '' })
}

/** Expects an option of a `<select>` to be the chosen one. */
export async function expectChosen(select: Locator, option: string): Promise<void> {
  await expect(select.locator('option:checked')).toHaveText(option)
}

/** Types a day into a date field. */
export async function typeDay(page: Page, label: string, day: Day): Promise<void> {
  await page.getByRole('textbox', { name: label }).fill(showDay(day))
}
