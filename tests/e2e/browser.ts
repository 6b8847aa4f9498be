import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { unpackChromium } from '#platform/chromium.ts'
import { shiftDate } from '../moment/shiftDate.ts'

/** Returns the options with which Playwright starts the browser of the npm package. */
export async function launchOptions(): Promise<LaunchOptions> {
  const { executablePath, args, env } = await unpackChromium()
  // Pages of tests live for seconds: code that V8's last compiler would make for them is hardly run, and took a tenth
  // of the processor's time.
  return { executablePath, args: [...args, '--js-flags=--no-opt'], env, headless: true }
}

/**
 * Starts a headless browser, whose pages have the tests' clock. The caller closes it.
 *
 * @param further arguments of Chromium
 */
export async function launchBrowser(further: string[] = []): Promise<Browser> {
  const { args = [], ...options } = await launchOptions()
  return atTestMoment(await chromium.launch({ ...options, args: [...args, ...further] }))
}

/** Lets the clock of pages agree with the server's. Cookies and service workers keep the machine's. */
export function atTestMoment(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(shiftDate, Number(process.env.TEST_CLOCK_AHEAD ?? 0))
    return context
  }
  return browser
}
