import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/e2e/browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/e2e/server.setup.ts',
  fullyParallel: false,
  // On two cores half of the time is waiting: for intervals, for the stand-ins, for the other browser of a test.
  workers: 4,
  forbidOnly: process.env.CI !== undefined,
  // The second try is for its trace. A test that needs one fails the run: there is a bug in the test or in the screen.
  retries: 1,
  failOnFlakyTests: true,
  // Both are for what hangs: ten times what the longest takes alone.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    // Set by the global setup, which starts the server.
    baseURL: process.env.E2E_URL,
    launchOptions: await launchOptions(),
    locale: 'en-IN',
    // Not India's, on purpose: a school's day must not follow the browser's.
    timezoneId: 'America/New_York',
    // In every new context it would fetch and keep the whole product: a third of the processor's time. Tests of what is
    // opened without a connection allow it.
    serviceWorkers: 'block',
    // Tests press nothing that is still on its way.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Of the second try only: recording every test took a quarter of the whole run.
    trace: 'on-first-retry',
  },
})
