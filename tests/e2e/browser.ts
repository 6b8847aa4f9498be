import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { unpackChromium } from '#platform/chromium.ts'

/** Returns the options with which Playwright starts the browser of the npm package. */
export async function launchOptions(): Promise<LaunchOptions> {
  const { executablePath, args, env } = await unpackChromium()
  // Pages of tests live for seconds: code that V8's last compiler would make for them is hardly run, and took a tenth
  // of the processor's time.
  return { executablePath, args: [...args, '--js-flags=--no-opt'], env, headless: true }
}

/** Starts a headless browser. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions())
}
