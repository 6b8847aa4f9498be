import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { childAddress, fits, heading, payButton } from './familyPages.ts'
import { addPayingSchool, type PayingSchool } from './payingSchool.ts'
import { accessible } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 640 } })

const family = { name: 'Asha Patil', phone: '9800000001' }
const ended = { name: 'Rohan Kale', phone: '9800000002' }
let school: PayingSchool

test.beforeAll(async () => {
  school = await addPayingSchool(`Links ${Date.now().toString(36)}`, [family, ended])
})

const token = (phone: string) => school.tokens.get(phone) ?? ''

test.describe('what does not work says so', () => {
  const noLink = 'This link is no longer valid. Please ask the school for a new one.'

  test('ids of others, unknown links and revoked ones are answered alike', async ({ page }) => {
    const foreign = [
      childAddress(school, ended, { studentId: school.studentIds.get(family.name) ?? '' }),
      childAddress(school, ended, { schoolId: '1' }),
      childAddress(school, ended, { termId: '1' }),
      `/onlinefees/${token(ended.phone).slice(0, -1)}${token(ended.phone).endsWith('A') ? 'B' : 'A'}`,
      '/onlinefees/guess',
      '/onlinefees/..%2f..%2fgraphql',
    ]
    for (const address of foreign) {
      await page.goto(address)
      await expect(page.getByText(noLink)).toBeVisible()
      await expect(page.getByText(family.name)).toHaveCount(0)
      await expect(page.getByRole('button')).toHaveCount(0)
    }
    await page.goto(childAddress(school, ended))
    await expect(heading(page)).toHaveText(ended.name)
    const { guardianLinks } = await school.ask<{ guardianLinks: { rows: { id: string; phone: string }[] } }>(
      'query Links($schoolId: ID!, $input: GuardianLinksView!) { guardianLinks(schoolId: $schoolId, input: $input) { rows { id phone } } }',
      { schoolId: school.id, input: { termId: school.termId, search: ended.phone, pageSize: 100 } },
    )
    await school.ask(
      'mutation End($schoolId: ID!, $input: LinkChoice!) { revokeGuardianLink(schoolId: $schoolId, input: $input) }',
      {
        schoolId: school.id,
        input: { id: guardianLinks.rows.find(({ phone }) => phone === ended.phone)?.id },
      },
    )
    await page.reload()
    await expect(page.getByText(noLink)).toBeVisible()
    await accessible(page)
    await fits(page)
  })

  test('no connection, and it comes back', async ({ page, context }) => {
    await page.route('**/graphql', (route) => route.abort())
    await page.goto(`/onlinefees/${token(family.phone)}`)
    await expect(page.getByText('Please check that your phone is online')).toBeVisible()
    await accessible(page)
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: family.name })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: family.name }).click()
    await expect(heading(page)).toHaveText(family.name)
  })

  test('a server that cannot answer', async ({ page }) => {
    await page.route('**/graphql', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }))
    await page.goto(`/onlinefees/${token(family.phone)}`)
    await expect(page.getByText('Please try again in a few minutes.')).toBeVisible()
  })

  test('the results without an order are the specification’s words, and a success claims nothing', async ({ page }) => {
    const words = {
      success: 'This address names no payment',
      failure: 'The collection of the fees failed.',
      cancel: 'The payment was cancelled by the user.',
      mismatch: 'Money may have arrived at the school, and the school is looking at it.',
      E500: 'The payment gateway reported an error: E500.',
    }
    for (const [result, text] of Object.entries(words)) {
      await page.goto(`/verifyonlinefees?result=${result}`)
      await expect(page.getByText(text)).toBeVisible()
      await expect(page.getByRole('link')).toHaveCount(0)
    }
    await page.goto('/verifyonlinefees?result=success&order=forged')
    await expect(heading(page)).toHaveText('This payment is not known here')
  })

  test('a school that has switched online fees off', async ({ page }) => {
    const switchTo = (onlineFees: boolean) =>
      school.ask(
        'mutation Set($input: SchoolUpdate!, $schoolId: ID!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
        {
          schoolId: school.id,
          input: { onlineFees },
        },
      )
    await page.goto(childAddress(school, family))
    await expect(payButton(page)).toBeVisible()
    await switchTo(false)
    await expect(async () => {
      await page.goto(childAddress(school, family))
      await expect(page.getByText('does not take fees online now. Please pay at the school.')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(payButton(page)).toHaveCount(0)
    await expect(page.getByText('Tuition').first()).toBeVisible()
    await switchTo(true)
  })
})

test('odd addresses are refused and break nothing', async ({ request }) => {
  expect((await request.get('/onlinefees/receipts/1?order=a&order=b')).status()).toBe(404)
  expect((await request.get('/1-23456789AB', { maxRedirects: 0 })).status()).toBe(200)
  const form = { txnid: '1Z0000000000000000', status: 'success', hash: 'x' }
  const back = await request.post('/onlinefees/verifyPayment', { form, maxRedirects: 0 })
  expect([back.status(), back.headers().location]).toEqual([303, '/verifyonlinefees?result=mismatch'])
  expect(await (await request.post('/onlinefees/webhook', { data: form })).json()).toEqual({ ok: true })
})

test('the page is small, private, and quick on a slow line', async ({ page, request }) => {
  const answer = await request.get(`/onlinefees/${token(family.phone)}`)
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-robots-tag': 'noindex, nofollow',
  })
  const scripts = new Map<string, number>()
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.set(response.url(), gzipSync(await response.body()).length)
  })
  await page.goto(childAddress(school, family), { waitUntil: 'networkidle' })
  await expect(payButton(page)).toBeVisible()
  const size = [...scripts.values()].reduce((sum, one) => sum + one, 0)
  expect(scripts.size).toBeGreaterThan(0)
  expect(size).toBeLessThan(100_000)

  const slow = await page
    .context()
    .browser()
    ?.newContext({ baseURL: process.env.E2E_URL ?? '', viewport: { width: 360, height: 640 } })
  const phone = await slow?.newPage()
  if (!slow || !phone) throw new Error('There is no browser.')
  const line = await slow.newCDPSession(phone)
  await line.send('Network.enable')
  // Chrome's Slow 3G, and a processor a quarter as fast as this one.
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const begun = Date.now()
  await phone.goto(childAddress(school, family), { waitUntil: 'commit' })
  await expect(payButton(phone)).toBeEnabled({ timeout: 30_000 })
  const usable = Date.now() - begun
  test.info().annotations.push({ type: 'measured', description: `${size} bytes of JavaScript, usable after ${usable} ms` })
  process.stdout.write(
    `The family page: ${Math.round(size / 100) / 10} KB of JavaScript gzipped, usable after ${usable} ms on slow 3G.\n`,
  )
  expect(usable).toBeLessThan(15_000)
  await slow.close()
})
