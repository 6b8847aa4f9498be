import { test as playwrightTest } from '@playwright/test'
import { atTestMoment } from './browser.ts'

/** Playwright's `test` with a browser whose pages have the tests' clock. */
export const test = playwrightTest.extend<object, object>({
  browser: [async ({ browser }, use) => use(atTestMoment(browser)), { scope: 'worker' }],
})
