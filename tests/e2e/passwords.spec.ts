import { type Browser, expect, test } from '@playwright/test'
import { account, fillFirst, logout, mailTo, newUser, signIn, withPage } from './signIn.ts'

/** Has the office make a one-time code for a user. */
async function handedCode(browser: Browser, email: string): Promise<string> {
  let code = ''
  await withPage(browser, async (office) => {
    await signIn(office)
    await office.goto('/users')
    await office.getByRole('searchbox', { name: 'Search' }).fill(email)
    await office
      .getByRole('row')
      .filter({ hasText: email })
      .getByRole('button', { name: /^Edit User/ })
      .click()
    await office.getByRole('button', { name: 'Make a one-time code' }).click()
    const dialog = office.getByRole('dialog', { name: 'One-time code' })
    await dialog.getByRole('button', { name: 'Make code' }).click()
    code = await dialog.getByLabel('The code').innerText()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(office.getByText(code)).toHaveCount(0)
  })
  return code
}

test.describe('a forgotten password', () => {
  test('is replaced by the link of a real mail, which works once', async ({ page, browser }) => {
    const user = await newUser()
    await signIn(page, user.email, user.phone, true)

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
      await expect(account(elsewhere)).toBeVisible()
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
  test('opens nothing but choosing one, with a code that the office hands out', async ({ page, browser }) => {
    const user = await newUser()
    await page.goto('/login')
    await fillFirst(page, user.email, user.phone)
    await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
    await expect(account(page)).toBeHidden()
    await page.getByLabel('New Password').fill('my own password')
    await page.getByLabel('Confirm Password').fill('my own password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Type the code')).toBeVisible()
    const code = await handedCode(browser, user.email)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    await page.getByLabel('One-time code').fill(code)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(account(page)).toBeVisible()
    await logout(page)
    await fillFirst(page, user.email, user.phone)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await fillFirst(page, user.email, code)
    await expect(page.getByText('it was used or is too old. Ask your school for another.')).toBeVisible()
    await fillFirst(page, user.email, 'my own password')
    await expect(account(page)).toBeVisible()
  })

  test('asks for another code where the one that opened the page has become invalid, and keeps what was typed', async ({
    page,
    browser,
  }) => {
    const user = await newUser()
    const code = await handedCode(browser, user.email)
    await page.goto('/login')
    await fillFirst(page, user.email, code)
    await expect(page.getByLabel('New Password')).toBeVisible()
    await expect(page.getByLabel('One-time code')).toHaveCount(0)
    await withPage(browser, async (elsewhere) => {
      await elsewhere.goto('/login')
      await fillFirst(elsewhere, user.email, code)
      await expect(elsewhere.getByLabel('New Password')).toBeVisible()
      const set = page.getByRole('button', { name: 'Set password' })
      await page.getByLabel('New Password').fill('my own password')
      await page.getByLabel('Confirm Password').fill('my own password')
      await set.click()
      await expect(page.getByText('The code that you signed in with is not valid any more. Type a new one.')).toBeVisible()
      await expect(page.getByLabel('One-time code')).toBeVisible()
      await expect(page.getByLabel('New Password')).toHaveValue('my own password')

      await elsewhere.getByLabel('New Password').fill('the password of elsewhere')
      await elsewhere.getByLabel('Confirm Password').fill('the password of elsewhere')
      await elsewhere.getByRole('button', { name: 'Set password' }).click()
      await expect(account(elsewhere)).toBeVisible()
      await page.getByLabel('One-time code').fill('2222-2222')
      await set.click()
      await expect(
        page.getByText('You are signed out. Sign in again; if a password was chosen on another device, use that one.'),
      ).toBeVisible()
    })
  })
})
