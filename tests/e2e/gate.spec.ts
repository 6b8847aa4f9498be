import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, phoneOptions, studentNames } from './attendanceSchool.ts'
import { launchBrowser } from './browser.ts'
import { writeCardVideo } from './cardVideo.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const folder = temporaryFolder('gate')
const video = join(folder, 'card.y4m')
const scannedStudent = studentNames[0]
let school: AttendanceSchool
let cameraBrowser: Browser
let guard: Page
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Gate School ${uniqueTag()}`, { qrcode: true, rfid: true })
  const { qrSheet } = await school.executeInSchool<{ qrSheet: { name: string; qrcode: string }[] }>(
    'query Sheet($schoolId: ID!, $input: QrSheetView!) { qrSheet(schoolId: $schoolId, input: $input) { name qrcode } }',
    { termId: school.termId },
  )
  await writeCardVideo(video, qrSheet.find(({ name }) => name === scannedStudent)?.qrcode ?? '')
  cameraBrowser = await launchBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${video}`,
  ])
  guard = await openStaffPage(cameraBrowser, school, 'guard', { ...phoneOptions, permissions: ['camera'] })
  head = await openStaffPage(browser, school, 'head')
})

test.afterAll(async () => {
  await head.context().close()
  await cameraBrowser.close()
  rmSync(folder, { recursive: true, force: true })
})

const lastScan = (page: Page) => page.getByRole('status', { name: 'Last scan' })
const gateBoard = (page: Page) => page.getByRole('region', { name: 'Today at the gate' })

/** Returns the card code of a student of 7-B by the place in the list, as a keyboard wedge types it. */
function cardCodeOf(index: number): string {
  return `000${school.id}2${String(index).padStart(3, '0')}`
}

/** Types a card code as a keyboard wedge does: much faster than a person, with Enter at the end. */
async function typeCard(page: Page, code: string): Promise<void> {
  await page.evaluate((keys) => {
    const press = (key: string) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      )
    for (const key of keys) press(key)
    press('Enter')
  }, code.split(''))
}

test('an attendant opens the gate from the start page, and the phone’s camera reads a card @main @gate @ATTENDANT', async () => {
  await expect(guard).toHaveURL(/\/dashboard$/)
  await expect(guard.getByRole('link', { name: 'Take Attendance' })).toBeVisible()
  await expectAccessible(guard)
  await guard.getByRole('region', { name: 'Your work' }).getByRole('link', { name: 'Gate' }).tap()
  await expect(lastScan(guard)).toContainText('Scan a card')
  await guard.getByRole('button', { name: 'Start the camera' }).tap()
  await expect(lastScan(guard)).toContainText('IN')
  await expect(lastScan(guard)).toContainText(scannedStudent)
  await expect(lastScan(guard)).toContainText('7-B')
  await expect(lastScan(guard)).toContainText('roll 1')
  await expect(gateBoard(guard)).toContainText('1 inside')
  await expect(gateBoard(guard).getByRole('listitem').first()).toContainText(scannedStudent)
})

test('the same card scanned again at once is reported, and not stored', async () => {
  // The camera recording plays again from the start.
  await expect(lastScan(guard)).toContainText('Scanned already')
  await expect(lastScan(guard)).toContainText(`${scannedStudent} was scanned at`)
  await guard.getByRole('button', { name: 'Stop the camera' }).tap()
  await expect(gateBoard(guard)).toContainText('1 in · 0 out today')
  expect(await guard.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(guard)
})

test('a keyboard wedge needs no click: it records in, out and an unknown card', async () => {
  await typeCard(guard, cardCodeOf(3))
  await expect(lastScan(guard)).toContainText(studentNames[3])
  await expect(lastScan(guard)).toContainText('IN')
  const out = guard.getByRole('button', { name: 'Out', exact: true })
  await out.tap()
  await expect(out).toHaveAttribute('aria-pressed', 'true')
  await typeCard(guard, cardCodeOf(4))
  await expect(lastScan(guard)).toContainText(studentNames[4])
  await expect(lastScan(guard)).toContainText('OUT')
  await typeCard(guard, '99999999')
  await expect(lastScan(guard)).toContainText('Unknown card')
  await expectAccessible(guard)
  await expect(gateBoard(guard)).toContainText('2 in · 1 out today')
  await expect(gateBoard(guard)).toContainText('2 inside')

  // Keys typed at a person's speed are no card.
  await guard.getByRole('button', { name: 'Both', exact: true }).tap()
  await guard.keyboard.type('12345678', { delay: 120 })
  await guard.keyboard.press('Enter')
  await expect(lastScan(guard)).toContainText('Unknown card')
})

test('scans are stored without a connection, and sent when it is back', async () => {
  await guard.context().setOffline(true)
  await typeCard(guard, cardCodeOf(5))
  await expect(lastScan(guard)).toContainText('Kept')
  await typeCard(guard, cardCodeOf(6))
  await expect(guard.getByRole('banner')).toContainText('2 scans waiting')
  await expectAccessible(guard)
  await guard.context().setOffline(false)
  await expect(guard.getByRole('banner')).not.toContainText('waiting')
  await expect(gateBoard(guard)).toContainText('4 in · 1 out today')
  // Their order is open, because both scans were made in the same second.
  for (const place of [5, 6] as const) await expect(gateBoard(guard).getByRole('list')).toContainText(studentNames[place])
})

test('the register shows who came in at the gate', async () => {
  await guard.goto('/attendance?tab=take')
  await guard.getByRole('listitem').filter({ hasText: '7-B' }).getByRole('link').tap()
  await expect(guard.getByRole('button', { name: new RegExp(scannedStudent) }).first()).toContainText(/in \d\d:\d\d/)
})

test('a gate device gets a key, which is shown once and works until it is revoked', async () => {
  await head.goto('/gate?tab=devices')
  await expect(head.getByText('No devices yet')).toBeVisible()
  await head.getByRole('button', { name: 'Add Device' }).first().click()
  const dialog = head.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Main gate')
  await dialog.getByRole('button', { name: 'Add Device' }).click()
  await expect(dialog).toContainText('This key is shown only once')
  await expectAccessible(head)
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  await dialog.getByRole('button', { name: 'I have saved the key' }).click()
  await expect(head.getByRole('row', { name: /Main gate/ })).toContainText('never')
  await expectFitsPhone(head)

  const sendScan = () =>
    head.request.post('/gate/scans', {
      headers: { authorization: `Bearer ${key}` },
      data: {
        sentAt: new Date().toISOString(),
        scans: [{ id: crypto.randomUUID(), code: cardCodeOf(7), at: new Date().toISOString(), means: 'RFID' }],
      },
    })
  expect((await sendScan()).status()).toBe(200)
  await head.goto('/gate')
  await expect(gateBoard(head).getByRole('listitem').first()).toContainText('Main gate')
  await head.getByRole('tab', { name: 'Devices' }).click()
  await head.getByRole('button', { name: /^Revoke the key/ }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
  await expect(head.getByText('No devices yet')).toBeVisible()
  expect((await sendScan()).status()).toBe(401)
})

test('the page may use the camera, and runs only its own code', async () => {
  const headers = (await head.request.get('/gate')).headers()
  expect(headers['permissions-policy']).toContain('camera=(self)')
  expect(headers['content-security-policy']).not.toContain('unsafe-eval')
})
