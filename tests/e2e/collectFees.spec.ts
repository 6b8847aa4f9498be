import { type Browser, expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { schoolDay } from '#shared/dates.ts'
import { addFeeSchool, type FeeSchool } from './feeSchool.ts'
import { accessible, fitsPhone, signIn } from './ownSchool.ts'

test.describe.configure({ mode: 'serial' })

const sure = 'Are You Sure You Want To Continue With This Action?'
const students = [
  ...['Asha Patil', 'Rohan Patil'].map((name) => ({ name, phone: '9800000001' })),
  ...[
    'Double Click',
    'Held Enter',
    'Broken Line',
    'Two Clerks',
    'Cheque Payer',
    'Discount Taker',
    'Every Rule',
    'Free Giver',
  ].map((name, place) => ({ name, phone: `98000000${10 + place}` })),
  { name: 'Without Fees', phone: '9800000030', withoutFees: true },
]

let school: FeeSchool
let page: Page
/** The second clerk. */
let other: Page

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Fees ${Date.now().toString(36)}`, students)
  page = await clerk(browser, school.clerks[0])
  other = await clerk(browser, school.clerks[1])
})

test.afterAll(async () => {
  await page.context().close()
  await other.context().close()
})

async function clerk(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  // Nobody sits at the print dialog; what was on the paper is kept.
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.getElementById('print-sheet')?.textContent ?? ''
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  const opened = await context.newPage()
  await signIn(opened, email, school.password)
  await expect(opened.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return opened
}

const search = (of = page) => of.getByRole('combobox', { name: 'Find a student' })
const payment = (of = page) => of.getByRole('dialog', { name: /^Take payment/ })
const question = (of = page) => of.getByRole('dialog', { name: sure })
const receipt = (of = page) => of.getByRole('dialog', { name: /^Receipt / })
const receipts = (of = page) => of.getByRole('list', { name: 'Receipts' }).getByRole('listitem')
const fee = (name: string, of = page) => of.getByRole('table', { name: 'Fees' }).getByRole('row').filter({ hasText: name })

/** Opens an account by its address. */
async function open(name: string, of = page) {
  await of.goto(`/fees?student=${school.studentIds.get(name)}&term=${school.termId}`)
  await expect(of.getByRole('heading', { name })).toBeVisible()
}

/** Opens the payment dialog for what is due. */
async function take(of = page): Promise<Locator> {
  await of.getByRole('button', { name: 'Take payment' }).click()
  await expect(payment(of).getByRole('textbox', { name: 'Amount' })).toBeFocused()
  return payment(of)
}

async function collect(of = page) {
  await payment(of)
    .getByRole('button', { name: /^Collect/ })
    .click()
  await question(of).getByRole('button', { name: 'Continue' }).click()
}

/** Nothing serious for axe, once what fades in is there. */
async function accessibleWhenStill(of = page) {
  await of.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))),
  )
  await accessible(of)
}

const isMutation = (route: Route, name: string) => route.request().postData()?.includes(`mutation ${name}`) ?? false

test('from the name to the next parent by keyboard alone', async () => {
  await page.goto('/fees')
  await expect(search()).toBeFocused()
  await accessibleWhenStill()
  const started = Date.now()
  let keys = 0
  const type = async (text: string) => {
    keys += text.length
    await page.keyboard.type(text)
  }
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await type('asha')
  await expect(page.getByRole('option', { name: /Asha Patil/ })).toContainText('7-B · roll 1')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Asha Patil' })).toBeVisible()
  // All of a past year is due; what is not fixed is left to the parent.
  await expect(page.getByText('3 fees selected')).toBeVisible()
  await expect(fee('Library').getByRole('checkbox')).toBeFocused()
  await press('Enter')
  await expect(payment().getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await press('c')
  await expect(payment().getByRole('row', { name: /Tuition \(MAY\)/ })).toContainText('₹1,500.00')
  await press('Enter')
  await expect(question().getByRole('button', { name: 'Continue' })).toBeFocused()
  await expect(question()).toContainText('₹3,300.00 · Cash')
  await press('Enter')
  await expect(receipt().getByRole('article')).toContainText('Rupees Three Thousand Three Hundred Only')
  await press('p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', /Asha Patil/)
  // The first paper is the original, and the next would be none.
  await expect(page.locator('html')).not.toHaveAttribute('data-printed', /DUPLICATE/)
  await expect(receipt().getByText('DUPLICATE')).toBeVisible()
  await press('n')
  await expect(search()).toBeFocused()
  await expect(page).toHaveURL(/\/fees$/)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`One parent in cash: ${keys} keys, ${seconds} s\n`)
  await expect(page.getByText('Day total ₹3,300.00 · 1 receipt')).toBeVisible()
})

test('siblings are a key away, and the back button knows them', async () => {
  await open('Asha Patil')
  const rohan = page.getByRole('button', { name: /^Rohan Patil 7-B \(₹3,300\.00 pending\)/ })
  await expect(rohan).toBeVisible()
  await page.getByRole('button', { name: 'Show 3 settled fees' }).click()
  await fee('Library').getByRole('button', { name: 'Show the lines of Library' }).click()
  await expect(page.getByRole('table', { name: 'Lines of Library' })).toContainText('Meena Clerk')
  await search().press('Escape')
  await page.keyboard.press('1')
  await expect(page.getByRole('heading', { name: 'Rohan Patil' })).toBeVisible()
  await expect(fee('Library').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 fees selected ₹1,800.00')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Asha Patil' })).toBeVisible()
  await search().fill('7b 2')
  await page.getByRole('option', { name: /Rohan Patil/ }).click()
  await expect(page.getByRole('heading', { name: 'Rohan Patil' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a screen or a student' }).fill('asha')
  await page
    .getByRole('group', { name: 'Collect fees from' })
    .getByRole('option', { name: /Asha Patil/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Asha Patil' })).toBeVisible()
  await page.getByRole('list', { name: 'Receipts' }).getByRole('button').click()
  await expect(receipt()).toContainText('DUPLICATE')
})

test('a double click and an Enter held down store one payment', async () => {
  await open('Double Click')
  await take()
  await payment()
    .getByRole('button', { name: /^Collect/ })
    .dblclick()
  // The second click has not answered the question.
  await expect(question()).toBeVisible()
  await question().getByRole('button', { name: 'Continue' }).dblclick()
  await expect(receipt()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receipts()).toHaveCount(1)

  await open('Held Enter')
  await take()
  // A key that is held down is pressed again and again.
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await expect(question()).toBeVisible()
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await expect(question()).toBeVisible()
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(receipt()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receipts()).toHaveCount(1)
})

test('a request whose answer is lost is stored once, and nothing typed is lost', async () => {
  await open('Broken Line')
  const dialog = await take()
  await page.keyboard.type('1000')
  await page.keyboard.press('u')
  await page.keyboard.type('T-77')
  let lost = 0
  await page.route('**/graphql', async (route) => {
    if (!isMutation(route, 'CollectPayment') || lost === 2) return route.continue()
    lost += 1
    // The first is stored and its answer lost, the second never arrives.
    if (lost === 1) await route.fetch()
    return route.abort()
  })
  await collect()
  await expect(dialog.getByText('it is not known whether this was stored')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue('T-77')
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused()
  await accessibleWhenStill()
  await page.keyboard.press('Enter')
  await expect.poll(() => lost).toBe(2)
  await expect(dialog.getByText('it is not known whether this was stored')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(receipt()).toBeVisible()
  await page.unroute('**/graphql')
  await page.keyboard.press('Escape')
  await expect(receipts()).toHaveCount(1)
  await expect(receipts()).toContainText('₹1,000.00 · UPI')
})

test('of two clerks at the same child the second is told, and keeps what was typed', async () => {
  await Promise.all([open('Two Clerks'), open('Two Clerks', other)])
  await Promise.all([take(), take(other)])
  await other.keyboard.type('200')
  // The split is asked for before the first has stored: later it would tell of the change by itself.
  await expect(payment(other).getByRole('table', { name: 'How the amount is split' })).toContainText('₹200.00')
  await collect()
  await expect(receipt()).toBeVisible()
  await collect(other)
  await expect(payment(other).getByRole('alert').first()).toContainText(/^Somebody else changed .* meanwhile\./)
  await expect(payment(other).getByRole('textbox', { name: 'Amount' })).toHaveValue('200.00')
  // The account was read anew: everything is paid.
  await expect(payment(other).getByText('No Fees Selected')).toBeVisible()
  await payment(other).getByRole('button', { name: 'Cancel' }).click()
  await expect(other.getByRole('button', { name: 'Show 3 settled fees' })).toBeVisible()
  await expect(receipts(other)).toHaveCount(1)
  await page.keyboard.press('Escape')
})

test('who types fast types into the field of the mode that was just chosen', async () => {
  await open('Cheque Payer')
  await take()
  // Two keys before the browser does anything else, timers included.
  const focused = await page.evaluate(async () => {
    const press = (key: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    press('h')
    await Promise.resolve()
    return document.activeElement?.getAttribute('name')
  })
  expect(focused).toBe('chequeNo')
  await page.keyboard.press('Escape')
})

test('a cheque reserves what it is for until the bank has answered', async () => {
  await open('Cheque Payer')
  const pay = async (amount: string, chequeNo: string) => {
    await take()
    await page.keyboard.type(amount)
    await page.keyboard.press('h')
    await page.keyboard.type(chequeNo)
    await collect()
    await expect(receipt()).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await pay('300', '004511')
  await pay('1500', '004512')
  await expect(fee('Library')).toContainText('Clearing')
  const cheque = (number: string) =>
    page.getByRole('list', { name: 'Clearing cheques' }).getByRole('listitem').filter({ hasText: number })
  await expect(cheque('004512')).toContainText('₹1,500.00')

  await cheque('004511').getByRole('button', { name: 'Cleared' }).click()
  await expect(question()).toContainText('The bank has paid')
  await question().getByRole('button', { name: 'Cleared' }).click()
  await expect(page.getByText('Cheque 004511 Marked As Cleared!')).toBeVisible()
  await expect(cheque('004511')).toHaveCount(0)
  await cheque('004512').getByRole('button', { name: 'Failed' }).click()
  await question().getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText('Cheque 004512 Marked As Failed!')).toBeVisible()
  await expect(fee('APR')).toContainText('Pending')
  await expect(receipts().filter({ hasText: '004512' })).toContainText('Failed')
  await expect(page.getByRole('button', { name: 'Show 1 settled fee' })).toBeVisible()
})

test('a discount is given and deleted', async () => {
  await open('Discount Taker')
  const dialog = await take()
  await page.keyboard.type('800')
  await page.keyboard.press('d')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Second child')
  await dialog.getByRole('button', { name: 'Give discount ₹800.00' }).click()
  await expect(question()).toContainText('₹800.00 discount (Second child)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Discount Successfully Given!')).toBeVisible()
  const discounts = page.getByRole('list', { name: 'Discounts' }).getByRole('listitem')
  await expect(discounts).toHaveCount(2)
  await discounts.filter({ hasText: 'Tuition (APR)' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete selected discounts' }).click()
  await expect(question()).toContainText('1 discount of ₹500.00')
  await question().getByRole('button', { name: 'Delete discount' }).click()
  await expect(question().getByText('Reason is required')).toBeVisible()
  await question().getByRole('textbox', { name: 'Reason' }).fill('Given to the wrong child')
  await question().getByRole('button', { name: 'Delete discount' }).click()
  await expect(page.getByText('Discount Successfully Deleted!')).toBeVisible()
  await expect(discounts).toHaveCount(1)
  await expect(fee('APR')).toContainText('Pending')
})

test('what the rules forbid is said in their words', async () => {
  await open('Every Rule')
  await page.getByRole('button', { name: 'None' }).click()
  await page.getByRole('button', { name: 'Take payment' }).click()
  await expect(page.getByText('No Fees Selected')).toBeVisible()
  await page.keyboard.press('a')
  const dialog = await take()
  const submit = dialog.getByRole('button', { name: /^Collect/ })
  await page.keyboard.type('4000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The collecting amount is greater than the total of fees collected')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('300')
  await page.keyboard.press('h')
  await page.keyboard.type('12345')
  await submit.click()
  await expect(dialog.getByText('Cheque Number Should Be Atleast 6 Digits Long!')).toBeVisible()
  await dialog.getByRole('button', { name: 'UPI' }).click()
  await submit.click()
  await expect(dialog.getByText('Transaction ID is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Transaction ID' }).fill('T-77')
  await expect(dialog.getByText(/This transaction ID is on receipt .* of Broken Line/)).toBeVisible()

  const date = dialog.getByRole('group', { name: 'Date' })
  const year = date.getByRole('spinbutton', { name: 'Year' })
  await year.click()
  await page.keyboard.type('2099')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The collection date cannot be in the future')).toBeVisible()
  await year.click()
  await page.keyboard.type('2024')
  // Said before anything is sent.
  await expect(dialog.getByText(/^The receipt year before .* is closed\. An admin can enter this day\.$/)).toBeVisible()
  await accessibleWhenStill()
  await collect()
  await expect(dialog).toBeVisible()
  await year.click()
  await page.keyboard.type(schoolDay(new Date()).slice(0, 4))
  await collect()
  await expect(receipt()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receipts()).toContainText(schoolDay(new Date()).slice(0, 4))
})

test('what is not fixed takes the remainder and no discount', async () => {
  await open('Free Giver')
  await fee('Donation').getByRole('checkbox').check()
  const dialog = await take()
  await page.keyboard.press('d')
  await expect(dialog.getByText('Non Fixed Amounts Can Not Be Given Discount.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Give discount/ })).toBeDisabled()
  await page.keyboard.press('c')
  await page.keyboard.type('5000')
  await expect(dialog.getByRole('row', { name: /Donation/ })).toContainText('₹1,700.00')
  await collect()
  await expect(receipt()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(fee('Donation')).toContainText('₹1,700.00')
  await expect(fee('Donation')).toContainText('Paid')
})

test('a student without fees, or of another term, is said to be so', async () => {
  await open('Without Fees')
  await expect(page.getByText('Looks like there are no fees assigned to this class')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Assign fees categories' })).toBeHidden()
  await page.goto(`/fees?student=999999999&term=${school.termId}`)
  await expect(page.getByText('This student is not in 2020-21')).toBeVisible()
})

test('on a phone', async () => {
  await open('Rohan Patil')
  await fitsPhone(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const list = page.getByRole('list', { name: 'Fees' })
  await list.getByRole('checkbox', { name: 'Tuition (MAY)' }).uncheck()
  await accessibleWhenStill()
  const dialog = await take()
  await expect.poll(() => dialog.evaluate((element) => element.clientWidth)).toBe(360)
  await accessibleWhenStill()
  await collect()
  await expect(receipt()).toBeVisible()
  await accessibleWhenStill()
  await receipt().getByRole('button', { name: 'Stay here' }).click()
  await list.getByRole('button', { name: 'Show 2 settled fees' }).click()
  await list.getByRole('button', { name: 'Show the lines of Library' }).click()
  await expect(page.getByRole('list', { name: 'Lines of Library' })).toContainText('₹300.00')
  await fitsPhone(page)
})
