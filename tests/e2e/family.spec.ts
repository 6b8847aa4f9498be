import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { showMoney } from '#shared/money.ts'
import { schoolDay } from '#shared/dates.ts'
import { calculatePrice } from '#domains/onlinefees/onlinefees.rules.ts'
import { pdfText } from '../pdfText.ts'
import { expectAccessible } from './accessibility.ts'
import { fillPayer, pageHeading, payButton, studentFeesPath } from './familyPages.ts'
import { addFamilySchool, type FamilySchool } from './familySchool.ts'
import { addEarlierDue } from './feeSchool.ts'
import { expectFitsAllWidths } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 640 } })

/** Every test has its own family, so that none sees another one's payments. */
const stories = [
  'success',
  'failure',
  'cancel',
  'closed',
  'unreached',
  'late',
  'twice',
  'tampered',
  'otherAmount',
  'lost',
  'cash',
  'retry',
  'looking',
  'earlier',
] as const
type Story = (typeof stories)[number]
const phoneOf = (story: Story) => `98${String(stories.indexOf(story)).padStart(8, '0')}`
const childName = (story: Story) => `Asha ${story[0]?.toUpperCase()}${story.slice(1).toLowerCase()}`
const sibling = 'Rohan Success'

let school: FamilySchool

test.beforeAll(async () => {
  // On the narrowest phones a word of this width has no room beside the languages.
  school = await addFamilySchool(`Gnanamuthumariamman Paying ${uniqueTag()}`, [
    ...stories.map((story) => ({ name: childName(story), phone: phoneOf(story) })),
    { name: sibling, phone: phoneOf('success') },
  ])
})

const tokenOf = (story: Story) => school.tokens.get(phoneOf(story)) ?? ''

const feesPathOf = (story: Story) => studentFeesPath(school, { name: childName(story), phone: phoneOf(story) })

/** Payable for the fixed School Fees: Library, and Tuition of two months. */
const dueText = showMoney(calculatePrice(330_000).payable)
const pendingPayment = (page: Page) => page.getByRole('region', { name: 'Payment being checked' })

/**
 * Starts a payment on the child's page, and waits for the gateway's page.
 * @returns the number of the transaction, as the gateway shows it
 */
async function goToGateway(page: Page, story: Story): Promise<string> {
  await page.goto(feesPathOf(story))
  await fillPayer(page)
  await payButton(page).click()
  await expect(page.getByText('Test gateway').first()).toBeVisible()
  return page.getByText('Transaction', { exact: true }).locator('+ dd').innerText()
}

async function pressGatewayButton(page: Page, button: string): Promise<void> {
  const buttonLocator = page.getByRole('button', { name: button, exact: true })
  if (!(await buttonLocator.isVisible())) await page.getByText('Trouble', { exact: true }).click()
  await buttonLocator.click()
}

/** Sets the outcome of a payment at the stand-in gateway. */
async function settleAtStandIn(gateway: string, txnid: string, outcome: string): Promise<void> {
  const answer = await fetch(`${gateway}/_control/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txnid, outcome }),
  })
  expect(answer.status).toBe(200)
}

async function readFees(story: Story): Promise<{ name: string; pending: number }[]> {
  const { feeAccount } = await school.executeInSchool<{ feeAccount: { fees: { name: string; pending: number }[] } }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { name pending } } }',
    { termId: school.termId, studentId: school.studentIds.get(childName(story)) },
  )
  return feeAccount.fees
}

test('a family opens the short link, pays for two children at once, and downloads a receipt of each @main @onlinefees @PAYER', async ({
  page,
}) => {
  await page.goto(school.shortLinks.get(phoneOf('success')) ?? '')
  await expect(page).toHaveURL(new RegExp(`/onlinefees/${tokenOf('success')}$`))
  await expect(page.getByRole('banner')).toContainText(school.name)
  await expect(page.getByRole('link', { name: new RegExp(`^${childName('success')}`) })).toContainText('₹4,350.00')
  await expect(page.getByText('98xxxxxx00')).toBeVisible()
  await expectAccessible(page)
  await expectFitsAllWidths(page)
  // The two other languages stand before the children.
  for (let stops = 0; stops < 3; stops++) await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: new RegExp(`^${childName('success')}`) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(feesPathOf('success'))
  await expect(page.getByRole('main')).toBeFocused()

  const fees = page.getByRole('list', { name: `Due now, ${childName('success')}` })
  for (const name of ['Library', 'Tuition April', 'Tuition May']) await expect(fees.getByRole('checkbox', { name })).toBeChecked()
  await expect(fees.getByRole('checkbox', { name: /^Bus/ })).toBeDisabled()
  await expect(fees.getByText('Goes to another bank account of the school: pay it separately')).toBeVisible()
  await expect(fees.getByRole('checkbox', { name: 'Trip Pay at the school' })).toBeDisabled()
  await expect(payButton(page)).toHaveText(`Pay ${dueText}`)
  // The phone is that of the link.
  await expect(page.getByLabel('Phone, 10 digits')).toHaveValue(phoneOf('success'))
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectFitsAllWidths(page)

  // With no fee chosen, a fee of the other bank account can be.
  for (const name of ['Library', 'Tuition April', 'Tuition May']) await fees.getByRole('checkbox', { name }).uncheck()
  await expect(page.getByRole('form', { name: 'Payment' })).toHaveCount(0)
  await expect(page.getByText('Tick the fees you want to pay.')).toBeVisible()
  await fees.getByRole('checkbox', { name: /^Bus/ }).check()
  await expect(fees.getByRole('checkbox', { name: /^Library/ })).toBeDisabled()
  await fees.getByRole('checkbox', { name: /^Bus/ }).uncheck()
  for (const name of ['Tuition April', 'Tuition May']) await fees.getByRole('checkbox', { name }).check()

  await page.getByRole('button', { name: 'Add all due, ₹3,300.00' }).click()
  const price = calculatePrice(630_000)
  for (const [line, amount] of [
    ['Total of the fees', price.fees],
    ['Service charge 2%', price.charge],
    ['GST 18% of the service charge', price.gst],
    ['Payable', price.payable],
  ] as const)
    await expect(page.getByRole('form', { name: 'Payment' }).locator('dl > div').filter({ hasText: line }).last()).toContainText(
      showMoney(amount),
    )
  await payButton(page).click()
  // The phone is filled in from the link, and the e-mail address is optional.
  await expect(page.getByText('Required')).toHaveCount(1)
  await expect(page.getByLabel('Name')).toBeFocused()
  await fillPayer(page)
  await page.getByLabel('E-mail').fill('nobody')
  await payButton(page).click()
  await expect(page.getByText('This is not an e-mail address')).toBeVisible()
  await page.getByLabel('E-mail').fill('sunil@family.test')
  await payButton(page).click()
  await expect(page.getByText(showMoney(price.payable))).toBeVisible()
  await pressGatewayButton(page, 'Pay by UPI')

  await expect(page).toHaveURL(/\/verifyonlinefees\?result=success&order=/)
  await expect(page.getByText('Online Fees Successfully Received. Thank you for your time.')).toBeVisible()
  await expect(page.getByText(showMoney(price.payable))).toHaveCount(2)
  await expectAccessible(page)
  await expectFitsAllWidths(page)
  for (const [name, amount] of [
    [childName('success'), '3,000.00'],
    [sibling, '3,300.00'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: new RegExp(`^Download receipt .* of ${name}$`) }).click()
    const { text } = await pdfText(await readFile(await (await download).path()))
    for (const part of [name, amount, 'Online']) expect(text).toContain(part)
  }

  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await expect(page).toHaveURL(`/onlinefees/${tokenOf('success')}`)
  // The family's page lists the receipts.
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(2)
  const secondDownload = page.waitForEvent('download')
  await page.getByRole('link', { name: new RegExp(`^Download receipt .* of ${sibling}$`) }).click()
  expect((await pdfText(await readFile(await (await secondDownload).path()))).text).toContain(sibling)
  await expectAccessible(page)
  await expectFitsAllWidths(page)
  await expect(page.getByRole('link', { name: new RegExp(`^${childName('success')}`) })).toContainText('₹1,350.00')
  await expect(page.getByRole('link', { name: new RegExp(`^${sibling}`) })).toContainText('₹1,050.00')
})

test('unpaid fees of an earlier term stand first, and are paid with this term’s', async ({ page }) => {
  await addEarlierDue(school, childName('earlier'), '2019-20')
  await page.goto(feesPathOf('earlier'))
  const fees = page.getByRole('list', { name: `Due now, ${childName('earlier')}` }).getByRole('listitem')
  await expect(fees.first()).toContainText('Unpaid from 2019-20 · March')
  await expect(fees.first().getByRole('checkbox')).toBeChecked()
  await expectFitsAllWidths(page)
  const price = calculatePrice(410_000)
  await fillPayer(page)
  await expect(payButton(page)).toHaveText(`Pay ${showMoney(price.payable)}`)
  await payButton(page).click()
  await pressGatewayButton(page, 'Pay by UPI')
  await expect(pageHeading(page)).toHaveText('Payment received')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download receipt/ }).click()
  const { text } = await pdfText(await readFile(await (await download).path()))
  for (const part of ['Term 2019-20', '4,100.00']) expect(text).toContain(part)
})

/**
 * Waits until the page shows that the payment was received. The page polls every five seconds; the event of a
 * connection that is back makes it poll at once.
 */
const expectReceivedSoon = (page: Page) =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(pageHeading(page)).toHaveText('Payment received', { timeout: 1000 })
  }).toPass()

test('a failed payment shows the refund notice, and the payer stays filled in for the next try', async ({ page }) => {
  await goToGateway(page, 'failure')
  await pressGatewayButton(page, 'Fail')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=failure&order=/)
  await expect(pageHeading(page)).toHaveText('Payment failed')
  await expect(page.getByText('The collection of the fees failed.')).toBeVisible()
  await expect(page.getByText('refunded within 3-7 business days')).toBeVisible()
  await expectAccessible(page)
  // A changed result in the address does not change the order's result.
  await page.goto(page.url().replace('result=failure', 'result=success'))
  await expect(pageHeading(page)).toHaveText('Payment failed')
  await page.goto(page.url().replace('result=success', 'result=E1605'))
  await expect(page.getByText('The payment gateway reported an error: E1605.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await page.getByRole('link', { name: new RegExp(`^${childName('failure')}`) }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Sunil Patil')
  await expect(page.getByLabel('Phone, 10 digits')).toHaveValue('9822012345')
  await payButton(page).click()
  await pressGatewayButton(page, 'Pay by card')
  await expect(pageHeading(page)).toHaveText('Payment received')
})

test('a cancelled payment leaves the fees due', async ({ page }) => {
  await goToGateway(page, 'cancel')
  await pressGatewayButton(page, 'Cancel')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=cancel&order=/)
  await expect(pageHeading(page)).toHaveText('Payment cancelled')
  await expect(page.getByText('The payment was cancelled by the user.')).toBeVisible()
  await expect(page.getByText('Please click the link in the SMS and try again.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`^${childName('cancel')}`) })).toContainText('₹4,350.00')
})

test('after the gateway’s page was closed the payment is being checked, and its fees cannot be paid again', async ({ page }) => {
  await goToGateway(page, 'closed')
  const gatewayPage = page.url()
  await pressGatewayButton(page, 'Close')
  await expect(page.getByText('You left without paying')).toBeVisible()
  await page.goto(feesPathOf('closed'))
  await expect(pendingPayment(page)).toContainText(
    new RegExp(`We are checking your payment of ${dueText.replace('.', '\\.')} from \\d\\d:\\d\\d. Please do not pay again.`),
  )
  await expect(page.getByText('Being paid now').first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Library/ })).toBeDisabled()
  await expect(page.getByRole('form', { name: 'Payment' })).toHaveCount(0)
  await expectAccessible(page)
  await pendingPayment(page).getByRole('button', { name: 'I did not pay' }).click()
  await expect(page.getByText(`The payment of ${dueText} was cancelled. You can pay now.`)).toBeVisible()
  await expect(payButton(page)).toHaveText(`Pay ${dueText}`)
  // A payment on the gateway's page that was left open still counts.
  await page.goto(gatewayPage)
  await pressGatewayButton(page, 'Pay by UPI')
  await expect(pageHeading(page)).toHaveText('Payment received')
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(1)
})

test('“I did not pay” makes the fees payable again if the gateway was never reached', async ({ page }) => {
  await page.goto(feesPathOf('unreached'))
  await page.route('**/_payment', (route) => route.abort())
  await fillPayer(page)
  await payButton(page).click()
  await page.waitForURL((url) => url.protocol === 'chrome-error:').catch(() => undefined)
  await page.unroute('**/_payment')
  await page.goto(`/onlinefees/${tokenOf('unreached')}`)
  await expect(pendingPayment(page)).toContainText(dueText)
  await expectFitsAllWidths(page)
  await pendingPayment(page).getByRole('button', { name: 'I did not pay' }).click()
  await expect(page.getByText(`The payment of ${dueText} was cancelled. You can pay now.`)).toBeVisible()
  await expect(pendingPayment(page)).toHaveCount(0)
  await goToGateway(page, 'unreached')
  await pressGatewayButton(page, 'Pay by UPI')
  await expect(pageHeading(page)).toHaveText('Payment received')
})

test('a late callback: another window shows the received payment first', async ({ page, context }) => {
  await goToGateway(page, 'late')
  await pressGatewayButton(page, 'Pay and call back late (10 s)')
  const otherTab = await context.newPage()
  await otherTab.goto(`/onlinefees/${tokenOf('late')}`)
  await expect(pendingPayment(otherTab)).toBeVisible()
  await expect(pageHeading(otherTab)).toHaveText('Payment received')
  await expect(pageHeading(page)).toHaveText('Payment received')
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(1)
})

test('a callback that comes twice makes one payment', async ({ page }) => {
  await goToGateway(page, 'twice')
  await pressGatewayButton(page, 'Pay and call back twice')
  await expect(pageHeading(page)).toHaveText('Payment received')
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(1)
  const fees = await readFees('twice')
  expect(fees.filter(({ name }) => name === 'Tuition' || name === 'Library').map(({ pending }) => pending)).toEqual([0, 0, 0])
})

test('a forged callback is not accepted, and the gateway’s own answer settles the payment', async ({ page }) => {
  await goToGateway(page, 'tampered')
  await pressGatewayButton(page, 'Pay with a tampered callback')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=mismatch$/)
  await expect(page.getByText('Money may have arrived at the school')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await expectReceivedSoon(page)
})

test('a different amount is a mismatch, and no fee counts as paid', async ({ page }) => {
  await goToGateway(page, 'otherAmount')
  await pressGatewayButton(page, 'Pay another amount')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=mismatch&order=/)
  await expect(page.getByText('Money may have arrived at the school')).toBeVisible()
  expect((await readFees('otherAmount')).filter(({ name }) => name === 'Tuition').map(({ pending }) => pending)).toEqual([
    150_000, 150_000,
  ])
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await expect(page.getByRole('region', { name: 'Payment at the school' })).toContainText('The school is looking at it.')
  await expect(page.getByRole('link', { name: new RegExp(`^${childName('otherAmount')}`) })).toContainText(
    /₹1,050\.00to pay now₹3,300\.00 being checked/,
  )
})

test('after a lost callback the link shows the received payment', async ({ page }) => {
  await goToGateway(page, 'lost')
  await pressGatewayButton(page, 'Pay and lose the callback')
  await expect(page.getByText('the school was not told')).toBeVisible()
  await page.goto(`/onlinefees/${tokenOf('lost')}`)
  await expectReceivedSoon(page)
})

test('if a clerk takes a fee meanwhile, nothing is sent, the fees are reloaded and the payer stays', async ({ page }) => {
  await page.goto(feesPathOf('cash'))
  await fillPayer(page)
  const account = { termId: school.termId, studentId: school.studentIds.get(childName('cash')) }
  const { feeAccount } = await school.executeInSchool<{
    feeAccount: { fees: { feeId: string; name: string; version: string }[] }
  }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { feeId name version } } }',
    account,
  )
  await school.executeInSchool(
    'mutation Take($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) { __typename } }',
    {
      ...account,
      key: randomUUID(),
      amount: 30_000,
      mode: 'CASH',
      collectedOn: schoolDay(new Date()),
      fees: feeAccount.fees.filter(({ name }) => name === 'Library').map(({ feeId, version }) => ({ feeId, version })),
    },
  )
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('changed')
  await expect(payButton(page)).toHaveText(`Pay ${showMoney(calculatePrice(300_000).payable)}`)
  await expect(page.getByRole('checkbox', { name: /^Library/ })).toHaveCount(0)
  await expect(page.getByLabel('Name')).toHaveValue('Sunil Patil')
  await payButton(page).click()
  await pressGatewayButton(page, 'Pay by UPI')
  await expect(pageHeading(page)).toHaveText('Payment received')
})

test('a lost answer and a second tap make one order', async ({ page }) => {
  const keys: string[] = []
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON() as { query: string; variables: { input: { key: string } } }
    if (!query.includes('mutation CreateOrder')) return route.continue()
    keys.push(variables.input.key)
    const answer = await route.fetch()
    return keys.length === 1 ? route.abort() : route.fulfill({ response: answer })
  })
  await page.goto(feesPathOf('retry'))
  await fillPayer(page)
  await payButton(page).dblclick()
  await expect(page.getByText('it will not be paid twice')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByText('Test gateway').first()).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  await pressGatewayButton(page, 'Pay by UPI')
  await expect(pageHeading(page)).toHaveText('Payment received')
  await page.goto(`/onlinefees/${tokenOf('retry')}`)
  await expect(page.getByRole('link', { name: new RegExp(`^${childName('retry')}`) })).toContainText('₹1,050.00')
  await expect(pendingPayment(page)).toHaveCount(0)
})

test('a payment that the bank has not decided is being checked until it has', async ({ page }) => {
  const txnid = await goToGateway(page, 'looking')
  const gateway = new URL(page.url()).origin
  await pressGatewayButton(page, 'Pending')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=checking&order=/)
  await expect(pageHeading(page)).toHaveText('Checking your payment')
  await expect(page.getByText('Please do not pay again.')).toBeVisible()
  await expectAccessible(page)
  // A changed result in the address shows the same.
  await page.goto(page.url().replace('result=checking', 'result=success'))
  await expect(pageHeading(page)).toHaveText('Checking your payment')
  // A bank's app that comes back by GET brings nothing, and the order of this tab is shown.
  await page.goto('/onlinefees/verifyPayment')
  await expect(pageHeading(page)).toHaveText('Checking your payment')
  await expect(page.getByText('Library', { exact: false }).first()).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto(`/onlinefees/${tokenOf('looking')}`)
  await pendingPayment(otherTab).getByRole('button', { name: 'I did not pay' }).click()
  await expect(pendingPayment(otherTab)).toContainText('The bank has not decided about this payment yet.')
  await otherTab.close()
  await settleAtStandIn(gateway, txnid, 'captured')
  await expect(pageHeading(page)).toHaveText('Payment received')
})
