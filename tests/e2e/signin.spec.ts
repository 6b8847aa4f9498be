import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { adminTokens, asAdmin, demoPassword, fill, account, logout, newUser, signIn, storedIn, tokensKey } from './signIn.ts'
import { accessible } from './ownSchool.ts'

test.describe('the sign-in page', () => {
  test('stands at every address, has its fields and links, and nothing serious against it', async ({ page }) => {
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
        await accessible(page, `${path}, ${colorScheme}`)
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

  test('comes with less than 150 KB of JavaScript', async ({ page }) => {
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

  test('checks the pattern of the e-mail and asks for a password before it asks the server', async ({ page }) => {
    let asked = false
    page.on('request', (request) => {
      if (request.url().includes('/auth/sign-in')) asked = true
    })
    await page.goto('/')
    await fill(page, 'not an email', 'whatever')
    await expect(page.getByText('Please enter a valid email')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Email')).toBeFocused()
    await fill(page, 'someone@signin.test', '')
    await expect(page.getByText('Required')).toBeVisible()
    expect(asked).toBe(false)
  })

  test('turns the fields red for a wrong password and says so at the bottom left', async ({ page }) => {
    await page.goto('/')
    await fill(page, 'nobody@signin.test', 'wrong password')
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

  for (const [name, answer, words] of [
    [
      'an e-mail that is not confirmed',
      { status: 403, json: { code: 'EMAIL_NOT_VERIFIED', message: 'x' } },
      'Please confirm your email address',
    ],
    [
      'the words of the service',
      { status: 429, json: { message: 'Too many requests. Please try again later.' } },
      'Too many requests. Please try again later.',
    ],
    ['an error of the server', { status: 500, body: 'oops' }, 'An unexpected error occurred'],
  ] as const)
    test(`shows ${name}`, async ({ page }) => {
      await page.route('**/auth/sign-in/email', (route) => route.fulfill(answer))
      await page.goto('/')
      await fill(page, 'someone@signin.test', 'some password')
      await expect(page.getByText(words)).toBeVisible()
    })

  test('says that something unexpected happened when there is no connection', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill('someone@signin.test')
    await page.waitForLoadState('networkidle')
    await page.route('**/auth/**', (route) => route.abort())
    await fill(page, 'someone@signin.test', 'some password')
    await expect(page.getByText('An unexpected error occurred')).toBeVisible()
    expect((await storedIn(page)).rememberMe).toBeNull()
  })
})

test.describe('Remember me', () => {
  test('off keeps the tokens for this tab; another tab signs itself in while the browser is open', async ({ page, context }) => {
    await signIn(page)
    const stored = await storedIn(page)
    expect(stored.rememberMe).toBe('false')
    expect(stored.local.filter((key) => tokensKey.test(key))).toEqual([])
    expect(stored.session.filter((key) => tokensKey.test(key))).toHaveLength(1)
    const other = await context.newPage()
    await other.goto('/')
    await expect(account(other)).toBeVisible()
    await page.reload()
    await expect(account(page)).toBeVisible()
  })

  test('on keeps them for good, with nothing else of the sign-in left behind', async ({ page, browser }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    const stored = await storedIn(page)
    expect(stored.rememberMe).toBe('true')
    expect(stored.local.filter((key) => key.startsWith('oidc.'))).toHaveLength(1)
    expect(stored.session.filter((key) => key.startsWith('oidc.'))).toEqual([])
    // The browser is closed and opened again: its session cookies are gone, the storage stays.
    const kept = await page.context().storageState()
    const context = await browser.newContext({
      baseURL: process.env.E2E_URL ?? '',
      storageState: { ...kept, cookies: [] },
    })
    const again = await context.newPage()
    await again.goto('/')
    await expect(account(again)).toBeVisible()
    await context.close()
  })

  test('old entries of a former identity provider are cleared at start', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => {
      localStorage.setItem('nhostRefreshToken', 'old')
      sessionStorage.setItem('firebase:authUser:x', 'old')
      localStorage.setItem('somethingElse', 'stays')
    })
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    const { local, session } = await storedIn(page)
    expect([...local, ...session]).toEqual(['somethingElse'])
  })
})

test.describe('a session', () => {
  test('leads from /login to the start page, and stays on the page that was asked for', async ({ page }) => {
    await signIn(page)
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/login')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('without the role in its claims is signed out', async ({ page }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as { profile: Record<string, unknown> }
      delete user.profile.role
      localStorage.setItem(key, JSON.stringify(user))
    })
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    expect((await storedIn(page)).local.filter((key) => tokensKey.test(key))).toEqual([])
  })

  test('is renewed when the access token ends, once for two tabs', async ({ page, context }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    const renewals: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/oauth2/token') && request.postData()?.includes('refresh_token')) renewals.push(request.url())
    })
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number }
      user.expires_at = Math.floor(Date.now() / 1000) - 5
      localStorage.setItem(key, JSON.stringify(user))
    })
    const other = await context.newPage()
    await Promise.all([page.reload(), other.goto('/')])
    for (const tab of [page, other]) await expect(account(tab)).toBeVisible()
    expect(renewals).toHaveLength(1)
  })

  test('that slept while somebody else signed in here goes on as nobody but that person', async ({ page, context }) => {
    // A tab that is frozen hears of nothing, and its timers come late.
    await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true))
    await page.clock.install()
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await expect(account(page)).toBeVisible()
    await page.route('**/*', (route) => route.abort())
    const other = await context.newPage()
    await other.goto('/')
    await logout(other)
    await expect(other.getByLabel('Email')).toBeVisible()
    await signIn(other, 'teacher@shala.test', demoPassword, true)
    await expect(account(other)).toBeVisible()
    await page.unroute('**/*')
    await page.clock.fastForward('09:50')
    await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()
  })

  test('outlives a sign-in service that does not answer', async ({ page }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await expect(account(page)).toBeVisible()
    await page.route('**/auth/**', (route) => route.abort())
    await page.reload()
    await expect(account(page)).toBeVisible()
    // Nor does it end when there is nothing left to show.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      localStorage.removeItem(key)
    })
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    await page.unroute('**/auth/**')
    await page.reload()
    await expect(account(page)).toBeVisible()
  })

  for (const [name, hours] of [
    ['fast', 5],
    ['slow', -5],
  ] as const)
    test(`does not mind a clock that is five hours ${name}`, async ({ page }) => {
      await page.clock.install({ time: Date.now() + hours * 3_600_000 })
      let asked = 0
      page.on('request', (request) => {
        if (request.url().endsWith('/oauth2/token')) asked += 1
      })
      await signIn(page)
      await expect(account(page)).toBeVisible()
      await page.reload()
      await expect(account(page)).toBeVisible()
      expect(asked).toBe(1)
    })

  test('ends in every tab with Logout, which forgets the tokens and the list of students and goes to /', async ({
    page,
    context,
  }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(account(other)).toBeVisible()
    await page.evaluate(() => localStorage.setItem('students', '[]'))
    await logout(page)
    for (const tab of [page, other]) {
      await expect(tab.getByLabel('Email')).toBeVisible()
      await expect(tab).toHaveURL(/\/$/)
    }
    const stored = await storedIn(page)
    expect(stored.rememberMe).toBeNull()
    expect([...stored.local, ...stored.session].filter((key) => tokensKey.test(key) || key === 'students')).toEqual([])
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    // A sign-in in one tab is taken over by the other, in which nobody is signed in.
    await fill(page, 'fees@shala.test', demoPassword)
    for (const tab of [page, other]) await expect(account(tab)).toBeVisible()
  })

  test('that cannot be ended at the service clears all storage, and is ended there later', async ({ page }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await page.evaluate(() => sessionStorage.setItem('anything', 'at all'))
    await page.route('**/auth/end-sessions', (route) => route.abort())
    await logout(page)
    await expect(page.getByLabel('Email')).toBeVisible()
    const { session, local } = await storedIn(page)
    expect(session).toEqual([])
    expect(local.filter((key) => key !== 'signOutPending')).toEqual([])
    await page.unroute('**/auth/end-sessions')
    const told = page.waitForResponse('**/auth/end-sessions')
    await page.reload()
    expect((await told).ok()).toBe(true)
    await expect(page.getByLabel('Email')).toBeVisible()
    expect((await page.context().cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
  })

  test('of a user who is disabled is over within seconds', async ({ page }) => {
    const user = await newUser()
    await signIn(page, user.email, user.phone)
    await expect(account(page)).toBeVisible()
    await asAdmin(
      'mutation Off($schoolId: ID!, $input: UserDisabled!) { setUserDisabled(schoolId: $schoolId, input: $input) { id } }',
      {
        id: user.id,
        disabled: true,
      },
    )
    // Nobody touches the page: it asks by itself.
    await expect(page.getByLabel('Email')).toBeVisible({ timeout: 9000 })
    await fill(page, user.email, user.phone)
    await expect(page.getByText('This account is disabled. Please ask your school.')).toBeVisible()
  })
})

test.describe('another sign-in service', () => {
  // Its pages and its tokens are stood in for here; the requests to it would break the policy of an installation without it.
  test.use({ bypassCSP: true })

  test('is left for and come back from, and says who it is by our own record', async ({ page }) => {
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
    await expect(account(page)).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard$/)
    expect(Object.fromEntries(authorization)).toMatchObject({
      client_id: 'web',
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    await page.reload()
    await expect(account(page)).toBeVisible()
    await logout(page)
    await expect(page.getByText('Signed out there.')).toBeVisible()
  })
})

test('an address of the same server under another name leads to the right one', async ({ page }) => {
  const url = new URL(process.env.E2E_URL ?? '')
  await page.goto(`http://127.0.0.1:${url.port}/login`)
  await expect(page).toHaveURL(`${url.origin}/login`)
  await expect(page.getByLabel('Email')).toBeVisible()
})
