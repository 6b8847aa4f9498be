import { expect } from '@playwright/test'
import {
  clickNotification,
  deliverPush,
  enableNotifications,
  openPushDevice,
  readPushedNotifications,
} from './pushNotifications.ts'
import { logout, signIn } from './signIn.ts'
import { test } from './test.ts'

test('a device’s notifications survive a reload, open their link inside the product, and end at sign-out', async ({
  browser,
}) => {
  const device = await openPushDevice(browser)
  const page = await device.context.newPage()
  await signIn(page, 'teacher@shala.test')
  const bell = page.getByRole('switch', { name: 'Notify me on this device' })
  await expect(bell).not.toBeChecked()
  await enableNotifications(page)
  await expect(page.getByText('You are notified on this device')).toBeVisible()
  expect(device.endpoints).toHaveLength(1)
  await page.reload()
  await expect(bell).toBeChecked()

  const notification = await deliverPush(page, { title: 'Chat', body: 'आशा: नमस्ते', link: '/mark-attendance?x=1', tag: 'chat-7' })
  expect(notification).toEqual({ title: 'Chat', body: 'आशा: नमस्ते', link: '/mark-attendance?x=1', tag: 'chat-7' })
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await clickNotification(page, notification)
  await expect(page).toHaveURL(/\/mark-attendance\?x=1$/)
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)
  for (const [payload, link] of [
    [{ title: 'T', body: '', link: 'https://evil.test/', tag: null }, '/'],
    [{ title: 'T', body: '', link: '//evil.test/', tag: null }, '/'],
    ['no JSON', '/'],
  ] as const)
    expect((await deliverPush(page, payload)).link).toBe(link)

  await logout(page)
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('subscriptionOfTest'))).toBeNull()
  await signIn(page, 'admin@shala.test')
  await expect(bell).not.toBeChecked()
  expect(await readPushedNotifications(device)).toEqual([])
  await device.context.close()
})
