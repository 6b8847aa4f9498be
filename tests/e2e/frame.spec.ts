import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { accessible } from './ownSchool.ts'

const notAuthorized = 'Looks Like You Are Not Authorized To View This Area'
type DemoRole = 'superadmin' | 'admin' | 'fees' | 'teacher' | 'attendant' | 'student'

/** What a browser has kept of each role's sign-in. */
const kept = new Map<DemoRole, Awaited<ReturnType<BrowserContext['storageState']>>>()

/**
 * Signs in to the demo; asked for a password of one's own, puts it off. The first time through the form, after that as a browser does
 * that still has its cookie: a new page gets its tokens from the service.
 */
async function signIn(page: Page, role: DemoRole, to = '/') {
  const context = page.context()
  const state = kept.get(role)
  if (state) {
    await context.setStorageState(state)
    await page.goto(to)
    await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
    return
  }
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(`${role}@shala.test`)
  await page.getByLabel('Password', { exact: true }).fill('9876543210')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible()
  // A school that a super administrator chooses later is that test's own.
  kept.set(role, await context.storageState())
  if (to !== '/') await page.goto(to)
}

/** Goes to another address without a reload, as a link or the way back does. */
const walkTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test.describe('where people land', () => {
  for (const [role, path, heading] of [
    ['superadmin', '/schools', null],
    ['admin', '/dashboard', 'Dashboard'],
    ['fees', '/dashboard', 'Dashboard'],
    ['attendant', '/dashboard', 'Dashboard'],
    ['teacher', '/teacher', 'Classes'],
    ['student', '/studentLectures', 'Lectures'],
  ] as const) {
    test(`${role} lands on ${path}, and /login leads there again`, async ({ page }) => {
      await signIn(page, role)
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      if (heading) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await page.goto('/login')
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    })
  }

  test('a lecture that is not live leads back', async ({ page }) => {
    await signIn(page, 'teacher', '/teacherLive')
    await expect(page).toHaveURL(/\/teacher$/)
    await expect(page.getByText(/students?$/).first()).toBeVisible()
  })

  test('a super administrator sees a teacher’s page too, with every section', async ({ page }) => {
    await signIn(page, 'superadmin')
    await page.getByRole('list', { name: 'Schools' }).getByRole('button', { name: 'Gurukul Vidyalaya' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/teacher')
    for (const section of ['1-A', '10-B']) await expect(page.getByRole('checkbox', { name: section, exact: true })).toBeVisible()
  })

  test('who has no menu and may find no student is offered no search', async ({ page }) => {
    await signIn(page, 'student')
    await expect(page.getByRole('heading', { level: 1, name: 'Lectures' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Find/ })).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find a screen or a student' })).toHaveCount(0)
  })

  test('a student sees that no lecture is live', async ({ page }) => {
    await signIn(page, 'student', '/studentLive')
    await expect(page).toHaveURL(/\/studentLectures$/)
    await expect(page.getByText('No Lectures Are Live')).toBeVisible()
  })
})

test('a refused field that takes the focus is not hidden below the top bar', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await signIn(page, 'admin', '/students?tab=add')
  await page.getByRole('button', { name: 'Add Student' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toBeFocused()
  await expect.poll(async () => (await name.boundingBox())?.y ?? 0).toBeGreaterThan(72)
})

test.describe('the school a super administrator works in', () => {
  test('none is chosen at first: every address shows the schools; one that is chosen stays chosen, tab by tab', async ({
    page,
  }) => {
    await signIn(page, 'superadmin')
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

    // The tokens go with the tab; another tab of the same browser gets them from the service.
    const other = await page.context().newPage()
    await other.goto('/')
    await expect(other.getByRole('banner')).toContainText(first)
    await other.goto('/schools')
    await other.getByRole('button', { name: second }).click()
    await expect(other.getByRole('banner')).toContainText(second)
    await page.reload()
    await expect(page.getByRole('banner')).toContainText(first)
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  })
})

test.describe('what stands around a screen', () => {
  test('the bar names the school and its current term; the term that is looked at is shown apart, with the way back', async ({
    page,
  }) => {
    await signIn(page, 'admin')
    await expect(page.getByRole('banner')).toContainText(/^.+ - Current Term: \d{4}-\d{2}/)
    const selector = page.getByRole('combobox', { name: 'Term shown' })
    await expect(selector).toHaveAccessibleDescription('Students, classes, reports and fees')
    await expect(selector).toHaveText(/ \(current\)$/)
    const current = (await selector.textContent())?.replace(' (current)', '')
    await selector.click()
    const other = page
      .getByRole('option')
      .filter({ hasNotText: current ?? '' })
      .first()
    const name = (await other.textContent()) ?? ''
    await other.click()
    await expect(selector).toHaveText(name)
    await expect(page.getByRole('banner')).toContainText(`Current Term: ${current}`)
    await page.reload()
    await expect(selector).toHaveText(name)
    // While it is not the current one, it is visibly another, on a phone too, and the way back is one tap.
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(page.getByRole('status').filter({ hasText: `You see ${name}` })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await accessible(page)
    await page.getByRole('button', { name: `Back to ${current}` }).click()
    await expect(page.getByRole('status').filter({ hasText: 'You see' })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(selector).toHaveText(`${current} (current)`)
    await expect(page.getByRole('contentinfo')).toContainText('Copyright ©')
  })

  test('each role has its own menu', async ({ page, browser }) => {
    await signIn(page, 'admin')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Schools' })).toBeHidden()
    expect((await page.locator('.MuiDrawer-paper').boundingBox())?.width).toBe(240)
    for (const role of ['teacher', 'student', 'fees'] as const) {
      const other = await browser.newPage()
      await signIn(other, role)
      await expect(other.getByRole('link', { name: 'Users' })).toBeHidden()
      await expect(other.getByRole('link', { name: 'Dashboard' })).toBeVisible({ visible: role === 'fees' })
      await expect(other.getByRole('combobox', { name: 'Term shown' })).toBeVisible({ visible: role !== 'student' })
      await other.close()
    }
  })

  test('an area of others says so, an address that leads nowhere too', async ({ page }) => {
    await signIn(page, 'teacher', '/users')
    await expect(page.getByText(notAuthorized)).toBeVisible()
    for (const path of ['/dashboard', '/schools', '/settings', '/fees', '/promotions', '/lcidcard', '/studentLectures']) {
      await walkTo(page, '/teacher')
      await expect(page.getByText(notAuthorized)).toBeHidden()
      await walkTo(page, path)
      await expect(page.getByText(notAuthorized)).toBeVisible()
    }
    await page.goto('/no-such-page')
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL(/\/teacher$/)
  })

  test('light, dark or as the system is remembered', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await signIn(page, 'admin')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.getByRole('button', { name: /^Colours: as the system/ }).click()
    await page.getByRole('button', { name: /^Colours: light/ }).click()
    await expect.poll(ground).not.toBe(light)
    await page.reload()
    await expect(page.getByRole('button', { name: /^Colours: dark/ })).toBeVisible()
    await expect.poll(ground).not.toBe(light)
    await page.getByRole('button', { name: /^Colours: dark/ }).click()
    await expect.poll(ground).toBe(light)
  })

  test('Ctrl-K finds a screen from the keyboard alone', async ({ page }) => {
    await signIn(page, 'admin')
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Find a screen or a student' })
    await expect(box).toBeFocused()
    await page.keyboard.type('teachers acc')
    await expect(page.getByRole('option', { name: 'Users' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/users$/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('qqqq')
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(box).toBeHidden()
  })

  test('on a phone the menu is a sheet from below, and nothing is wider than the screen', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, 'admin')
    await page.getByRole('button', { name: 'Open the menu' }).click()
    const sheet = page.locator('.MuiDrawer-paper')
    await expect(sheet.getByRole('combobox', { name: 'Term shown' })).toBeVisible()
    // It slides in.
    const bottom = async () => {
      const box = await sheet.boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0))
    }
    await expect.poll(bottom).toBe(740)
    await sheet.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  // Each screen has its own test, and `npm run accessibility` sees all of them in both.
  test('nothing serious stands in anybody’s way, light or dark', async ({ page }) => {
    await signIn(page, 'admin', '/users')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await accessible(page, colorScheme)
    }
  })
})

test.describe('when something fails', () => {
  test('a screen whose code is gone after an update offers to reload', async ({ page }) => {
    await signIn(page, 'admin')
    await page.route('**/assets/UsersScreen-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('This part of the page could not be loaded.', { exact: false })).toBeVisible()
    await page.unroute('**/assets/UsersScreen-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  })

  test('without a connection a list says so and can be asked for again', async ({ page }) => {
    await signIn(page, 'admin')
    // What the dashboard still asks for must not answer for the list.
    await page.waitForLoadState('networkidle')
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('link', { name: 'Users' }).click()
    await expect(page.getByText('Network request failed')).toBeVisible()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  test('what nobody expected is one sentence with its number', async ({ page }) => {
    await signIn(page, 'admin')
    // What the dashboard still asks for must not answer for the list.
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
    proxy = await versioned(() => version)
    address = `http://localhost:${(proxy.address() as AddressInfo).port}`
  })
  test.afterAll(() => new Promise((resolve) => proxy.close(resolve)))

  test.use({ serviceWorkers: 'allow' })

  test('is told of; LATER dismisses it, UPDATE takes it over and reloads once', async ({ page }) => {
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

/** The product behind an address of its own, whose service worker changes with the version. */
async function versioned(version: () => number): Promise<Server> {
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
      // The sign-in service must call itself by this address, or the page goes to the one it names.
      const own = `http://${request.headers.host}`
      if (request.url === '/sw.js') response.end(`${body.toString()}\n// version ${version()}`)
      else if (request.url?.startsWith('/auth/')) response.end(body.toString().replaceAll(target, own))
      else response.end(body)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return server
}
