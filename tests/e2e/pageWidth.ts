import { expect, type Page } from '@playwright/test'

/** Expects the page to be no wider than a phone, and sets the desktop size again. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Expects the page to fit the narrowest phones and a desktop, and sets a phone's size again. */
export async function expectFitsAllWidths(page: Page): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 360, height: 640 })
}
