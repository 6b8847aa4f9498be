import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { schoolDay } from '#shared/dates.ts'
import { asking, superadminToken } from './feeSchool.ts'
import { addOnlineSchool, type OnlineSchool, payByLink, shownBy, tokenOf } from './onlineSchool.ts'
import { accessible as accessibleNow, fitsPhone, signIn } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

let school: OnlineSchool
let ask: ReturnType<typeof asking>
/** The clerk's, and the head's. */
let page: Page
let headPage: Page
/** The token of the two Patils' link. */
let token = ''

test.beforeAll(async ({ browser }) => {
  school = await addOnlineSchool(`Online ${Date.now().toString(36)}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Rohan Patil', phone: '9800000001' },
    { name: 'Imran Shaikh', phone: '9800000002' },
    { name: 'Pooja Nene', phone: '1234567890' },
  ])
  ask = asking(await superadminToken())
  page = await open(browser, school.clerks[0])
  headPage = await open(browser, school.head)
})

test.afterAll(async () => {
  await page.context().close()
  await headPage.context().close()
})

async function open(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const opened = await context.newPage()
  await signIn(opened, email, school.password)
  await expect(opened.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return opened
}

const row = (on: Page, text: string) => on.getByRole('row').filter({ hasText: text })
/** Chooses what is done with the link of a phone. */
async function choose(on: Page, phone: string, action: string): Promise<void> {
  await row(on, phone)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await on.getByRole('menuitem', { name: action }).click()
}
/** Accessible once nothing fades any more: what is half there has no contrast. */
async function accessible(on: Page): Promise<void> {
  await on.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  await accessibleNow(on)
}
const clipboard = (on: Page) => on.evaluate(() => navigator.clipboard.readText())
const dead = 'This link is no longer valid. Please ask the school for a new one.'

/** Takes cash at the counter for a fee, as a clerk would while the payer is at the gateway. */
async function cash(name: string, fee: string, month: string | null): Promise<void> {
  const of = { termId: school.termId, studentId: school.studentIds.get(name) }
  const { feeAccount } = await ask<{
    feeAccount: { fees: { feeId: string; name: string; month: string | null; pending: number; version: string }[] }
  }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { feeId name month pending version } } }',
    { schoolId: school.id, input: of },
  )
  const fees = feeAccount.fees.filter((one) => one.name === fee && one.month === month)
  await ask(
    'mutation Take($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) { __typename } }',
    {
      schoolId: school.id,
      input: {
        ...of,
        key: randomUUID(),
        mode: 'CASH',
        collectedOn: schoolDay(new Date()),
        amount: fees[0]?.pending,
        fees: fees.map(({ feeId, version }) => ({ feeId, version })),
      },
    },
  )
}

test('links are made for a section: siblings share one, nobody gets one for the default phone', async () => {
  await page.goto('/onlinepayments?tab=links')
  await expect(page.getByText('No pay links yet')).toBeVisible()
  await page.getByRole('button', { name: 'Make links' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Make pay links' })
  await dialog.getByRole('button', { name: 'Make links' }).click()
  await expect(dialog.getByText('Choose a student')).toBeVisible()
  await dialog.getByRole('radio', { name: 'A section' }).check()
  await dialog.getByRole('combobox', { name: 'Section' }).fill('7-B')
  await page.getByRole('option', { name: '7-B' }).click()
  await dialog.getByRole('textbox', { name: 'Valid for days' }).fill('91')
  await dialog.getByRole('button', { name: 'Make links' }).click()
  await expect(dialog.getByText('From 1 to 90', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Valid for days' }).fill('30')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Make links' }).click()

  await expect(page.getByText('2 links made.')).toBeVisible()
  await expect(page.getByText('1 student without a usable phone got no link: Pooja Nene 7-B.')).toBeVisible()
  await expect(row(page, '9800000001')).toContainText('Asha Patil 7-B, Rohan Patil 7-B')
  await row(page, '9800000001')
    .getByRole('button', { name: /^Copy link/ })
    .click()
  await expect(page.getByText('Link for 9800000001 copied')).toBeVisible()
  const address = await clipboard(page)
  expect(await shownBy(address)).toBe('Asha Patil, Rohan Patil')
  token = await tokenOf(address)
  await accessible(page)
  await fitsPhone(page)

  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /as CSV/ }).click()])
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFPhone,Name,Link')
  expect(lines).toContain(`9800000001,"Asha Patil 7-B, Rohan Patil 7-B",${address}`)
})

test('a link is copied, re-issued (the old one is dead) and revoked', async () => {
  await page.getByRole('button', { name: 'All links' }).click()
  await expect(row(page, '9800000002')).toContainText('Imran Shaikh 7-B')
  await choose(page, '9800000002', 'Copy link')
  await expect(page.getByText('Link for 9800000002 copied')).toBeVisible()
  const old = await clipboard(page)

  await choose(page, '9800000002', 'Re-issue')
  await expect(page.getByRole('dialog')).toContainText('stops working at once')
  await page.getByRole('button', { name: 'Re-issue', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Pay link for 9800000002' })).toContainText(
    'The old link does not work any more.',
  )
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  await expect.poll(() => clipboard(page)).not.toBe(old)
  const fresh = await clipboard(page)
  expect(await shownBy(old)).toBe(dead)
  expect(await shownBy(fresh)).toBe('Imran Shaikh')
  await page.getByRole('button', { name: 'Close' }).click()

  await choose(page, '9800000002', 'Revoke')
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('Link for 9800000002 revoked')).toBeVisible()
  await expect(row(page, '9800000002')).toHaveCount(0)
  expect(await shownBy(fresh)).toBe(dead)
  await fitsPhone(page)
})

test('the counter gives out the link of the student who stands there', async () => {
  await page.goto(`/fees?student=${school.studentIds.get('Imran Shaikh')}&term=${school.termId}`)
  await page.getByRole('button', { name: 'Pay link' }).click()
  await expect(page.getByRole('dialog', { name: 'Pay link for 9800000002' })).toContainText(
    'the fees of every child with this phone',
  )
  // It can be sent from here too, where the school has a way; here it says why not.
  await expect(page.getByRole('radio', { name: 'SMS: No SMS template is registered' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Send by/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await shownBy(await clipboard(page))).toBe('Imran Shaikh')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.goto(`/fees?student=${school.studentIds.get('Pooja Nene')}&term=${school.termId}`)
  await page.getByRole('button', { name: 'Pay link' }).click()
  await expect(page.getByText('This student has no usable phone.')).toBeVisible()
})

test('orders stand with their states and sums; one under way is checked now and has its receipt', async () => {
  await payByLink(token, { child: 'Asha Patil', fees: ['Library'], payer: 'Sunita Paid', press: 'upi' })
  await payByLink(token, { child: 'Asha Patil', fees: ['Tuition APR'], payer: 'Sunita Failed', press: 'fail' })
  await payByLink(token, { child: 'Asha Patil', fees: ['Tuition APR'], payer: 'Sunita Left', press: 'cancel' })
  await payByLink(token, { child: 'Asha Patil', fees: ['Tuition APR'], payer: 'Sunita Lost', press: 'lost' })
  await page.goto('/onlinepayments')
  await expect(row(page, 'Sunita Paid').getByText('Paid', { exact: true })).toBeVisible()
  await expect(row(page, 'Sunita Paid')).toContainText('₹307.08')
  await expect(row(page, 'Sunita Failed').getByText('Failed', { exact: true })).toBeVisible()
  await expect(row(page, 'Sunita Left').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(row(page, 'Sunita Lost')).toContainText('Under way')
  await expect(page.getByRole('status', { name: 'Totals' })).toHaveText(/Received ₹300.00.*4 orders/)
  await accessible(page)
  await fitsPhone(page)

  await row(page, 'Sunita Lost').getByText('Sunita Lost').click()
  const dialog = page.getByRole('dialog')
  const timeline = dialog.getByRole('list', { name: 'What happened' })
  await expect(timeline).toContainText('₹1,535.40 to be paid by Sunita Lost')
  await expect(dialog).toContainText('the result is not known yet')
  await accessible(page)
  await dialog.getByRole('button', { name: 'Check with the gateway now' }).click()
  await expect(page.getByText('The gateway has the money: the fees are paid, the receipt is made.')).toBeVisible()
  await expect(timeline).toContainText('Meena Clerk asked the gateway.')
  await dialog.getByRole('link', { name: /\d{4}-\d\d\/\d+$/ }).click()
  await expect(page.getByRole('article', { name: /^Receipt / })).toContainText('₹1,500.00')

  await page.goto('/onlinepayments')
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Paid' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Name, phone or reference' }).fill('sunita lost')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('status', { name: 'Totals' })).toHaveText(/Received ₹1,500.00.*1 order$/)
})

test('money that found its fee paid is on the list: a clerk sees it and cannot settle it', async () => {
  await headPage.goto('/onlinepayments?tab=look')
  await expect(headPage.getByText('Nothing needs a look')).toBeVisible()
  for (const month of ['APR', 'MAY'])
    await payByLink(token, {
      child: 'Rohan Patil',
      fees: [`Tuition ${month}`],
      payer: `Mahesh ${month}`,
      press: 'upi',
      meanwhile: () => cash('Rohan Patil', 'Tuition', month),
    })
  await payByLink(token, { child: 'Asha Patil', fees: ['Tuition MAY'], payer: 'Sunita Other', press: 'otherAmount' })

  await page.goto('/onlinepayments?tab=look')
  const item = page.getByRole('listitem').filter({ hasText: 'Tuition (APR), which had been paid meanwhile' })
  await expect(item).toContainText('₹1,500.00 · Rohan Patil 7-B')
  await expect(item).toContainText('The office settles it')
  await expect(item.getByRole('button', { name: 'Refunded…' })).toHaveCount(0)
  await expect(item.getByRole('button', { name: 'Use for other fees…' })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'the amount differs from the order' })).toContainText('₹1,534.40')
  await accessible(page)
  await fitsPhone(page)

  await headPage.goto('/dashboard')
  const look = headPage.getByRole('link', { name: /^Online payments that need a look/ })
  await expect(look).toContainText('3')
  await look.click()
  await expect(headPage).toHaveURL(/\/onlinepayments\?tab=look$/)
})

test('the head notes a refund, and uses the rest for other fees with a receipt', async () => {
  const of = (text: string) => headPage.getByRole('listitem').filter({ hasText: text })
  await of('Tuition (APR), which had').getByRole('button', { name: 'Refunded…' }).click()
  await headPage.getByRole('button', { name: 'Note the refund' }).click()
  await expect(headPage.getByText("The refund's reference is required")).toBeVisible()
  await headPage.getByRole('textbox', { name: 'Refund Reference' }).fill('RF-77123')
  await accessible(headPage)
  await headPage.getByRole('button', { name: 'Note the refund' }).click()
  await expect(of('RF-77123')).toContainText('Refunded, reference RF-77123, by Head Office')

  await of('Tuition (MAY), which had').getByRole('button', { name: 'Use for other fees…' }).click()
  const dialog = headPage.getByRole('dialog', { name: 'Use for other fees' })
  await dialog.getByRole('checkbox', { name: 'Library' }).check()
  await expect(dialog.getByText('Choose fees of ₹1,200.00 more')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use ₹1,500.00' })).toBeDisabled()
  await accessible(headPage)
  await dialog.getByRole('checkbox', { name: 'Donation' }).check()
  await dialog.getByRole('button', { name: 'Use ₹1,500.00' }).click()
  await expect(headPage.getByText(/^Receipt .*\d made$/)).toBeVisible()
  await of('Used for other fees, receipt')
    .getByRole('link', { name: /of Rohan Patil$/ })
    .click()
  await expect(headPage.getByRole('article', { name: /^Receipt / })).toContainText('Donation')
  await expect(headPage.getByRole('article', { name: /^Receipt / })).toContainText('₹1,200.00')
})

test('an order that does not settle is explained, and checked from the list', async () => {
  const again = { child: 'Asha Patil', fees: ['Tuition MAY'], payer: 'Sunita Again', press: 'lost' } as const
  // Money of another amount arrived for this fee: it is not sold again until the office has settled that.
  await expect(payByLink(token, again)).rejects.toThrow('The school is looking at it')
  const { onlineOrdersToSettle } = await ask<{ onlineOrdersToSettle: { surplus: { id: string; payerName: string }[] } }>(
    'query Open($schoolId: ID!) { onlineOrdersToSettle(schoolId: $schoolId) { surplus { id payerName } } }',
    { schoolId: school.id },
  )
  const other = onlineOrdersToSettle.surplus.find(({ payerName }) => payerName === 'Sunita Other')
  await ask(
    'mutation Refund($schoolId: ID!, $input: SettleSurplusInput!) { settleSurplus(schoolId: $schoolId, input: $input) { id } }',
    { schoolId: school.id, input: { key: randomUUID(), id: other?.id, how: 'REFUNDED', reference: 'UTR 2' } },
  )
  await payByLink(token, again)
  const orders = headPage.waitForResponse((response) => response.request().postData()?.includes('"OnlineOrders"') ?? false)
  await headPage.goto('/onlinepayments')
  const { data: listed } = (await (await orders).json()) as { data: { onlineOrders: { rows: { state: string }[] } } }
  const underWay = listed.onlineOrders.rows.filter((order) => order.state === 'CREATED')
  // It stands here after ten minutes, which are not waited for.
  await headPage.route('**/graphql', async (route) => {
    const asked = route.request().postDataJSON() as { operationName: string }
    if (asked.operationName !== 'OnlineOrdersToSettle') return route.continue()
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { onlineOrdersToSettle: { stuck: object[] } } }
    data.onlineOrdersToSettle.stuck.push(...underWay)
    return route.fulfill({ response, json: { data } })
  })
  await headPage.goto('/onlinepayments?tab=look')
  const item = headPage.getByRole('listitem').filter({ hasText: 'Sunita Again' })
  await expect(item).toContainText('The payer went to the gateway and the result is not known yet.')
  await item.getByRole('button', { name: 'Check with the gateway now' }).click()
  await expect(headPage.getByText('The gateway has the money: the fees are paid, the receipt is made.')).toBeVisible()
  await headPage.unrouteAll({ behavior: 'ignoreErrors' })
})

test('what cannot be done is said in the specification’s words', async () => {
  await headPage.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    return ['OnlineOrders', 'GuardianLinks', 'OnlineOrdersToSettle'].includes(operationName) ? route.abort() : route.continue()
  })
  for (const tab of ['orders', 'look', 'links']) {
    await headPage.goto(`/onlinepayments?tab=${tab}`)
    await expect(headPage.getByText('Something Went Wrong. Heres the error Network request failed')).toBeVisible()
  }
  await headPage.unrouteAll({ behavior: 'ignoreErrors' })
  await headPage.goto('/onlinepayments?tab=links')
  await expect(row(headPage, '9800000001')).toBeVisible()
  await headPage.route('**/graphql', (route) => route.abort())
  await choose(headPage, '9800000001', 'Copy link')
  await expect(headPage.getByText('Action Failed. Heres the error: Network request failed')).toBeVisible()
})
