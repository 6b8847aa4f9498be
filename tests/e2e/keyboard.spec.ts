import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword } from './demoPassword.ts'
import { pageHeading, payButton } from './familyPages.ts'
import { addFamilySchool } from './familySchool.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

/** Returns the accessible name that an element has at this moment. */
async function accessibleName(element: Locator): Promise<string> {
  const [, name = ''] = /"((?:[^"\\]|\\.)*)"/.exec(await element.ariaSnapshot()) ?? []
  return name.replaceAll('\\"', '"')
}

/** Presses Tab until an element with this accessible name has a visible focus. */
async function tabTo(page: Page, name: string | RegExp, maxPresses = 60): Promise<void> {
  for (let pressed = 0; pressed < maxPresses; pressed += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    if (await focused.evaluate((element) => element.matches(':focus-visible'))) {
      const reached = await accessibleName(focused)
      if (typeof name === 'string' ? reached === name : name.test(reached)) return
    }
  }
  throw new Error(`Tab does not lead to ${String(name)}`)
}

/** Expects the focused element to look different than without the focus. */
async function expectFocusVisible(page: Page): Promise<void> {
  const isDifferent = await page.locator(':focus').evaluate(async (element) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const readStyles = () => {
      const around = element.parentElement ?? element
      return [around, element]
        .map((part) => {
          const { outline, boxShadow, backgroundColor, borderColor, borderWidth } = getComputedStyle(part)
          return [outline, boxShadow, backgroundColor, borderColor, borderWidth, part.childElementCount].join()
        })
        .join(';')
    }
    const focusedStyles = readStyles()
    ;(element as HTMLElement).blur()
    await nextFrame()
    const unfocused = readStyles()
    ;(element as HTMLElement).focus()
    await nextFrame()
    return focusedStyles !== unfocused
  })
  expect(isDifferent).toBe(true)
}

test('the sign-in, the menu, a table and a dialog work without a mouse', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toBeVisible()
  await tabTo(page, 'Email')
  await expectFocusVisible(page)
  await page.keyboard.type('admin@shala.test')
  await tabTo(page, 'Password')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  // The first Tab on a page focuses the link that skips the menu.
  await page.goto('/users')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Skip/)
  await expect(page.locator(':focus')).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').evaluate((element) => element.closest('main') !== null)).toBe(true)

  // The menu's links are tab stops.
  await page.goto('/users')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await tabTo(page, 'Students')
  await expectFocusVisible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/students$/)

  // The table is one tab stop, and arrow keys move between its rows.
  await page.goto('/users')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await tabTo(page, /Search/)
  await page.keyboard.type('a')
  const grid = page.getByRole('grid')
  await expect(grid).toBeVisible()
  const focusedTag = () => page.evaluate(() => document.activeElement?.tagName)
  for (let pressed = 0; pressed < 20 && (await focusedTag()) !== 'TR'; pressed += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).toHaveRole('row')
  const second = await page.locator(':focus').textContent()
  await page.keyboard.press('ArrowUp')
  expect(await page.locator(':focus').textContent()).not.toBe(second)

  // A dialog keeps the focus until it closes, and returns it to the button that opened it.
  const editButton = page.getByRole('button', { name: /^Edit / }).first()
  await editButton.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  // Its first control has the focus when it has been drawn, which is a moment after it is there.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  for (let pressed = 0; pressed < 25; pressed += 1) {
    await page.keyboard.press(pressed % 5 === 4 ? 'Shift+Tab' : 'Tab')
    // At its ends an element before and behind it takes the focus, and hands it on with the next frame.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(editButton).toBeFocused()
})

test('a family pays without a mouse', async ({ page }) => {
  const school = await addFamilySchool(`Keys ${uniqueTag()}`, [{ name: 'Asha Patil', phone: '9822000201' }])
  await page.goto(`/onlinefees/${school.tokens.get('9822000201')}`)
  await expect(pageHeading(page)).toBeVisible()
  if ((await payButton(page).count()) === 0) {
    await tabTo(page, /Asha Patil/)
    await expectFocusVisible(page)
    await page.keyboard.press('Enter')
  }
  await expect(payButton(page)).toBeVisible()
  await tabTo(page, /^Name/)
  await expectFocusVisible(page)
  await page.keyboard.type('Sunil Patil')
  await tabTo(page, /^Phone/)
  await page.keyboard.type('9822012345')
  await tabTo(page, /^E-mail/)
  await page.keyboard.type('sunil@family.test')
  await tabTo(page, /^Pay ₹/)
  await expectFocusVisible(page)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/onlinefees\//)
  await expect(page.getByRole('heading').first()).toBeVisible()
})
