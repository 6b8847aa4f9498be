import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { addAttendanceSchool, type AttendanceSchool, pageOf, phone, pupils } from './attendanceSchool.ts'
import { launchOptions } from './browser.ts'
import { recordCard } from './cardVideo.ts'
import { accessible, fitsPhone } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

const folder = temporaryFolder('gate')
const video = join(folder, 'card.y4m')
const onCamera = pupils[0]
let school: AttendanceSchool
let camera: Browser
let guard: Page
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Gate School ${Date.now().toString(36)}`, { qrcode: true, rfid: true })
  const { qrSheet } = await school.ask<{ qrSheet: { name: string; qrcode: string }[] }>(
    'query Sheet($schoolId: ID!, $input: QrSheetView!) { qrSheet(schoolId: $schoolId, input: $input) { name qrcode } }',
    { termId: school.termId },
  )
  await recordCard(video, qrSheet.find(({ name }) => name === onCamera)?.qrcode ?? '')
  const options = await launchOptions()
  camera = await chromium.launch({
    ...options,
    args: [
      ...(options.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  guard = await pageOf(camera, school, 'guard', { ...phone, permissions: ['camera'] })
  head = await pageOf(browser, school, 'head')
})

test.afterAll(async () => {
  await head.context().close()
  await camera.close()
  rmSync(folder, { recursive: true, force: true })
})

const answer = (page: Page) => page.getByRole('status', { name: 'Last scan' })
const board = (page: Page) => page.getByRole('region', { name: 'Today at the gate' })

/** The card of the pupil with this place in the list, as a reader at the keyboard types it. */
function cardOf(place: number): string {
  return `000${school.id}2${String(place).padStart(3, '0')}`
}

/** A reader types a card much faster than a person, and ends with Enter. */
async function read(page: Page, code: string): Promise<void> {
  await page.evaluate((keys) => {
    const press = (key: string) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    for (const key of keys) press(key)
    press('Enter')
  }, code.split(''))
}

test('an attendant finds the gate where she lands, and her phone’s camera reads a card', async () => {
  await expect(guard).toHaveURL(/\/dashboard$/)
  await expect(guard.getByRole('link', { name: 'Take Attendance' })).toBeVisible()
  await accessible(guard)
  await guard.getByRole('link', { name: 'Gate' }).tap()
  await expect(answer(guard)).toContainText('Scan a card')
  await guard.getByRole('button', { name: 'Start the camera' }).tap()
  await expect(answer(guard)).toContainText('IN', { timeout: 20_000 })
  await expect(answer(guard)).toContainText(onCamera)
  await expect(answer(guard)).toContainText('7-B')
  await expect(board(guard)).toContainText('1 inside')
  await expect(board(guard).getByRole('listitem').first()).toContainText(onCamera)
})

test('the same card a moment later is told apart, and not stored', async () => {
  // The recording begins anew.
  await expect(answer(guard)).toContainText('Scanned already', { timeout: 20_000 })
  await expect(answer(guard)).toContainText(`${onCamera} was scanned at`)
  await guard.getByRole('button', { name: 'Stop the camera' }).tap()
  await expect(board(guard)).toContainText('1 in · 0 out today')
  expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await accessible(guard)
})

test('a reader that types needs no click: in, out, a card nobody has', async () => {
  await read(guard, cardOf(3))
  await expect(answer(guard)).toContainText(pupils[3])
  await expect(answer(guard)).toContainText('IN')
  await guard.getByRole('button', { name: 'Out', exact: true }).tap()
  await read(guard, cardOf(4))
  await expect(answer(guard)).toContainText(pupils[4])
  await expect(answer(guard)).toContainText('OUT')
  await read(guard, '99999999')
  await expect(answer(guard)).toContainText('Unknown card')
  await accessible(guard)
  await expect(board(guard)).toContainText('2 in · 1 out today')
  await expect(board(guard)).toContainText('2 inside')

  // A person's keys are none.
  await guard.getByRole('button', { name: 'Both', exact: true }).tap()
  await guard.keyboard.type('12345678', { delay: 120 })
  await guard.keyboard.press('Enter')
  await expect(answer(guard)).toContainText('Unknown card')
})

test('without a connection scans are kept, and sent when it is back', async () => {
  await guard.context().setOffline(true)
  await read(guard, cardOf(5))
  await expect(answer(guard)).toContainText('Kept')
  await read(guard, cardOf(6))
  await expect(guard.getByRole('banner')).toContainText('2 scans waiting')
  await accessible(guard)
  await guard.context().setOffline(false)
  await expect(guard.getByRole('banner')).not.toContainText('waiting', { timeout: 20_000 })
  await expect(board(guard)).toContainText('4 in · 1 out today')
  // Both were made in the same second: which comes first is the line's.
  for (const place of [5, 6] as const) await expect(board(guard).getByRole('list')).toContainText(pupils[place])
})

test('who came in at the gate is said on the register', async () => {
  await guard.goto('/attendance?tab=take')
  await guard.getByRole('listitem').filter({ hasText: '7-B' }).getByRole('link').tap()
  await expect(guard.getByRole('button', { name: new RegExp(onCamera) }).first()).toContainText(/in \d\d:\d\d/)
})

test('a reader of its own gets a key, which is shown once and works until it is revoked', async () => {
  await head.goto('/gate?tab=devices')
  await expect(head.getByText('No devices yet')).toBeVisible()
  await head.getByRole('button', { name: 'Add Device' }).first().click()
  const dialog = head.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Main gate')
  await dialog.getByRole('button', { name: 'Add Device' }).click()
  await expect(dialog).toContainText('This key is shown only once')
  await accessible(head)
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  await dialog.getByRole('button', { name: 'I have saved the key' }).click()
  await expect(head.getByRole('row', { name: /Main gate/ })).toContainText('never')
  await fitsPhone(head)

  const send = () =>
    head.request.post('/gate/scans', {
      headers: { authorization: `Bearer ${key}` },
      data: {
        sentAt: new Date().toISOString(),
        scans: [{ id: crypto.randomUUID(), code: cardOf(7), at: new Date().toISOString(), means: 'RFID' }],
      },
    })
  expect((await send()).status()).toBe(200)
  await head.goto('/gate')
  await expect(board(head).getByRole('listitem').first()).toContainText('Main gate')
  await head.getByRole('tab', { name: 'Devices' }).click()
  await head.getByRole('button', { name: /^Revoke the key/ }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
  await expect(head.getByText('No devices yet')).toBeVisible()
  expect((await send()).status()).toBe(401)
})

test('the page may use the camera, and no code but our own', async () => {
  const headers = (await head.request.get('/gate')).headers()
  expect(headers['permissions-policy']).toContain('camera=(self)')
  expect(headers['content-security-policy']).not.toContain('unsafe-eval')
})
