import { expect, type Page } from '@playwright/test'
import { type Day, showDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { expectFitsPhone } from './pageWidth.ts'

/** Takes the ordered message about results back, on the page of a section's results. */
export async function takeBackMessage(page: Page, day: Day): Promise<void> {
  await expect(page.getByText(`Families get a message on ${showDay(day)} from 9:00`)).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Do not send' }).click()
  await expect(page.getByText('Families get no message on that day')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Do not send' })).toHaveCount(0)
}
