/**
 * Milliseconds after the page has loaded until the service worker stores the product. Its 0.5 MB would share a slow
 * line with the first screen, and while the browser compiles them everything on the screen takes twice as long.
 */
const afterLoadMs = 5_000

/** Resolves when the page has loaded and the person has had time to look at it. */
export async function quietPage(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, afterLoadMs))
}
