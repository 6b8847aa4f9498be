import { expect, type Locator } from '@playwright/test'

/**
 * Closes a dialog by Escape. It listens to the keyboard a few milliseconds after it has been drawn, which is when it
 * takes the focus: a person is never that fast, a test is.
 */
export async function closeByEscape(dialog: Locator) {
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await dialog.page().keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}
