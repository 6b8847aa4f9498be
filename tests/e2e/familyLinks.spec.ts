import { gzipSync } from 'node:zlib'
import { expect } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { pageHeading, payButton, studentFeesPath } from './familyPages.ts'
import { addFamilySchool, type FamilySchool } from './familySchool.ts'
import { expectFitsAllWidths } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 640 } })

const activeFamily = { name: 'Asha Patil', phone: '9800000001' }
const revokedFamily = { name: 'Rohan Kale', phone: '9800000002' }
let school: FamilySchool

test.beforeAll(async () => {
  school = await addFamilySchool(`Links ${uniqueTag()}`, [activeFamily, revokedFamily])
})

const tokenOf = (phone: string) => school.tokens.get(phone) ?? ''

test.describe('a page that cannot be shown', () => {
  const invalidLinkText = 'This link is no longer valid. Please ask the school for a new one.'

  test('shows the same message for ids of others, unknown links and revoked links', async ({ page }) => {
    const invalidPaths = [
      studentFeesPath(school, revokedFamily, { studentId: school.studentIds.get(activeFamily.name) ?? '' }),
      studentFeesPath(school, revokedFamily, { schoolId: '1' }),
      studentFeesPath(school, revokedFamily, { termId: '1' }),
      `/onlinefees/${tokenOf(revokedFamily.phone).slice(0, -1)}${tokenOf(revokedFamily.phone).endsWith('A') ? 'B' : 'A'}`,
      '/onlinefees/guess',
      '/onlinefees/..%2f..%2fgraphql',
    ]
    for (const address of invalidPaths) {
      await page.goto(address)
      await expect(page.getByText(invalidLinkText)).toBeVisible()
      await expect(page.getByText(activeFamily.name)).toHaveCount(0)
      await expect(page.getByRole('button')).toHaveCount(0)
    }
    await page.goto(studentFeesPath(school, revokedFamily))
    await expect(pageHeading(page)).toHaveText(revokedFamily.name)
    const { guardianLinks } = await school.executeInSchool<{ guardianLinks: { rows: { id: string; phone: string }[] } }>(
      'query Links($schoolId: ID!, $input: GuardianLinksView!) { guardianLinks(schoolId: $schoolId, input: $input) { rows { id phone } } }',
      { termId: school.termId, search: revokedFamily.phone, pageSize: 100 },
    )
    await school.executeInSchool(
      'mutation End($schoolId: ID!, $input: LinkChoice!) { revokeGuardianLink(schoolId: $schoolId, input: $input) }',
      { id: guardianLinks.rows.find(({ phone }) => phone === revokedFamily.phone)?.id },
    )
    await page.reload()
    await expect(page.getByText(invalidLinkText)).toBeVisible()
    await expectAccessible(page)
    await expectFitsAllWidths(page)
  })

  test('offers another try without a connection, and works when it is back', async ({ page, context }) => {
    await page.route('**/graphql', (route) => route.abort())
    await page.goto(`/onlinefees/${tokenOf(activeFamily.phone)}`)
    await expect(page.getByText('Please check that your phone is online')).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: activeFamily.name })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: activeFamily.name }).click()
    await expect(pageHeading(page)).toHaveText(activeFamily.name)
  })

  test('asks to try later if the server cannot answer', async ({ page }) => {
    await page.route('**/graphql', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }))
    await page.goto(`/onlinefees/${tokenOf(activeFamily.phone)}`)
    await expect(page.getByText('Please try again in a few minutes.')).toBeVisible()
  })

  test('shows the specification’s messages for results without an order, and claims no success', async ({ page }) => {
    const resultTexts = {
      success: 'This address names no payment',
      failure: 'The collection of the fees failed.',
      cancel: 'The payment was cancelled by the user.',
      mismatch: 'Money may have arrived at the school, and the school is looking at it.',
      E500: 'The payment gateway reported an error: E500.',
    }
    for (const [result, text] of Object.entries(resultTexts)) {
      await page.goto(`/verifyonlinefees?result=${result}`)
      await expect(page.getByText(text)).toBeVisible()
      await expect(page.getByRole('link')).toHaveCount(0)
    }
    await page.goto('/verifyonlinefees?result=success&order=forged')
    await expect(pageHeading(page)).toHaveText('This payment is not known here')
  })

  test('asks to pay at the school if the school has disabled online fees', async ({ page }) => {
    const setOnlineFees = (onlineFees: boolean) =>
      school.executeInSchool(
        'mutation Set($input: SchoolUpdate!, $schoolId: ID!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
        { onlineFees },
      )
    await page.goto(studentFeesPath(school, activeFamily))
    await expect(payButton(page)).toBeVisible()
    await setOnlineFees(false)
    const closed = page.getByText('does not take fees online now. Please pay at the school.')
    await expect(async () => {
      await page.goto(studentFeesPath(school, activeFamily))
      await expect(closed.or(payButton(page)).first()).toBeVisible()
      expect(await closed.isVisible()).toBe(true)
    }).toPass()
    await expect(payButton(page)).toHaveCount(0)
    await expect(page.getByText('Tuition').first()).toBeVisible()
    await setOnlineFees(true)
  })
})

test('invalid addresses and callbacks are refused', async ({ request }) => {
  expect((await request.get('/onlinefees/receipts/1?order=a&order=b')).status()).toBe(404)
  expect((await request.get('/1-23456789AB', { maxRedirects: 0 })).status()).toBe(200)
  const form = { txnid: '1Z0000000000000000', status: 'success', hash: 'x' }
  const callback = await request.post('/onlinefees/verifyPayment', { form, maxRedirects: 0 })
  expect([callback.status(), callback.headers().location]).toEqual([303, '/verifyonlinefees?result=mismatch'])
  expect(await (await request.post('/onlinefees/webhook', { data: form })).json()).toEqual({ ok: true })
})

test('the family page is small and private', async ({ page, request }) => {
  const response = await request.get(`/onlinefees/${tokenOf(activeFamily.phone)}`)
  expect(response.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
  const scripts = new Map<string, number>()
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.set(response.url(), gzipSync(await response.body()).length)
  })
  await page.goto(studentFeesPath(school, activeFamily), { waitUntil: 'networkidle' })
  await expect(payButton(page)).toBeVisible()
  const scriptBytes = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  expect(scripts.size).toBeGreaterThan(0)
  expect(scriptBytes).toBeLessThan(100_000)
})
