import { expect, type Page, test } from '@playwright/test'
import { heading, payButton } from './familyPages.ts'
import { demoPassword } from './signIn.ts'
import { addPayingSchool } from './payingSchool.ts'

/** Presses Tab until the element that has the focus is called this; what has it is always to be seen. */
async function tabTo(page: Page, name: string | RegExp, most = 60): Promise<void> {
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    if (await focused.evaluate((element) => element.matches(':focus-visible'))) {
      const matches = await expect(focused)
        .toHaveAccessibleName(name, { timeout: 50 })
        .then(
          () => true,
          () => false,
        )
      if (matches) return
    }
  }
  throw new Error(`Tab does not lead to ${String(name)}`)
}

/** The ring around what has the focus, or whatever else sets it apart from itself without it. */
async function focusIsSeen(page: Page): Promise<void> {
  const differs = await page.locator(':focus').evaluate(async (element) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const look = () => {
      const around = element.closest('.MuiInputBase-root') ?? element
      return [around, ...around.querySelectorAll('fieldset, .MuiTouchRipple-root')]
        .map((one) => {
          const { outline, boxShadow, backgroundColor, borderColor, borderWidth } = getComputedStyle(one)
          return [outline, boxShadow, backgroundColor, borderColor, borderWidth, one.childElementCount].join()
        })
        .join(';')
    }
    const focused = look()
    ;(element as HTMLElement).blur()
    await drawn()
    const without = look()
    ;(element as HTMLElement).focus()
    await drawn()
    return focused !== without
  })
  expect(differs).toBe(true)
}

test('from the sign-in to a dialog and back without a mouse', async ({ page }) => {
  await page.goto('/login')
  await tabTo(page, 'Email')
  await focusIsSeen(page)
  await page.keyboard.type('admin@shala.test')
  await tabTo(page, 'Password')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  // The first press of Tab on a page offers the way past the menu.
  await page.goto('/users')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Skip/)
  await expect(page.locator(':focus')).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').evaluate((element) => element.closest('main') !== null)).toBe(true)

  // The menu is links, one after another.
  await page.goto('/users')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await tabTo(page, 'Students')
  await focusIsSeen(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/students$/)

  // The table is one stop; arrows go about in it, Enter goes to what a cell holds.
  await page.goto('/users')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible()
  await tabTo(page, /Search/)
  await page.keyboard.type('a')
  const grid = page.getByRole('grid')
  await expect(grid).toBeVisible()
  for (
    let pressed = 0;
    pressed < 20 && !(await grid.evaluate((element) => element.contains(document.activeElement)));
    pressed += 1
  )
    await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).toHaveRole('gridcell')
  const before = await page.locator(':focus').getAttribute('data-field')
  await page.keyboard.press('ArrowRight')
  expect(await page.locator(':focus').getAttribute('data-field')).not.toBe(before)

  // A dialog keeps the focus until it is closed, and gives it back to what has opened it.
  const edit = page.getByRole('button', { name: /^Edit / }).first()
  await edit.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let pressed = 0; pressed < 25; pressed += 1) {
    await page.keyboard.press(pressed % 5 === 4 ? 'Shift+Tab' : 'Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
})

test('a family pays without a mouse', async ({ page }) => {
  const school = await addPayingSchool(`Keys ${Date.now()}`, [{ name: 'Asha Patil', phone: '9822000201' }])
  await page.goto(`/onlinefees/${school.tokens.get('9822000201')}`)
  await expect(heading(page)).toBeVisible()
  if ((await payButton(page).count()) === 0) {
    await tabTo(page, /Asha Patil/)
    await focusIsSeen(page)
    await page.keyboard.press('Enter')
  }
  await expect(payButton(page)).toBeVisible()
  await tabTo(page, /^Name/)
  await focusIsSeen(page)
  await page.keyboard.type('Sunil Patil')
  await tabTo(page, /^Phone/)
  await page.keyboard.type('9822012345')
  await tabTo(page, /^E-mail/)
  await page.keyboard.type('sunil@family.test')
  await tabTo(page, /^Pay ₹/)
  await focusIsSeen(page)
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/\/onlinefees\//)
  await expect(page.getByRole('heading').first()).toBeVisible()
})
