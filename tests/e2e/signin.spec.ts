import { gzipSync } from 'node:zlib'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { fromNow, secondsFromNow } from '../moments.ts'
import { expectAccessible } from './accessibility.ts'
import { demoPassword } from './demoPassword.ts'
import {
  accountButton,
  addTestUser,
  adminTokens,
  executeAsAdmin,
  logout,
  readStorage,
  signIn,
  submitSignIn,
  tokenKeyPattern,
} from './signIn.ts'
import { test } from './test.ts'

test.describe('the sign-in page', () => {
  test('is shown at every address with its fields and links, and has no serious accessibility violation', async ({ page }) => {
    for (const path of ['/', '/login', '/users', '/anything/else']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    }
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Remember me')).not.toBeChecked()
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password')
    await expect(page.getByRole('link', { name: 'Not a customer yet?' })).toHaveAttribute('href', '/not-a-customer')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of ['/', '/forgot-password', '/reset-password?token=x', '/not-a-customer']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page, `${path}, ${colorScheme}`)
      }
    }
  })

  test('fits a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    for (const path of ['/', '/forgot-password', '/reset-password?token=x', '/not-a-customer']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    }
  })

  test('loads less than 150 KB of JavaScript', async ({ page }) => {
    const sizes = new Map<string, number>()
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.endsWith('.js') || pathname === '/sw.js') return
      sizes.set(response.url(), gzipSync(await response.body()).length)
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByLabel('Email')).toBeVisible()
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    expect(sizes.size).toBeGreaterThan(0)
    expect(total).toBeLessThan(150_000)
  })

  test('checks the e-mail address and the password field before it calls the server', async ({ page }) => {
    let isServerCalled = false
    page.on('request', (request) => {
      if (request.url().includes('/auth/sign-in')) isServerCalled = true
    })
    await page.goto('/')
    await submitSignIn(page, 'not an email', 'whatever')
    await expect(page.getByText('Please enter a valid email')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Email')).toBeFocused()
    await submitSignIn(page, 'someone@signin.test', '')
    await expect(page.getByText('Required')).toBeVisible()
    expect(isServerCalled).toBe(false)
  })

  test('marks the fields after a wrong password, with a message at the bottom left', async ({ page }) => {
    await page.goto('/')
    await submitSignIn(page, 'nobody@signin.test', 'wrong password')
    const message = page.getByText('Invalid email or password')
    await expect(message).toBeVisible()
    for (const name of ['Email', 'Password'])
      await expect(page.getByLabel(name, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    const box = await message.boundingBox()
    const size = page.viewportSize()
    expect(box?.x).toBeLessThan(200)
    expect(box?.y).toBeGreaterThan((size?.height ?? 0) - 120)
    await page.getByLabel('Email').fill('somebody@signin.test')
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'false')
  })

  for (const [name, response, message] of [
    [
      'that an e-mail address is not confirmed',
      { status: 403, json: { code: 'EMAIL_NOT_VERIFIED', message: 'x' } },
      'Please confirm your email address',
    ],
    [
      'the message of the sign-in service',
      { status: 429, json: { message: 'Too many requests. Please try again later.' } },
      'Too many requests. Please try again later.',
    ],
    ['an unexpected error of the server', { status: 500, body: 'oops' }, 'An unexpected error occurred'],
  ] as const)
    test(`shows ${name}`, async ({ page }) => {
      await page.route('**/auth/sign-in/email', (route) => route.fulfill(response))
      await page.goto('/')
      await submitSignIn(page, 'someone@signin.test', 'some password')
      await expect(page.getByText(message)).toBeVisible()
    })

  test('shows an unexpected error without a connection', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill('someone@signin.test')
    await page.waitForLoadState('networkidle')
    await page.route('**/auth/**', (route) => route.abort())
    await submitSignIn(page, 'someone@signin.test', 'some password')
    await expect(page.getByText('An unexpected error occurred')).toBeVisible()
    expect((await readStorage(page)).rememberMe).toBeNull()
  })
})

test.describe('Remember me', () => {
  test('off stores the tokens for this tab; another tab gets its own while the browser is open', async ({ page, context }) => {
    await signIn(page)
    const stored = await readStorage(page)
    expect(stored.rememberMe).toBe('false')
    expect(stored.local.filter((key) => tokenKeyPattern.test(key))).toEqual([])
    expect(stored.session.filter((key) => tokenKeyPattern.test(key))).toHaveLength(1)
    const otherTab = await context.newPage()
    await otherTab.goto('/')
    await expect(accountButton(otherTab)).toBeVisible()
    await page.reload()
    await expect(accountButton(page)).toBeVisible()
  })

  test('on stores the tokens permanently, and nothing else of the sign-in', async ({ page, browser }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    const stored = await readStorage(page)
    expect(stored.rememberMe).toBe('true')
    expect(stored.local.filter((key) => key.startsWith('oidc.'))).toHaveLength(1)
    expect(stored.session.filter((key) => key.startsWith('oidc.'))).toEqual([])
    // As after closing and opening the browser: no session cookies, but the storage.
    const storageState = await page.context().storageState()
    const context = await browser.newContext({
      baseURL: process.env.E2E_URL ?? '',
      storageState: { ...storageState, cookies: [] },
    })
    const reopenedPage = await context.newPage()
    await reopenedPage.goto('/')
    await expect(accountButton(reopenedPage)).toBeVisible()
    await context.close()
  })

  test('entries of a former identity provider are removed at the start', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => {
      localStorage.setItem('nhostRefreshToken', 'old')
      sessionStorage.setItem('firebase:authUser:x', 'old')
      localStorage.setItem('somethingElse', 'stays')
    })
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    const { local, session } = await readStorage(page)
    expect([...local, ...session]).toEqual(['somethingElse'])
  })
})

/** Signs in as the admin, and freezes the tab: it gets no events of the storage, and no answer. */
async function freeze(page: Page, remember = true): Promise<void> {
  await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true))
  await signIn(page, 'admin@shala.test', demoPassword, remember)
  await expect(accountButton(page)).toBeVisible()
  await page.route('**/*', (route) => route.abort())
}

/** Lets a frozen tab go on. Its first answer is that nobody is signed in any more: the poll of the viewer. */
async function thaw(page: Page): Promise<void> {
  let answered = false
  await page.unroute('**/*')
  await page.route('**/graphql', async (route) => {
    if (answered) return route.continue()
    if (!route.request().postData()?.includes('query Viewer')) return route.abort()
    const response = await route.fetch()
    expect(await response.json()).toEqual({ data: { viewer: null } })
    answered = true
    return route.fulfill({ response })
  })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Signs the admin out in a second tab, and the teacher in. Returns the tab. */
async function signInAsTeacherElsewhere(context: BrowserContext, remember = true): Promise<Page> {
  const otherTab = await context.newPage()
  await otherTab.goto('/')
  await logout(otherTab)
  await expect(otherTab.getByLabel('Email')).toBeVisible()
  await signIn(otherTab, 'teacher@shala.test', demoPassword, remember)
  await expect(accountButton(otherTab)).toBeVisible()
  return otherTab
}

test.describe('a session', () => {
  test('is redirected from /login to the start page', async ({ page }) => {
    await signIn(page)
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/login')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('without a role in its claims is signed out', async ({ page }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as { profile: Record<string, unknown> }
      delete user.profile.role
      localStorage.setItem(key, JSON.stringify(user))
    })
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect((await readStorage(page)).local.filter((key) => tokenKeyPattern.test(key))).toEqual([])
  })

  test('is renewed when the access token expires, once for two tabs', async ({ page, context }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    const renewals: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/oauth2/token') && request.postData()?.includes('refresh_token')) renewals.push(request.url())
    })
    await page.evaluate((expiresAt) => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number }
      user.expires_at = expiresAt
      localStorage.setItem(key, JSON.stringify(user))
    }, secondsFromNow(-5))
    const otherTab = await context.newPage()
    await Promise.all([page.reload(), otherTab.goto('/')])
    for (const tab of [page, otherTab]) await expect(accountButton(tab)).toBeVisible()
    expect(renewals).toHaveLength(1)
  })

  test('of a frozen tab continues as the other person who signed in meanwhile', async ({ page, context }) => {
    await page.clock.install()
    await freeze(page)
    const otherTab = await signInAsTeacherElsewhere(context)
    await page.unroute('**/*')
    // Moves the clocks of both tabs, which renew their tokens.
    await page.clock.fastForward('09:50')
    await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()
    await expect(accountButton(otherTab)).toBeVisible()
  })

  for (const remember of [true, false])
    test(`of the person who signed in meanwhile goes on when a frozen tab asks with ended tokens, Remember me ${remember ? 'on' : 'off'}`, async ({
      page,
      context,
    }) => {
      await freeze(page, remember)
      const otherTab = await signInAsTeacherElsewhere(context, remember)
      await thaw(page)
      await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
      await otherTab.reload()
      await expect(accountButton(otherTab)).toBeVisible()
    })

  test('survives a sign-in service that does not answer', async ({ page }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await expect(accountButton(page)).toBeVisible()
    await page.route('**/auth/**', (route) => route.abort())
    await page.reload()
    await expect(accountButton(page)).toBeVisible()
    // The session continues even after the stored tokens were lost.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      localStorage.removeItem(key)
    })
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.unroute('**/auth/**')
    await page.reload()
    await expect(accountButton(page)).toBeVisible()
  })

  for (const [name, hours] of [
    ['fast', 5],
    ['slow', -5],
  ] as const)
    test(`works with a clock that is five hours ${name}`, async ({ page }) => {
      await page.clock.install({ time: fromNow(hours * 3_600_000) })
      let tokenRequests = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/oauth2/token')) tokenRequests += 1
      })
      await signIn(page)
      await expect(accountButton(page)).toBeVisible()
      await page.reload()
      await expect(accountButton(page)).toBeVisible()
      expect(tokenRequests).toBe(1)
    })

  test('ends in every tab at Logout, which removes the tokens and the list of students and opens /', async ({
    page,
    context,
  }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    const otherTab = await context.newPage()
    await otherTab.goto('/dashboard')
    await expect(accountButton(otherTab)).toBeVisible()
    await page.evaluate(() => localStorage.setItem('students', '[]'))
    await logout(page)
    for (const tab of [page, otherTab]) {
      await expect(tab.getByLabel('Email')).toBeVisible()
      await expect(tab).toHaveURL(/\/$/)
    }
    const stored = await readStorage(page)
    expect(stored.rememberMe).toBeNull()
    expect([...stored.local, ...stored.session].filter((key) => tokenKeyPattern.test(key) || key === 'students')).toEqual([])
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    // A sign-in in one tab also signs in the other tab, in which nobody is signed in.
    await submitSignIn(page, 'fees@shala.test', demoPassword)
    for (const tab of [page, otherTab]) await expect(accountButton(tab)).toBeVisible()
  })

  test('that cannot be ended at the sign-in service clears all storage, and is ended there later', async ({ page }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await page.evaluate(() => sessionStorage.setItem('anything', 'at all'))
    await page.route('**/auth/end-sessions', (route) => route.abort())
    await logout(page)
    await expect(page.getByLabel('Email')).toBeVisible()
    const { session, local } = await readStorage(page)
    expect(session).toEqual([])
    expect(local.filter((key) => key !== 'signOutPending')).toEqual([])
    await page.unroute('**/auth/end-sessions')
    const endSessions = page.waitForResponse('**/auth/end-sessions')
    await page.reload()
    expect((await endSessions).ok()).toBe(true)
    await expect(page.getByLabel('Email')).toBeVisible()
    expect((await page.context().cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
  })

  test('of a disabled user ends by itself', async ({ page }) => {
    const user = await addTestUser()
    await signIn(page, user.email, user.phone)
    await expect(accountButton(page)).toBeVisible()
    await executeAsAdmin(
      'mutation Off($schoolId: ID!, $input: UserDisabled!) { setUserDisabled(schoolId: $schoolId, input: $input) { id } }',
      {
        id: user.id,
        disabled: true,
      },
    )
    // The page polls by itself.
    await expect(page.getByLabel('Email')).toBeVisible()
    await submitSignIn(page, user.email, user.phone)
    await expect(page.getByText('This account is disabled. Please ask your school.')).toBeVisible()
  })
})

test.describe('another sign-in service', () => {
  // The test answers for its pages and tokens. Requests to it would violate the security policy of an installation
  // without it.
  test.use({ bypassCSP: true })

  test('signs a user in, and the claims come from our own record', async ({ page }) => {
    const { accessToken } = await adminTokens()
    const issuer = 'https://id.signin.test'
    const json = (body: unknown) => ({ json: body, headers: { 'access-control-allow-origin': '*' } })
    const idToken = (claims: object) =>
      ['{}', JSON.stringify(claims), ''].map((part) => Buffer.from(part).toString('base64url')).join('.')
    let authorization = new URLSearchParams()
    await page.route('**/auth/.well-known/openid-configuration', (route) =>
      route.fulfill(
        json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          end_session_endpoint: `${issuer}/end`,
        }),
      ),
    )
    await page.route(`${issuer}/authorize?**`, (route) => {
      authorization = new URL(route.request().url()).searchParams
      const back = `${authorization.get('redirect_uri')}?code=one&state=${authorization.get('state')}`
      return route.fulfill({ status: 302, headers: { location: back } })
    })
    await page.route(`${issuer}/token`, (route) =>
      route.fulfill(
        json({
          access_token: accessToken,
          id_token: idToken({ iss: issuer, sub: 'their subject', aud: 'web' }),
          token_type: 'Bearer',
          expires_in: 600,
        }),
      ),
    )
    await page.route('**/auth/claims', (route) => {
      expect(route.request().headers().authorization).toBe(`Bearer ${accessToken}`)
      return route.fulfill(json({ sub: 'our subject', role: 'ADMIN', schoolId: '1' }))
    })
    await page.route(`${issuer}/end?**`, (route) => route.fulfill({ body: 'Signed out there.' }))

    await page.goto('/users')
    await expect(page.getByLabel('Email')).toBeHidden()
    await page.getByLabel('Remember me').check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(accountButton(page)).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(Object.fromEntries(authorization)).toMatchObject({
      client_id: 'web',
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    await page.reload()
    await expect(accountButton(page)).toBeVisible()
    await logout(page)
    await expect(page.getByText('Signed out there.')).toBeVisible()
  })
})

test('another host name of the server redirects to the configured address', async ({ page }) => {
  const url = new URL(process.env.E2E_URL ?? '')
  await page.goto(`http://127.0.0.1:${url.port}/login`)
  await expect(page).toHaveURL(`${url.origin}/login`)
  await expect(page.getByLabel('Email')).toBeVisible()
})
