import { type Browser, expect } from '@playwright/test'
import { accountButton, addTestUser, logout, signIn, submitFirstSignIn, waitForMail, withNewPage } from './signIn.ts'
import { test } from './test.ts'

/** Makes a one-time code for a user as the office, and returns it. */
async function makeOneTimeCode(browser: Browser, email: string): Promise<string> {
  let code = ''
  await withNewPage(browser, async (office) => {
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
  test('is replaced with the link of a mail, which works once', async ({ page, browser }) => {
    const user = await addTestUser()
    await signIn(page, user.email, user.phone, true)

    await withNewPage(browser, async (elsewhere) => {
      await elsewhere.goto('/')
      await elsewhere.getByRole('link', { name: 'Forgot password?' }).click()
      await elsewhere.getByLabel('Email').fill('not an email')
      await elsewhere.getByRole('button', { name: 'Send link' }).click()
      await expect(elsewhere.getByText('Please enter a valid email')).toBeVisible()
      await elsewhere.getByLabel('Email').fill(user.email)
      await elsewhere.getByRole('button', { name: 'Send link' }).click()
      await expect(elsewhere.getByText(`If ${user.email} has an account`)).toBeVisible()

      const mail = await waitForMail(user.email)
      expect(mail.subject).toBe('Choose a new password')
      expect(mail.text).toContain('Hello Asha Test')
      const link = /http\S+/.exec(mail.text)?.[0] ?? ''
      await elsewhere.goto(link)
      await expect(elsewhere).toHaveURL(/\/reset-password$/)
      const newPassword = elsewhere.getByLabel('New Password')
      const confirm = elsewhere.getByLabel('Confirm Password')
      const setButton = elsewhere.getByRole('button', { name: 'Set password' })
      await newPassword.fill('too short')
      await setButton.click()
      await expect(elsewhere.getByText('Password should have 10 to 64 characters.')).toBeVisible()
      await newPassword.fill('a password of mine')
      await setButton.click()
      await expect(elsewhere.getByText('Confirm Password is required')).toBeVisible()
      await confirm.fill('another password')
      await setButton.click()
      await expect(elsewhere.getByText("Passwords don't match")).toBeVisible()
      await confirm.fill('a password of mine')
      await setButton.click()
      await expect(elsewhere.getByText('Your new password is set.')).toBeVisible()

      await elsewhere.goto(link)
      await newPassword.fill('once more, please')
      await confirm.fill('once more, please')
      await setButton.click()
      await expect(elsewhere.getByText('This link has been used or is too old. Please ask for another.')).toBeVisible()
      await signIn(elsewhere, user.email, 'a password of mine')
      await expect(accountButton(elsewhere)).toBeVisible()
    })

    // A session of the old password ends when its tokens are renewed. The page may find that out by itself just now.
    await expect(async () => {
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
        const storedUser = JSON.parse(localStorage.getItem(key) ?? '{}') as { expires_at: number }
        storedUser.expires_at = 0
        localStorage.setItem(key, JSON.stringify(storedUser))
      })
      await page.reload()
    }).toPass()
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  test('shows the same answer for an e-mail address without an account', async ({ page }) => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('nobody@signin.test')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('If nobody@signin.test has an account')).toBeVisible()
  })
})

test.describe('the first password', () => {
  test('opens only the page to choose a password, which needs a one-time code from the office', async ({ page, browser }) => {
    const user = await addTestUser()
    await page.goto('/login')
    await submitFirstSignIn(page, user.email, user.phone)
    await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
    await page.goto('/users')
    await expect(page.getByRole('heading', { name: 'Choose a password of your own' })).toBeVisible()
    await expect(accountButton(page)).toBeHidden()
    await page.getByLabel('New Password').fill('my own password')
    await page.getByLabel('Confirm Password').fill('my own password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Type the code')).toBeVisible()
    const code = await makeOneTimeCode(browser, user.email)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    await page.getByLabel('One-time code').fill(code)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(accountButton(page)).toBeVisible()
    await logout(page)
    await submitFirstSignIn(page, user.email, user.phone)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await submitFirstSignIn(page, user.email, code)
    await expect(page.getByText('it was used or is too old. Ask your school for another.')).toBeVisible()
    await submitFirstSignIn(page, user.email, 'my own password')
    await expect(accountButton(page)).toBeVisible()
  })

  test('needs another code if the one of the sign-in has become invalid, and the typed password stays', async ({
    page,
    browser,
  }) => {
    const user = await addTestUser()
    const code = await makeOneTimeCode(browser, user.email)
    await page.goto('/login')
    await submitFirstSignIn(page, user.email, code)
    await expect(page.getByLabel('New Password')).toBeVisible()
    await expect(page.getByLabel('One-time code')).toHaveCount(0)
    await withNewPage(browser, async (elsewhere) => {
      await elsewhere.goto('/login')
      await submitFirstSignIn(elsewhere, user.email, code)
      await expect(elsewhere.getByLabel('New Password')).toBeVisible()
      const setButton = page.getByRole('button', { name: 'Set password' })
      await page.getByLabel('New Password').fill('my own password')
      await page.getByLabel('Confirm Password').fill('my own password')
      await setButton.click()
      await expect(page.getByText('The code that you signed in with is not valid any more. Type a new one.')).toBeVisible()
      await expect(page.getByLabel('One-time code')).toBeVisible()
      await expect(page.getByLabel('New Password')).toHaveValue('my own password')

      await elsewhere.getByLabel('New Password').fill('the password of elsewhere')
      await elsewhere.getByLabel('Confirm Password').fill('the password of elsewhere')
      await elsewhere.getByRole('button', { name: 'Set password' }).click()
      await expect(accountButton(elsewhere)).toBeVisible()
      await page.getByLabel('One-time code').fill('2222-2222')
      await setButton.click()
      await expect(
        page.getByText('You are signed out. Sign in again; if a password was chosen on another device, use that one.'),
      ).toBeVisible()
    })
  })
})
