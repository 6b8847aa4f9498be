import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { accountButton, signIn } from './signIn.ts'
import { test } from './test.ts'

const notAuthorizedText = 'Looks Like You Are Not Authorized To View This Area'
type DemoRole = 'superadmin' | 'admin' | 'fees' | 'teacher' | 'attendant' | 'student'

/** Cookies and storage of each role after its first sign-in. */
const storageStates = new Map<DemoRole, Awaited<ReturnType<BrowserContext['storageState']>>>()

/**
 * Signs in to the demo school. The first time it uses the form. After that it restores the cookies, with which a new
 * page gets its tokens from the sign-in service.
 */
async function signInAs(page: Page, role: DemoRole, path = '/') {
  const context = page.context()
  const state = storageStates.get(role)
  if (state) {
    await context.setStorageState(state)
    await page.goto(path)
    await expect(accountButton(page)).toBeVisible()
    return
  }
  await signIn(page, `${role}@shala.test`)
  await expect(accountButton(page)).toBeVisible()
  // Stored before a super administrator chooses a school, which is the test's own.
  storageStates.set(role, await context.storageState())
  if (path !== '/') await page.goto(path)
}

/** Goes to another address without a reload, as a link or the back button does. */
const navigateWithoutReload = (page: Page, path: string) =>
  page.evaluate((target) => {
    history.pushState(null, '', target)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test.describe('the start page', () => {
  for (const [role, path, heading] of [
    ['superadmin', '/schools', null],
    ['admin', '/dashboard', 'Dashboard'],
    ['fees', '/dashboard', 'Dashboard'],
    ['attendant', '/dashboard', 'Dashboard'],
    ['teacher', '/teacher', 'Classes'],
    ['student', '/studentLectures', 'Lectures'],
  ] as const) {
    test(`of ${role} is ${path}, and /login redirects there`, async ({ page }) => {
      await signInAs(page, role)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.goto('/login')
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    })
  }

  test('replaces the live page of a teacher without a live lecture', async ({ page }) => {
    await signInAs(page, 'teacher', '/teacherLive')
    await expect(page).toHaveURL(/\/teacher$/)
    await expect(page.getByText(/students?$/).first()).toBeVisible()
  })

  test('of a teacher shows every section to a super administrator', async ({ page }) => {
    await signInAs(page, 'superadmin')
    await page.getByRole('list', { name: 'Schools' }).getByRole('button', { name: 'Gurukul Vidyalaya' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/teacher')
    for (const section of ['1-A', '10-B']) await expect(page.getByRole('checkbox', { name: section, exact: true })).toBeVisible()
  })

  test('of a student has no search', async ({ page }) => {
    await signInAs(page, 'student')
    await expect(page.getByRole('heading', { level: 1, name: 'Lectures' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Find/ })).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find a screen or a student' })).toHaveCount(0)
  })

  test('of a student says that no lecture is live', async ({ page }) => {
    await signInAs(page, 'student', '/studentLive')
    await expect(page).toHaveURL(/\/studentLectures$/)
    await expect(page.getByText('No Lectures Are Live')).toBeVisible()
  })
})

test('an invalid field that gets the focus is not hidden below the top bar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await signInAs(page, 'admin', '/students?tab=add')
  await page.getByRole('button', { name: 'Add Student' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await expect.poll(async () => (await name.boundingBox())?.y ?? 0).toBeGreaterThan(72)
})

test.describe('the active school of a super administrator', () => {
  test('is none at first, when every address shows the schools, and then is kept by each tab', async ({ page }) => {
    await signInAs(page, 'superadmin')
    const search = page.getByRole('searchbox', { name: 'Search schools' })
    for (const path of ['/users', '/dashboard', '/no-such-page']) {
      await page.goto(path)
      await expect(search).toBeVisible()
    }
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link')).toHaveText(['Schools'])

    const [first, second] = ['Gurukul Vidyalaya', 'Sahyadri Junior College']
    await page.getByRole('button', { name: first }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('banner')).toContainText(`${first} - Current Term: `)
    await expect(page.getByRole('link', { name: 'Schools' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('banner')).toContainText(first)

    // Tokens are stored by tab; another tab of the browser gets its own from the sign-in service.
    const otherTab = await page.context().newPage()
    await otherTab.goto('/')
    await expect(otherTab.getByRole('banner')).toContainText(first)
    await otherTab.goto('/schools')
    await otherTab.getByRole('button', { name: second }).click()
    await expect(otherTab.getByRole('banner')).toContainText(second)
    await page.reload()
    await expect(page.getByRole('banner')).toContainText(first)
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

test.describe('the frame of a screen', () => {
  test('shows the school and its current term, and a looked-at term with a button back', async ({ page }) => {
    await signInAs(page, 'admin')
    await expect(page.getByRole('banner')).toContainText(/^.+ - Current Term: \d{4}-\d{2}/)
    const selector = page.getByRole('combobox', { name: 'Term shown' })
    await expect(selector).toHaveAccessibleDescription('Students, classes, reports and fees')
    const shownTerm = () => selector.locator('option:checked').textContent()
    expect(await shownTerm()).toMatch(/ \(current\)$/)
    const currentTerm = (await shownTerm())?.replace(' (current)', '')
    const otherTerm = selector
      .locator('option')
      .filter({ hasNotText: currentTerm ?? '' })
      .first()
    const otherTermName = (await otherTerm.textContent()) ?? ''
    await selector.selectOption({ label: otherTermName })
    await expect.poll(shownTerm).toBe(otherTermName)
    await expect(page.getByRole('banner')).toContainText(`Current Term: ${currentTerm}`)
    await page.reload()
    await expect.poll(shownTerm).toBe(otherTermName)
    // A banner says that another term is shown, on a phone too, and its button returns to the current one.
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByRole('status').filter({ hasText: `You see ${otherTermName}` })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectAccessible(page)
    await page.getByRole('button', { name: `Back to ${currentTerm}` }).click()
    await expect(page.getByRole('status').filter({ hasText: 'You see' })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await shownTerm()).toBe(`${currentTerm} (current)`)
    await expect(page.getByRole('contentinfo')).toContainText('Copyright ©')
  })

  test('has a menu for each role', async ({ page, browser }) => {
    await signInAs(page, 'admin')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Schools' })).toBeHidden()
    expect((await menu.locator('..').boundingBox())?.width).toBe(240)
    for (const role of ['teacher', 'student', 'fees'] as const) {
      const otherPage = await browser.newPage()
      await signInAs(otherPage, role)
      await expect(otherPage.getByRole('link', { name: 'Users' })).toBeHidden()
      await expect(otherPage.getByRole('link', { name: 'Dashboard' })).toBeVisible({ visible: role === 'fees' })
      await expect(otherPage.getByRole('combobox', { name: 'Term shown' })).toBeVisible({ visible: role !== 'student' })
      await otherPage.close()
    }
  })

  test('refuses the screens of other roles, and an unknown address', async ({ page }) => {
    await signInAs(page, 'teacher', '/users')
    await expect(page.getByText(notAuthorizedText)).toBeVisible()
    for (const path of ['/dashboard', '/schools', '/settings', '/fees', '/promotions', '/lcidcard', '/studentLectures']) {
      await navigateWithoutReload(page, '/teacher')
      await expect(page.getByText(notAuthorizedText)).toBeHidden()
      await navigateWithoutReload(page, path)
      await expect(page.getByText(notAuthorizedText)).toBeVisible()
    }
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL(/\/teacher$/)
  })

  test('remembers light, dark or the system’s colours', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await signInAs(page, 'admin')
    const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await readBackground()
    await page.getByRole('button', { name: /^Colours: as the system/ }).click()
    await page.getByRole('button', { name: /^Colours: light/ }).click()
    await expect.poll(readBackground).not.toBe(light)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Colours: dark/ })).toBeVisible()
    await expect.poll(readBackground).not.toBe(light)
    await page.getByRole('button', { name: /^Colours: dark/ }).click()
    await expect.poll(readBackground).toBe(light)
  })

  test('finds a screen with Ctrl-K and the keyboard alone', async ({ page }) => {
    await signInAs(page, 'admin')
    await page.keyboard.press('Control+k')
    const searchBox = page.getByRole('combobox', { name: 'Find a screen or a student' })
    await expect(searchBox).toBeFocused()
    await page.keyboard.type('teachers acc')
    await expect(page.getByRole('option', { name: 'Users' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/users$/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('qqqq')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(searchBox).toBeHidden()
  })

  test('has its menu in a bottom sheet on a phone, and fits the phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signInAs(page, 'admin')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect(sheet.getByRole('combobox', { name: 'Term shown' })).toBeVisible()
    // The sheet slides in.
    const bottom = async () => {
      const box = await sheet.boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0))
    }
    await expect.poll(bottom).toBe(740)
    await sheet.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  // Each screen has its own test, and `npm run accessibility` checks all of them in both colour schemes.
  test('has no serious accessibility violation, light or dark', async ({ page }) => {
    await signInAs(page, 'admin', '/users')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, colorScheme)
    }
  })
})

test.describe('when something fails', () => {
  test('a screen whose code is missing after an update offers to reload', async ({ page }) => {
    await signInAs(page, 'admin')
    await page.waitForLoadState('networkidle')
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('This part of the page could not be loaded.', { exact: false })).toBeVisible()
    await page.unroute('**/assets/*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })

  test('a part that only adds to the page and cannot be loaded leaves the page as it is', async ({ page }) => {
    await page.route('**/assets/UpdateBanner*', (route) => route.abort())
    const lost = page.waitForEvent('requestfailed', { predicate: (request) => request.url().includes('UpdateBanner') })
    await signInAs(page, 'admin', '/users')
    await lost
    await page.getByRole('link', { name: 'Classes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
  })

  test('a list without a connection shows an error, and can be loaded again', async ({ page }) => {
    await signInAs(page, 'admin')
    // The dashboard's requests must end first, or their failure would be shown instead of the list's.
    await page.waitForLoadState('networkidle')
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('Network request failed')).toBeVisible()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  test('an unexpected error is one sentence with its id', async ({ page }) => {
    await signInAs(page, 'admin')
    // The dashboard's requests must end first, or their failure would be shown instead of the list's.
    await page.waitForLoadState('networkidle')
    await page.route('**/graphql', (route) =>
      route.fulfill({ json: { errors: [{ message: 'Something went wrong on the server.', extensions: { id: 'abc-123' } }] } }),
    )
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('Error in Apollo Action. Something went wrong on the server. (abc-123)')).toBeVisible()
  })
})

test.describe('a new version', () => {
  let proxy: Server
  let address: string
  let version = 1

  test.beforeAll(async () => {
    proxy = await startVersionedProxy(() => version)
    address = `http://localhost:${(proxy.address() as AddressInfo).port}`
  })
  test.afterAll(() => new Promise((resolve) => proxy.close(resolve)))

  test.use({ serviceWorkers: 'allow' })

  test('is announced; LATER dismisses the banner, UPDATE activates the version and reloads once', async ({ page }) => {
    await page.goto(address)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await page.reload()
    const banner = page.getByText('A new version of Shala is available.')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(banner).toBeHidden()

    version += 1
    await page.reload()
    await expect(banner).toBeVisible()
    await page.getByRole('button', { name: 'LATER' }).click()
    await expect(banner).toBeHidden()

    await page.reload()
    await expect(banner).toBeVisible()
    loads.length = 0
    await page.getByRole('button', { name: 'UPDATE' }).click()
    await expect.poll(() => loads.length).toBe(1)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(banner).toBeHidden()
    await page.waitForTimeout(1_500)
    expect(loads).toHaveLength(1)
  })
})

/** Starts a proxy of the product whose service worker changes with the version. */
async function startVersionedProxy(version: () => number): Promise<Server> {
  const target = process.env.E2E_URL ?? ''
  const server = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(new URL(request.url ?? '/', target), { headers: { accept: request.headers.accept ?? '*/*' } })
      const body = Buffer.from(await answer.arrayBuffer())
      for (const name of ['content-type', 'content-security-policy', 'cache-control']) {
        const value = answer.headers.get(name)
        if (value) response.setHeader(name, value)
      }
      response.statusCode = answer.status
      // The sign-in service's answers must name the proxy, or the page would leave it.
      const origin = `http://${request.headers.host}`
      if (request.url === '/sw.js') response.end(`${body.toString()}\n// version ${version()}`)
      else if (request.url?.startsWith('/auth/')) response.end(body.toString().replaceAll(target, origin))
      else response.end(body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return server
}
