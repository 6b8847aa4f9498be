import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import { codeExchange, passwordSignIn } from '../../scripts/codeExchange.ts'

const demoPassword = '9876543210'
const tokensKey = /^oidc\.user:/

/** A new user of the first demo school, with the phone number as password. */
async function newUser(given: { phone?: string } = {}): Promise<{ id: string; email: string; phone: string }> {
  const phone = given.phone ?? '9812345678'
  const email = `person.${Date.now()}.${Math.floor(Math.random() * 1e6)}@signin.test`
  const input = {
    name: 'Asha Test',
    email,
    phone,
    role: 'TEACHER',
    password: '',
    classIds: [],
    zoomId: '',
    zoomPassword: '',
    zoomLink: '',
  }
  const { addUser } = await asAdmin<{ addUser: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }',
    input,
  )
  return { id: addUser.id, email, phone }
}

let adminToken: Promise<string> | undefined

async function asAdmin<Data>(query: string, input: unknown): Promise<Data> {
  const url = process.env.E2E_URL ?? ''
  adminToken ??= passwordSignIn(url, { email: 'admin@shala.test', password: demoPassword }).then(
    async (cookie) => (await codeExchange(url, cookie)).accessToken,
  )
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await adminToken}` },
    body: JSON.stringify({ query, variables: { schoolId: '1', input } }),
  })
  const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] }
  if (!data || errors) throw new Error(errors?.[0]?.message ?? `the server answered ${response.status}`)
  return data
}

async function fill(page: Page, email: string, password: string, rememberMe = false): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  if (rememberMe) await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signIn(page: Page, email = 'admin@shala.test', password = demoPassword, rememberMe = false): Promise<void> {
  await page.goto('/login')
  await fill(page, email, password, rememberMe)
  await expect(page).not.toHaveURL(/\/login$/)
}

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' })

function storedIn(page: Page): Promise<{ local: string[]; session: string[]; rememberMe: string | null }> {
  return page.evaluate(() => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    rememberMe: localStorage.getItem('rememberMe'),
  }))
}

async function withPage(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await work(await context.newPage())
  await context.close()
}

async function mailTo(address: string): Promise<{ text: string; subject: string; from: string }> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  let name: string | undefined
  await expect(() => {
    name = readdirSync(folder).findLast((file) => file.includes(address))
    expect(name).toBeTruthy()
  }).toPass({ timeout: 10_000 })
  const mail = await PostalMime.parse(readFileSync(join(folder, name ?? '')))
  return { text: mail.text ?? '', subject: mail.subject ?? '', from: mail.from?.address ?? '' }
}

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
        await page.waitForTimeout(400)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
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
    await expect(logout(other)).toBeVisible()
    await page.reload()
    await expect(logout(page)).toBeVisible()
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
    await expect(logout(again)).toBeVisible()
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
    for (const tab of [page, other]) await expect(logout(tab)).toBeVisible()
    expect(renewals).toHaveLength(1)
  })

  test('ends in every tab with Logout, which forgets the tokens and the list of students and goes to /', async ({
    page,
    context,
  }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await expect(logout(other)).toBeVisible()
    await page.evaluate(() => localStorage.setItem('students', '[]'))
    await logout(page).click()
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
    for (const tab of [page, other]) await expect(logout(tab)).toBeVisible()
  })

  test('that cannot be ended at the service clears all storage, and is ended there later', async ({ page }) => {
    await signIn(page, 'admin@shala.test', demoPassword, true)
    await page.evaluate(() => sessionStorage.setItem('anything', 'at all'))
    await page.route('**/auth/sign-out', (route) => route.abort())
    await logout(page).click()
    await expect(page.getByLabel('Email')).toBeVisible()
    const { session, local } = await storedIn(page)
    expect(session).toEqual([])
    expect(local.filter((key) => key !== 'signOutPending')).toEqual([])
    await page.unroute('**/auth/sign-out')
    const told = page.waitForResponse('**/auth/sign-out')
    await page.reload()
    expect((await told).ok()).toBe(true)
    await expect(page.getByLabel('Email')).toBeVisible()
    expect((await page.context().cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
  })

  test('of a user who is disabled is over within seconds', async ({ page }) => {
    const user = await newUser()
    await signIn(page, user.email, user.phone)
    await page.getByRole('button', { name: 'Later' }).click()
    await expect(logout(page)).toBeVisible()
    await asAdmin(
      'mutation Off($schoolId: ID!, $input: UserDisabled!) { setUserDisabled(schoolId: $schoolId, input: $input) { id } }',
      {
        id: user.id,
        disabled: true,
      },
    )
    const disabledAt = Date.now()
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible({ timeout: 5000 })
    expect(Date.now() - disabledAt).toBeLessThan(5000)
    await fill(page, user.email, user.phone)
    await expect(page.getByText('This account is disabled. Please ask your school.')).toBeVisible()
  })
})

test.describe('a forgotten password', () => {
  test('is replaced by the link of a real mail, which works once', async ({ page, browser }) => {
    const user = await newUser()
    await signIn(page, user.email, user.phone, true)
    await page.getByRole('button', { name: 'Later' }).click()

    await withPage(browser, async (elsewhere) => {
      await elsewhere.goto('/')
      await elsewhere.getByRole('link', { name: 'Forgot password?' }).click()
      await elsewhere.getByLabel('Email').fill('not an email')
      await elsewhere.getByRole('button', { name: 'Send link' }).click()
      await expect(elsewhere.getByText('Please enter a valid email')).toBeVisible()
      await elsewhere.getByLabel('Email').fill(user.email)
      await elsewhere.getByRole('button', { name: 'Send link' }).click()
      await expect(elsewhere.getByText(`If ${user.email} has an account`)).toBeVisible()

      const mail = await mailTo(user.email)
      expect(mail.subject).toBe('Choose a new password')
      expect(mail.text).toContain('Hello Asha Test')
      const link = /http\S+/.exec(mail.text)?.[0] ?? ''
      await elsewhere.goto(link)
      await expect(elsewhere).toHaveURL(/\/reset-password$/)
      const newPassword = elsewhere.getByLabel('New Password')
      const confirm = elsewhere.getByLabel('Confirm Password')
      const set = elsewhere.getByRole('button', { name: 'Set password' })
      await newPassword.fill('too short')
      await set.click()
      await expect(elsewhere.getByText('Password should have 10 to 64 characters.')).toBeVisible()
      await newPassword.fill('a password of mine')
      await set.click()
      await expect(elsewhere.getByText('Confirm Password is required')).toBeVisible()
      await confirm.fill('another password')
      await set.click()
      await expect(elsewhere.getByText("Passwords don't match")).toBeVisible()
      await confirm.fill('a password of mine')
      await set.click()
      await expect(elsewhere.getByText('Your new password is set.')).toBeVisible()

      await elsewhere.goto(link)
      await newPassword.fill('once more, please')
      await confirm.fill('once more, please')
      await set.click()
      await expect(elsewhere.getByText('This link has been used or is too old. Please ask for another.')).toBeVisible()
      await signIn(elsewhere, user.email, 'a password of mine')
      await expect(logout(elsewhere)).toBeVisible()
    })

    // Whoever was signed in with the old password is out as soon as the tokens are renewed.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number }
      kept.expires_at = 0
      localStorage.setItem(key, JSON.stringify(kept))
    })
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('is answered alike for an e-mail without an account', async ({ page }) => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('nobody@signin.test')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('If nobody@signin.test has an account')).toBeVisible()
  })
})

test.describe('the first password', () => {
  const prompt = (page: Page) => page.getByRole('dialog', { name: 'Choose a password of your own' })

  test('is asked to be replaced; the new one counts at once', async ({ page }) => {
    const user = await newUser()
    await signIn(page, user.email, user.phone)
    await expect(prompt(page)).toBeVisible()
    await page.getByLabel('New Password').fill(user.phone)
    await page.getByLabel('Confirm Password').fill(user.phone)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Choose something else than your phone number.')).toBeVisible()
    await page.getByLabel('New Password').fill('my own password')
    await page.getByLabel('Confirm Password').fill('my own password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Password Was Successfully Updated!')).toBeVisible()
    await expect(prompt(page)).toBeHidden()
    await page.reload()
    await expect(logout(page)).toBeVisible()
    await expect(prompt(page)).toBeHidden()
    await logout(page).click()
    await fill(page, user.email, user.phone)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await fill(page, user.email, 'my own password')
    await expect(logout(page)).toBeVisible()
  })

  test('Later is for good on this browser, but for one sign-in with the default phone', async ({ page }) => {
    for (const phone of ['9812345678', '1234567890']) {
      const user = await newUser({ phone })
      await signIn(page, user.email, user.phone)
      await page.getByRole('button', { name: 'Later' }).click()
      await expect(prompt(page)).toBeHidden()
      await page.reload()
      await expect(logout(page)).toBeVisible()
      await expect(prompt(page)).toBeHidden()
      await logout(page).click()
      await expect(page.getByLabel('Email')).toBeVisible()
      await fill(page, user.email, user.phone)
      if (phone === '1234567890') await page.getByRole('button', { name: 'Later' }).click()
      await expect(logout(page)).toBeVisible()
      await expect(prompt(page)).toBeHidden()
      await logout(page).click()
      await expect(page.getByLabel('Email')).toBeVisible()
    }
  })
})
