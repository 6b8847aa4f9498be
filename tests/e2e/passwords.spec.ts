import { expect, type Page, test } from '@playwright/test'
import { fill, account, logout, mailTo, newUser, signIn, withPage } from './signIn.ts'

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
    await expect(account(page)).toBeVisible()
    await expect(prompt(page)).toBeHidden()
    await logout(page)
    await fill(page, user.email, user.phone)
    await expect(page.getByText('Invalid email or password')).toBeVisible()
    await fill(page, user.email, 'my own password')
    await expect(account(page)).toBeVisible()
  })

  test('Later is for good on this browser, but for one sign-in with the default phone', async ({ page }) => {
    for (const phone of ['9812345678', '1234567890']) {
      const user = await newUser({ phone })
      await signIn(page, user.email, user.phone)
      await page.getByRole('button', { name: 'Later' }).click()
      await expect(prompt(page)).toBeHidden()
      await page.reload()
      await expect(account(page)).toBeVisible()
      await expect(prompt(page)).toBeHidden()
      await logout(page)
      await expect(page.getByLabel('Email')).toBeVisible()
      await fill(page, user.email, user.phone)
      if (phone === '1234567890') await page.getByRole('button', { name: 'Later' }).click()
      await expect(account(page)).toBeVisible()
      await expect(prompt(page)).toBeHidden()
      await logout(page)
      await expect(page.getByLabel('Email')).toBeVisible()
    }
  })
})
