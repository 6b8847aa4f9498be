import { expect, type Locator } from '@playwright/test'

/** Picks an item of a sorted list up with the keyboard; `said` is what a screen reader is told. */
export async function pickUp(handle: Locator, said: string) {
  const page = handle.page()
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(said)).toBeAttached()
  // The library listens to the arrow keys one timer after Space: 3 to 13 ms after it has said where the item is.
  await page.evaluate(() => new Promise<void>((done) => void setTimeout(done)))
}
