import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { showMoney } from '#shared/money.ts'
import { schoolDay } from '#shared/dates.ts'
import { calculatePrice } from '#domains/onlinefees/onlinefees.rules.ts'
import { pdfText } from '../pdfText.ts'
import { childAddress, fits, heading, payButton, typePayer } from './familyPages.ts'
import { addPayingSchool, type PayingSchool } from './payingSchool.ts'
import { accessible } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })
test.use({ viewport: { width: 360, height: 640 } })

/** A family for every story, so that none sees what another one has paid. */
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
] as const
type Story = (typeof stories)[number]
const phoneOf = (story: Story) => `98${String(stories.indexOf(story)).padStart(8, '0')}`
const own = (story: Story) => `Asha ${story[0]?.toUpperCase()}${story.slice(1).toLowerCase()}`
const sibling = 'Rohan Success'

let school: PayingSchool

test.beforeAll(async () => {
  school = await addPayingSchool(`Paying ${Date.now().toString(36)}`, [
    ...stories.map((story) => ({ name: own(story), phone: phoneOf(story) })),
    { name: sibling, phone: phoneOf('success') },
  ])
})

const token = (story: Story) => school.tokens.get(phoneOf(story)) ?? ''

const addressOf = (story: Story) => childAddress(school, { name: own(story), phone: phoneOf(story) })

/** Everything of School Fees but the donation: Library, and Tuition of two months. */
const due = showMoney(calculatePrice(330_000).payable)
const underWay = (page: Page) => page.getByRole('region', { name: 'Payment being checked' })

/** From the child's page to the gateway's. */
async function pay(page: Page, story: Story): Promise<void> {
  await page.goto(addressOf(story))
  await typePayer(page)
  await payButton(page).click()
  await expect(page.getByText('Test gateway').first()).toBeVisible()
}

async function press(page: Page, button: string): Promise<void> {
  const wanted = page.getByRole('button', { name: button, exact: true })
  if (!(await wanted.isVisible())) await page.getByText('Trouble', { exact: true }).click()
  await wanted.click()
}

/** What the stand-in gateway knows of, and how it is told what becomes of a payment. */
async function settleAtGateway(gateway: string, payer: string, outcome: string): Promise<void> {
  const all = (await (await fetch(`${gateway}/_control/transactions`)).json()) as { form: { txnid: string; phone: string } }[]
  const txnid = all.filter(({ form }) => form.phone === payer).at(-1)?.form.txnid
  const answer = await fetch(`${gateway}/_control/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txnid, outcome }),
  })
  expect(answer.status).toBe(200)
}

async function feesCollected(story: Story): Promise<{ name: string; pending: number }[]> {
  const { feeAccount } = await school.ask<{ feeAccount: { fees: { name: string; pending: number }[] } }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { name pending } } }',
    { schoolId: school.id, input: { termId: school.termId, studentId: school.studentIds.get(own(story)) } },
  )
  return feeAccount.fees
}

test('from the short link: two children in one payment, a receipt of each, and nothing is due any more', async ({ page }) => {
  await page.goto(school.shortLinks.get(phoneOf('success')) ?? '')
  await expect(page).toHaveURL(new RegExp(`/onlinefees/${token('success')}$`))
  await expect(page.getByRole('banner')).toContainText(school.name)
  await expect(page.getByRole('link', { name: new RegExp(`^${own('success')}`) })).toContainText('₹4,350.00')
  await expect(page.getByText('98xxxxxx00')).toBeVisible()
  await accessible(page)
  await fits(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: new RegExp(`^${own('success')}`) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(addressOf('success'))
  await expect(page.getByRole('main')).toBeFocused()

  const fees = page.getByRole('list', { name: `Due now, ${own('success')}` })
  for (const name of ['Library', 'Tuition April', 'Tuition May']) await expect(fees.getByRole('checkbox', { name })).toBeChecked()
  await expect(fees.getByRole('checkbox', { name: /^Bus/ })).toBeDisabled()
  await expect(fees.getByText('Goes to another bank account of the school: pay it separately')).toBeVisible()
  await expect(fees.getByRole('checkbox', { name: 'Trip Pay at the school' })).toBeDisabled()
  await expect(payButton(page)).toHaveText(`Pay ${due}`)
  // Of the link.
  await expect(page.getByLabel('Phone, 10 digits')).toHaveValue(phoneOf('success'))
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await accessible(page)
  }
  await fits(page)

  // Without a fee there is nothing to pay, and the other account may be chosen.
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
  // The phone is the link's, and nobody has to have an e-mail.
  await expect(page.getByText('Required')).toHaveCount(1)
  await expect(page.getByLabel('Name')).toBeFocused()
  await typePayer(page)
  await page.getByLabel('E-mail').fill('nobody')
  await payButton(page).click()
  await expect(page.getByText('This is not an e-mail address')).toBeVisible()
  await page.getByLabel('E-mail').fill('sunil@family.test')
  await payButton(page).click()
  await expect(page.getByText(showMoney(price.payable))).toBeVisible()
  await press(page, 'Pay by UPI')

  await expect(page).toHaveURL(/\/verifyonlinefees\?result=success&order=/)
  await expect(page.getByText('Online Fees Successfully Received. Thank you for your time.')).toBeVisible()
  await expect(page.getByText(showMoney(price.payable))).toHaveCount(2)
  await accessible(page)
  await fits(page)
  for (const [name, amount] of [
    [own('success'), '3,000.00'],
    [sibling, '3,300.00'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: new RegExp(`^Download receipt .* of ${name}$`) }).click()
    const { text } = await pdfText(await readFile(await (await download).path()))
    for (const part of [name, amount, 'Online']) expect(text).toContain(part)
  }

  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await expect(page).toHaveURL(`/onlinefees/${token('success')}`)
  // A returning family finds its receipts.
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(2)
  const again = page.waitForEvent('download')
  await page.getByRole('link', { name: new RegExp(`^Download receipt .* of ${sibling}$`) }).click()
  expect((await pdfText(await readFile(await (await again).path()))).text).toContain(sibling)
  await accessible(page)
  await fits(page)
  await expect(page.getByRole('link', { name: new RegExp(`^${own('success')}`) })).toContainText('₹1,350.00')
  await expect(page.getByRole('link', { name: new RegExp(`^${sibling}`) })).toContainText('₹1,050.00')
})

/** The page of a payment under way asks at once when the connection is back, as it does by itself every five seconds. */
const receivedSoon = (page: Page) =>
  expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(heading(page)).toHaveText('Payment received', { timeout: 1000 })
  }).toPass({ timeout: 20_000 })

test('a payment that failed: refund and a way back; what was typed is there for the second try', async ({ page }) => {
  await pay(page, 'failure')
  await press(page, 'Fail')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=failure&order=/)
  await expect(heading(page)).toHaveText('Payment failed')
  await expect(page.getByText('The collection of the fees failed.')).toBeVisible()
  await expect(page.getByText('refunded within 3-7 business days')).toBeVisible()
  await accessible(page)
  // What the address says about an order proves nothing.
  await page.goto(page.url().replace('result=failure', 'result=success'))
  await expect(heading(page)).toHaveText('Payment failed')
  await page.goto(page.url().replace('result=success', 'result=E1605'))
  await expect(page.getByText('The payment gateway reported an error: E1605.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await page.getByRole('link', { name: new RegExp(`^${own('failure')}`) }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Sunil Patil')
  await expect(page.getByLabel('Phone, 10 digits')).toHaveValue('9822012345')
  await payButton(page).click()
  await press(page, 'Pay by card')
  await expect(heading(page)).toHaveText('Payment received')
})

test('a payment that was cancelled', async ({ page }) => {
  await pay(page, 'cancel')
  await press(page, 'Cancel')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=cancel&order=/)
  await expect(heading(page)).toHaveText('Payment cancelled')
  await expect(page.getByText('The payment was cancelled by the user.')).toBeVisible()
  await expect(page.getByText('Please click the link in the SMS and try again.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await expect(page.getByRole('link', { name: new RegExp(`^${own('cancel')}`) })).toContainText('₹4,350.00')
})

test('the gateway’s page was closed: the payment is being checked, its fees are not sold again, and its end is told', async ({
  page,
}) => {
  await pay(page, 'closed')
  const gatewayPage = page.url()
  await press(page, 'Close')
  await expect(page.getByText('You left without paying')).toBeVisible()
  await page.goto(addressOf('closed'))
  await expect(underWay(page)).toContainText(
    new RegExp(`We are checking your payment of ${due.replace('.', '\\.')} from \\d\\d:\\d\\d. Please do not pay again.`),
  )
  await expect(page.getByText('Being paid now').first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Library/ })).toBeDisabled()
  await expect(page.getByRole('form', { name: 'Payment' })).toHaveCount(0)
  await accessible(page)
  await underWay(page).getByRole('button', { name: 'I did not pay' }).click()
  await expect(page.getByText(`The payment of ${due} was cancelled. You can pay now.`)).toBeVisible()
  await expect(payButton(page)).toHaveText(`Pay ${due}`)
  // Whoever then pays on the page that was left open has paid.
  await page.goto(gatewayPage)
  await press(page, 'Pay by UPI')
  await expect(heading(page)).toHaveText('Payment received')
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(1)
})

test('the gateway was never reached: “I did not pay” makes the fees payable again', async ({ page }) => {
  await page.goto(addressOf('unreached'))
  await page.route('**/_payment', (route) => route.abort())
  await typePayer(page)
  await payButton(page).click()
  await page.waitForURL((url) => url.protocol === 'chrome-error:').catch(() => undefined)
  await page.unroute('**/_payment')
  await page.goto(`/onlinefees/${token('unreached')}`)
  await expect(underWay(page)).toContainText(due)
  await fits(page)
  await underWay(page).getByRole('button', { name: 'I did not pay' }).click()
  await expect(page.getByText(`The payment of ${due} was cancelled. You can pay now.`)).toBeVisible()
  await expect(underWay(page)).toHaveCount(0)
  await pay(page, 'unreached')
  await press(page, 'Pay by UPI')
  await expect(heading(page)).toHaveText('Payment received')
})

test('a callback that comes late: the other window learns of the money first', async ({ page, context }) => {
  await pay(page, 'late')
  await press(page, 'Pay and call back late (10 s)')
  const other = await context.newPage()
  await other.goto(`/onlinefees/${token('late')}`)
  await expect(underWay(other)).toBeVisible()
  await expect(heading(other)).toHaveText('Payment received', { timeout: 20_000 })
  await expect(heading(page)).toHaveText('Payment received', { timeout: 20_000 })
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(1)
})

test('a callback that comes twice is one payment', async ({ page }) => {
  await pay(page, 'twice')
  await press(page, 'Pay and call back twice')
  await expect(heading(page)).toHaveText('Payment received')
  await expect(page.getByRole('link', { name: /^Download receipt/ })).toHaveCount(1)
  const fees = await feesCollected('twice')
  expect(fees.filter(({ name }) => name === 'Tuition' || name === 'Library').map(({ pending }) => pending)).toEqual([0, 0, 0])
})

test('a callback that was tampered with proves nothing; the gateway’s own word then counts', async ({ page }) => {
  await pay(page, 'tampered')
  await press(page, 'Pay with a tampered callback')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=mismatch$/)
  await expect(page.getByText('Money may have arrived at the school')).toBeVisible()
  await accessible(page)
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await receivedSoon(page)
})

test('another amount than was asked for is a mismatch, and no fee counts as paid', async ({ page }) => {
  await pay(page, 'otherAmount')
  await press(page, 'Pay another amount')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=mismatch&order=/)
  await expect(page.getByText('Money may have arrived at the school')).toBeVisible()
  expect((await feesCollected('otherAmount')).filter(({ name }) => name === 'Tuition').map(({ pending }) => pending)).toEqual([
    150_000, 150_000,
  ])
  await page.getByRole('link', { name: 'Back to the fees' }).click()
  await expect(page.getByRole('region', { name: 'Payment at the school' })).toContainText('The school is looking at it.')
  await expect(page.getByRole('link', { name: new RegExp(`^${own('otherAmount')}`) })).toContainText(
    /Due now₹1,050\.00₹3,300\.00 being checked/,
  )
})

test('a callback that is lost: the link shows what became of the money', async ({ page }) => {
  await pay(page, 'lost')
  await press(page, 'Pay and lose the callback')
  await expect(page.getByText('the school was not told')).toBeVisible()
  await page.goto(`/onlinefees/${token('lost')}`)
  await receivedSoon(page)
})

test('a clerk takes a fee in cash meanwhile: nothing is sent, the fees are read again, the payer stays', async ({ page }) => {
  await page.goto(addressOf('cash'))
  await typePayer(page)
  const of = { termId: school.termId, studentId: school.studentIds.get(own('cash')) }
  const { feeAccount } = await school.ask<{ feeAccount: { fees: { feeId: string; name: string; version: string }[] } }>(
    'query Fees($schoolId: ID!, $input: FeeAccountOf!) { feeAccount(schoolId: $schoolId, input: $input) { fees { feeId name version } } }',
    { schoolId: school.id, input: of },
  )
  await school.ask(
    'mutation Take($schoolId: ID!, $input: CollectPaymentInput!) { collectPayment(schoolId: $schoolId, input: $input) { __typename } }',
    {
      schoolId: school.id,
      input: {
        ...of,
        key: randomUUID(),
        amount: 30_000,
        mode: 'CASH',
        collectedOn: schoolDay(new Date()),
        fees: feeAccount.fees.filter(({ name }) => name === 'Library').map(({ feeId, version }) => ({ feeId, version })),
      },
    },
  )
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('changed')
  await expect(payButton(page)).toHaveText(`Pay ${showMoney(calculatePrice(300_000).payable)}`)
  await expect(page.getByRole('checkbox', { name: /^Library/ })).toHaveCount(0)
  await expect(page.getByLabel('Name')).toHaveValue('Sunil Patil')
  await payButton(page).click()
  await press(page, 'Pay by UPI')
  await expect(heading(page)).toHaveText('Payment received')
})

test('an answer that is lost, and a second tap, make one order', async ({ page }) => {
  const keys: string[] = []
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON() as { query: string; variables: { input: { key: string } } }
    if (!query.includes('mutation CreateOrder')) return route.continue()
    keys.push(variables.input.key)
    const answer = await route.fetch()
    return keys.length === 1 ? route.abort() : route.fulfill({ response: answer })
  })
  await page.goto(addressOf('retry'))
  await typePayer(page)
  await payButton(page).dblclick()
  await expect(page.getByText('it will not be paid twice')).toBeVisible()
  await payButton(page).click()
  await expect(page.getByText('Test gateway').first()).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  await press(page, 'Pay by UPI')
  await expect(heading(page)).toHaveText('Payment received')
  await page.goto(`/onlinefees/${token('retry')}`)
  await expect(page.getByRole('link', { name: new RegExp(`^${own('retry')}`) })).toContainText('₹1,050.00')
  await expect(underWay(page)).toHaveCount(0)
})

test('a payment the bank has not decided is checked until it is', async ({ page }) => {
  await pay(page, 'looking')
  const gateway = new URL(page.url()).origin
  await press(page, 'Pending')
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=checking&order=/)
  await expect(heading(page)).toHaveText('Checking your payment')
  await expect(page.getByText('Please do not pay again.')).toBeVisible()
  await accessible(page)
  // Whoever changes the address learns nothing else.
  await page.goto(page.url().replace('result=checking', 'result=success'))
  await expect(heading(page)).toHaveText('Checking your payment')
  const other = await page.context().newPage()
  await other.goto(`/onlinefees/${token('looking')}`)
  await underWay(other).getByRole('button', { name: 'I did not pay' }).click()
  await expect(underWay(other)).toContainText('The bank has not decided about this payment yet.')
  await other.close()
  await settleAtGateway(gateway, '9822012345', 'captured')
  await expect(heading(page)).toHaveText('Payment received', { timeout: 30_000 })
})
