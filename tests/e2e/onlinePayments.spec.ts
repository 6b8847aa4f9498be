import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { schoolDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import {
  addOnlinePaymentSchool,
  type OnlinePaymentSchool,
  payByLink,
  readLinkChildren,
  readLinkToken,
} from './onlinePaymentSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { choose } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: OnlinePaymentSchool
let clerkPage: Page
let headPage: Page
/** Token of the link of Asha and Rohan Patil's phone. */
let patilToken = ''

test.beforeAll(async ({ browser }) => {
  school = await addOnlinePaymentSchool(`Online ${uniqueTag()}`, [
    { name: 'Asha Patil', phone: '9800000001' },
    { name: 'Rohan Patil', phone: '9800000001' },
    { name: 'Imran Shaikh', phone: '9800000002' },
    { name: 'Pooja Nene', phone: '1234567890' },
  ])
  clerkPage = await openUserPage(browser, school.clerks[0])
  headPage = await openUserPage(browser, school.headEmail)
})

test.afterAll(async () => {
  await clerkPage.context().close()
  await headPage.context().close()
})

async function openUserPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const newPage = await context.newPage()
  await signIn(newPage, email, school.password)
  await expect(newPage.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return newPage
}

const rowWith = (target: Page, text: string) => target.getByRole('row').filter({ hasText: text })
/** Chooses an action for the link of a phone. */
async function chooseLinkAction(target: Page, phone: string, action: string): Promise<void> {
  await rowWith(target, phone)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await target.getByRole('menuitem', { name: action }).click()
}
/** Expects no serious violation once all animations have ended, because a fading element has no contrast. */
async function expectAccessibleWhenStill(target: Page): Promise<void> {
  await target.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)))
  await expectAccessible(target)
}
const readClipboard = (target: Page) => target.evaluate(() => navigator.clipboard.readText())
const invalidLinkText = 'This link is no longer valid. Please ask the school for a new one.'

/** Takes cash for a fee, as a clerk at the counter may while the payer is at the gateway. */
async function takeCash(name: string, fee: string, month: string | null): Promise<void> {
  const account = { termId: school.termId, studentId: school.studentIds.get(name) }
  const { feeAccount } = await school.executeInSchool<{
    feeAccount: { fees: { feeId: string; name: string; month: string | null; pending: number; version: string }[] }
  }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { feeId name month pending version } } }',
    account,
  )
  const fees = feeAccount.fees.filter((row) => row.name === fee && row.month === month)
  await school.executeInSchool(
    'mutation Take($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) { __typename } }',
    {
      ...account,
      key: randomUUID(),
      mode: 'CASH',
      collectedOn: schoolDay(new Date()),
      amount: fees[0]?.pending,
      fees: fees.map(({ feeId, version }) => ({ feeId, version })),
    },
  )
}

test('pay links are made for a section: siblings share one, and the default phone gets none', async () => {
  await clerkPage.goto('/onlinepayments?tab=links')
  await expect(clerkPage.getByText('No pay links yet')).toBeVisible()
  await clerkPage.getByRole('button', { name: 'Make links' }).first().click()
  const dialog = clerkPage.getByRole('dialog', { name: 'Make pay links' })
  await dialog.getByRole('button', { name: 'Make links' }).click()
  await expect(dialog.getByText('Choose a student')).toBeVisible()
  await dialog.getByRole('radio', { name: 'A section' }).check()
  await dialog.getByRole('combobox', { name: 'Section' }).fill('7-B')
  await clerkPage.getByRole('option', { name: '7-B' }).click()
  await dialog.getByRole('textbox', { name: 'Valid for days' }).fill('91')
  await dialog.getByRole('button', { name: 'Make links' }).click()
  await expect(dialog.getByText('From 1 to 90', { exact: true })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Valid for days' }).fill('30')
  await expectAccessibleWhenStill(clerkPage)
  await dialog.getByRole('button', { name: 'Make links' }).click()

  await expect(clerkPage.getByText('2 links made.')).toBeVisible()
  await expect(clerkPage.getByText('1 student without a usable phone got no link: Pooja Nene 7-B.')).toBeVisible()
  await expect(rowWith(clerkPage, '9800000001')).toContainText('Asha Patil 7-B, Rohan Patil 7-B')
  await rowWith(clerkPage, '9800000001')
    .getByRole('button', { name: /^Copy link/ })
    .click()
  await expect(clerkPage.getByText('Link for 9800000001 copied')).toBeVisible()
  const address = await readClipboard(clerkPage)
  expect(await readLinkChildren(address)).toBe('Asha Patil, Rohan Patil')
  patilToken = await readLinkToken(address)
  await expectAccessibleWhenStill(clerkPage)
  await expectFitsPhone(clerkPage)

  await clerkPage.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    clerkPage.waitForEvent('download'),
    clerkPage.getByRole('menuitem', { name: /as CSV/ }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe('\uFEFFPhone,Name,Link')
  expect(lines).toContain(`9800000001,"Asha Patil 7-B, Rohan Patil 7-B",${address}`)
})

test('a pay link is copied, re-issued, which ends the old one, and revoked', async () => {
  await clerkPage.getByRole('button', { name: 'All links' }).click()
  await expect(rowWith(clerkPage, '9800000002')).toContainText('Imran Shaikh 7-B')
  await chooseLinkAction(clerkPage, '9800000002', 'Copy link')
  await expect(clerkPage.getByText('Link for 9800000002 copied')).toBeVisible()
  const oldLink = await readClipboard(clerkPage)

  await chooseLinkAction(clerkPage, '9800000002', 'Re-issue')
  await expect(clerkPage.getByRole('dialog')).toContainText('stops working at once')
  await clerkPage.getByRole('button', { name: 'Re-issue', exact: true }).click()
  await expect(clerkPage.getByRole('dialog', { name: 'Pay link for 9800000002' })).toContainText(
    'The old link does not work any more.',
  )
  await clerkPage.getByRole('button', { name: 'Copy link', exact: true }).click()
  await expect.poll(() => readClipboard(clerkPage)).not.toBe(oldLink)
  const newLink = await readClipboard(clerkPage)
  expect(await readLinkChildren(oldLink)).toBe(invalidLinkText)
  expect(await readLinkChildren(newLink)).toBe('Imran Shaikh')
  await clerkPage.getByRole('button', { name: 'Close' }).click()

  await chooseLinkAction(clerkPage, '9800000002', 'Revoke')
  await clerkPage.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(clerkPage.getByText('Link for 9800000002 revoked')).toBeVisible()
  await expect(rowWith(clerkPage, '9800000002')).toHaveCount(0)
  expect(await readLinkChildren(newLink)).toBe(invalidLinkText)
  await expectFitsPhone(clerkPage)
})

test('the counter copies the pay link of the chosen student', async () => {
  await clerkPage.goto(`/fees?student=${school.studentIds.get('Imran Shaikh')}&term=${school.termId}`)
  await clerkPage.getByRole('button', { name: 'Pay link' }).click()
  await expect(clerkPage.getByRole('dialog', { name: 'Pay link for 9800000002' })).toContainText(
    'the fees of every child with this phone',
  )
  // The dialog can send the link too. This school has no template, and the dialog says so.
  await expect(clerkPage.getByRole('radio', { name: 'SMS: No SMS template is registered' })).toBeDisabled()
  await expect(clerkPage.getByRole('button', { name: /^Send by/ })).toHaveCount(0)
  await clerkPage.getByRole('button', { name: 'Copy link' }).click()
  await expect(clerkPage.getByText('Link copied')).toBeVisible()
  expect(await readLinkChildren(await readClipboard(clerkPage))).toBe('Imran Shaikh')
  await clerkPage.getByRole('button', { name: 'Close' }).click()
  await clerkPage.goto(`/fees?student=${school.studentIds.get('Pooja Nene')}&term=${school.termId}`)
  await clerkPage.getByRole('button', { name: 'Pay link' }).click()
  await expect(clerkPage.getByText('This student has no usable phone.')).toBeVisible()
})

test('the list shows orders with states and sums; checking an order under way makes its receipt', async () => {
  await payByLink(patilToken, { child: 'Asha Patil', fees: ['Library'], payer: 'Sunita Paid', button: 'upi' })
  await payByLink(patilToken, { child: 'Asha Patil', fees: ['Tuition APR'], payer: 'Sunita Failed', button: 'fail' })
  await payByLink(patilToken, { child: 'Asha Patil', fees: ['Tuition APR'], payer: 'Sunita Left', button: 'cancel' })
  await payByLink(patilToken, { child: 'Asha Patil', fees: ['Tuition APR'], payer: 'Sunita Lost', button: 'lost' })
  await clerkPage.goto('/onlinepayments')
  await expect(rowWith(clerkPage, 'Sunita Paid').getByText('Paid', { exact: true })).toBeVisible()
  await expect(rowWith(clerkPage, 'Sunita Paid')).toContainText('₹307.08')
  await expect(rowWith(clerkPage, 'Sunita Failed').getByText('Failed', { exact: true })).toBeVisible()
  await expect(rowWith(clerkPage, 'Sunita Left').getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(rowWith(clerkPage, 'Sunita Lost')).toContainText('Under way')
  await expect(clerkPage.getByRole('status', { name: 'Totals' })).toHaveText(/Received ₹300.00.*4 orders/)
  await expectAccessibleWhenStill(clerkPage)
  await expectFitsPhone(clerkPage)

  await rowWith(clerkPage, 'Sunita Lost').getByText('Sunita Lost').click()
  const dialog = clerkPage.getByRole('dialog')
  const timeline = dialog.getByRole('list', { name: 'What happened' })
  await expect(timeline).toContainText('₹1,535.40 to be paid by Sunita Lost')
  await expect(dialog).toContainText('the result is not known yet')
  await expectAccessibleWhenStill(clerkPage)
  await dialog.getByRole('button', { name: 'Check with the gateway now' }).click()
  await expect(clerkPage.getByText('The gateway has the money: the fees are paid, the receipt is made.')).toBeVisible()
  await expect(timeline).toContainText('Meena Clerk asked the gateway.')
  await dialog.getByRole('link', { name: /\d{4}-\d\d\/\d+$/ }).click()
  await expect(clerkPage.getByRole('article', { name: /^Receipt / })).toContainText('₹1,500.00')

  await clerkPage.goto('/onlinepayments')
  await choose(clerkPage.getByRole('combobox', { name: 'State' }), 'Paid')
  await expect(clerkPage.getByRole('row')).toHaveCount(3)
  await clerkPage.getByRole('searchbox', { name: 'Name, phone or reference' }).fill('sunita lost')
  await expect(clerkPage.getByRole('row')).toHaveCount(2)
  await expect(clerkPage.getByRole('status', { name: 'Totals' })).toHaveText(/Received ₹1,500.00.*1 order$/)
})

test('a clerk sees money for a fee that was paid meanwhile, and cannot settle it', async () => {
  await headPage.goto('/onlinepayments?tab=look')
  await expect(headPage.getByText('Nothing needs a look')).toBeVisible()
  for (const month of ['APR', 'MAY'])
    await payByLink(patilToken, {
      child: 'Rohan Patil',
      fees: [`Tuition ${month}`],
      payer: `Mahesh ${month}`,
      button: 'upi',
      meanwhile: () => takeCash('Rohan Patil', 'Tuition', month),
    })
  await payByLink(patilToken, { child: 'Asha Patil', fees: ['Tuition MAY'], payer: 'Sunita Other', button: 'otherAmount' })

  await clerkPage.goto('/onlinepayments?tab=look')
  const item = clerkPage.getByRole('listitem').filter({ hasText: 'Tuition (APR), which had been paid meanwhile' })
  await expect(item).toContainText('₹1,500.00 · Rohan Patil 7-B')
  await expect(item).toContainText('The office settles it')
  await expect(item.getByRole('button', { name: 'Refunded…' })).toHaveCount(0)
  await expect(item.getByRole('button', { name: 'Use for other fees…' })).toHaveCount(0)
  await expect(clerkPage.getByRole('listitem').filter({ hasText: 'the amount differs from the order' })).toContainText(
    '₹1,534.40',
  )
  await expectAccessibleWhenStill(clerkPage)
  await expectFitsPhone(clerkPage)

  await headPage.goto('/dashboard')
  const reviewLink = headPage.getByRole('link', { name: /^Online payments that need a look/ })
  await expect(reviewLink).toContainText('3')
  await reviewLink.click()
  await expect(headPage).toHaveURL(/\/onlinepayments\?tab=look$/)
})

test('the head records a refund, and uses other money for other fees with a receipt', async () => {
  const surplusItem = (text: string) => headPage.getByRole('listitem').filter({ hasText: text })
  await surplusItem('Tuition (APR), which had').getByRole('button', { name: 'Refunded…' }).click()
  await headPage.getByRole('button', { name: 'Note the refund' }).click()
  await expect(headPage.getByText("The refund's reference is required")).toBeVisible()
  await headPage.getByRole('textbox', { name: 'Refund Reference' }).fill('RF-77123')
  await expectAccessibleWhenStill(headPage)
  await headPage.getByRole('button', { name: 'Note the refund' }).click()
  await expect(surplusItem('RF-77123')).toContainText('Refunded, reference RF-77123, by Head Office')

  await surplusItem('Tuition (MAY), which had').getByRole('button', { name: 'Use for other fees…' }).click()
  const dialog = headPage.getByRole('dialog', { name: 'Use for other fees' })
  await dialog.getByRole('checkbox', { name: 'Library' }).check()
  await expect(dialog.getByText('Choose fees of ₹1,200.00 more')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use ₹1,500.00' })).toBeDisabled()
  await expectAccessibleWhenStill(headPage)
  await dialog.getByRole('checkbox', { name: 'Donation' }).check()
  await dialog.getByRole('button', { name: 'Use ₹1,500.00' }).click()
  await expect(headPage.getByText(/^Receipt .*\d made$/)).toBeVisible()
  await surplusItem('Used for other fees, receipt')
    .getByRole('link', { name: /of Rohan Patil$/ })
    .click()
  await expect(headPage.getByRole('article', { name: /^Receipt / })).toContainText('Donation')
  await expect(headPage.getByRole('article', { name: /^Receipt / })).toContainText('₹1,200.00')
})

test('the list explains an order without a result, and checks it with the gateway', async () => {
  const retriedPayment = { child: 'Asha Patil', fees: ['Tuition MAY'], payer: 'Sunita Again', button: 'lost' } as const
  // A different amount arrived for this fee, so it cannot be paid online until the office has settled that.
  await expect(payByLink(patilToken, retriedPayment)).rejects.toThrow('The school is looking at it')
  const { onlineOrdersToSettle } = await school.execute<{
    onlineOrdersToSettle: { surplus: { id: string; payerName: string }[] }
  }>('query Open($schoolId: ID!) { onlineOrdersToSettle(schoolId: $schoolId) { surplus { id payerName } } }', {
    schoolId: school.id,
  })
  const otherAmount = onlineOrdersToSettle.surplus.find(({ payerName }) => payerName === 'Sunita Other')
  await school.executeInSchool(
    'mutation Refund($schoolId: ID!, $input: SettleSurplusInput!) { settleSurplus(schoolId: $schoolId, input: $input) { id } }',
    { key: randomUUID(), id: otherAmount?.id, how: 'REFUNDED', reference: 'UTR 2' },
  )
  await payByLink(patilToken, retriedPayment)
  const ordersResponse = headPage.waitForResponse(
    (response) => response.request().postData()?.includes('"OnlineOrders"') ?? false,
  )
  await headPage.goto('/onlinepayments')
  const { data: listing } = (await (await ordersResponse).json()) as { data: { onlineOrders: { rows: { state: string }[] } } }
  const ordersUnderWay = listing.onlineOrders.rows.filter((order) => order.state === 'CREATED')
  // An order is listed after ten minutes; the test adds it at once.
  await headPage.route('**/graphql', async (route) => {
    const request = route.request().postDataJSON() as { operationName: string }
    if (request.operationName !== 'OnlineOrdersToSettle') return route.continue()
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { onlineOrdersToSettle: { stuck: object[] } } }
    data.onlineOrdersToSettle.stuck.push(...ordersUnderWay)
    return route.fulfill({ response, json: { data } })
  })
  await headPage.goto('/onlinepayments?tab=look')
  const item = headPage.getByRole('listitem').filter({ hasText: 'Sunita Again' })
  await expect(item).toContainText('The payer went to the gateway and the result is not known yet.')
  await item.getByRole('button', { name: 'Check with the gateway now' }).click()
  await expect(headPage.getByText('The gateway has the money: the fees are paid, the receipt is made.')).toBeVisible()
  await headPage.unrouteAll({ behavior: 'ignoreErrors' })
})

test('failed queries and actions show the specification’s messages', async () => {
  await headPage.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    return ['OnlineOrders', 'GuardianLinks', 'OnlineOrdersToSettle'].includes(operationName) ? route.abort() : route.continue()
  })
  for (const tab of ['orders', 'look', 'links']) {
    await headPage.goto(`/onlinepayments?tab=${tab}`)
    await expect(headPage.getByText('Something Went Wrong. Here’s the error Network request failed')).toBeVisible()
  }
  await headPage.unrouteAll({ behavior: 'ignoreErrors' })
  await headPage.goto('/onlinepayments?tab=links')
  await expect(rowWith(headPage, '9800000001')).toBeVisible()
  await headPage.route('**/graphql', (route) => route.abort())
  await chooseLinkAction(headPage, '9800000001', 'Copy link')
  await expect(headPage.getByText('Action Failed. Here’s the error: Network request failed')).toBeVisible()
})
