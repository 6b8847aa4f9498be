import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects no violation that axe rates serious or critical. It waits first for animations and for lists that are
 * renewed: a dialog that fades in has no contrast yet, and a list is pale meanwhile. Snackbars are excluded: their own
 * test checks them.
 *
 * The legacy mode passes no results between frames, which only frames of other sites need. With it a list of students
 * takes 2 s instead of 10 s.
 * @param label names what is checked in the failure: a tab, a colour scheme
 */
export async function expectAccessible(page: Page, label = ''): Promise<void> {
  expect(await findSeriousViolations(page), label).toEqual([])
}

/**
 * Returns the violations that {@link expectAccessible} fails on, each as its rule and first element.
 * @param rules axe's names of the only rules to check; all by default
 */
export async function findSeriousViolations(page: Page, rules?: string[]): Promise<string[]> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect.poll(() => page.evaluate(countRunningAnimations)).toBe(0)
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Runs in the page. Counts the running animations after the next repaint, without endless ones. */
async function countRunningAnimations(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return document
    .getAnimations()
    .filter(
      (animation) =>
        animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    ).length
}
