import { expect, type Page } from '@playwright/test'

/** Leaves a page with unsaved changes, and stays on it when it asks. */
export async function expectStays(page: Page, leave: () => Promise<unknown>): Promise<void> {
  const address = page.url()
  await leave()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(address)
}
