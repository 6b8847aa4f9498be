import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { unpackChromium } from '#platform/chromium.ts'

/** What Playwright needs to start the browser of the npm package; for `use.launchOptions` and {@link launchBrowser}. */
export async function launchOptions(): Promise<LaunchOptions> {
  const { executablePath, args, env } = await unpackChromium()
  return { executablePath, args, env, headless: true }
}

/** A headless browser, ready for `newPage()`; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions())
}
