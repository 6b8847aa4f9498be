import { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test'
import { schoolDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser } from './createSchool.ts'
import { addEarlierDue, addFeeSchool, type FeeSchool } from './feeSchool.ts'
import { typeAndChoose } from './fields.ts'
import { closeByEscape } from './dialogs.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const confirmationTitle = 'Are You Sure You Want To Continue With This Action?'
const students = [
  ...['Asha Patil', 'Rohan Patil'].map((name) => ({ name, phone: '9800000001' })),
  ...[
    'Double Click',
    'Held Enter',
    'Broken Line',
    'Two Clerks',
    'Cheque Payer',
    'Discount Taker',
    'Other Ways',
    'Every Rule',
    'Free Giver',
    'Owes Earlier',
    'Gone Away',
    'Pays Two Years',
    'Quick Enter',
  ].map((name, index) => ({ name, phone: `98000000${10 + index}` })),
  { name: 'Without Fees', phone: '9800000030', withoutFees: true },
]

let school: FeeSchool
let page: Page
/** The second clerk's page. */
let otherPage: Page

test.beforeAll(async ({ browser }) => {
  school = await addFeeSchool(`Fees ${uniqueTag()}`, students)
  page = await openClerkPage(browser, school.clerks[0])
  otherPage = await openClerkPage(browser, school.clerks[1])
})

test.afterAll(async () => {
  await page.context().close()
  await otherPage.context().close()
})

async function openClerkPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  // Stores the printed text instead of opening the print dialog.
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = document.getElementById('print-sheet')?.textContent ?? ''
      setTimeout(() => window.dispatchEvent(new Event('afterprint')))
    }
  })
  const newPage = await context.newPage()
  await signIn(newPage, email, school.password)
  await expect(newPage.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return newPage
}

const studentSearch = (target = page) => target.getByRole('combobox', { name: 'Find a student' })
const paymentDialog = (target = page) => target.getByRole('dialog', { name: /^Take payment/ })
const confirmation = (target = page) => target.getByRole('dialog', { name: confirmationTitle })
const receiptDialog = (target = page) => target.getByRole('dialog', { name: /^Receipt / })
const receiptItems = (target = page) => target.getByRole('list', { name: 'Receipts' }).getByRole('listitem')
const feeRow = (name: string, target = page) =>
  target.getByRole('table', { name: 'Fees' }).getByRole('row').filter({ hasText: name })

/** Opens a student's fee account by its address. */
async function openFeeAccount(name: string, target = page) {
  await target.goto(`/fees?student=${school.studentIds.get(name)}&term=${school.termId}`)
  await expect(target.getByRole('heading', { name })).toBeVisible()
}

/** Opens the payment dialog for the due fees. */
async function openPaymentDialog(target = page): Promise<Locator> {
  await target.getByRole('button', { name: 'Take payment' }).click()
  await expect(paymentDialog(target).getByRole('textbox', { name: 'Amount' })).toBeFocused()
  return paymentDialog(target)
}

async function confirmPayment(target = page) {
  await paymentDialog(target)
    .getByRole('button', { name: /^Collect/ })
    .click()
  await confirmation(target).getByRole('button', { name: 'Continue' }).click()
}

/** Expects no serious accessibility violation once all transitions have ended. */
async function expectAccessibleWhenStill(target = page) {
  await target.evaluate(() =>
    Promise.allSettled(
      document.getAnimations().flatMap((animation) => (animation instanceof CSSTransition ? [animation.finished] : [])),
    ),
  )
  await expectAccessible(target)
}

const isMutation = (route: Route, name: string) => route.request().postData()?.includes(`mutation ${name}`) ?? false

test('a clerk takes a payment with the keyboard alone, from the name to the next student @main @fees @FEES', async () => {
  await page.goto('/fees')
  await expect(studentSearch()).toBeFocused()
  await expectAccessibleWhenStill()
  const press = (key: string) => page.keyboard.press(key)
  await page.keyboard.type('asha')
  await expect(page.getByRole('option', { name: /Asha Patil/ })).toContainText('7-B · roll 1')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Asha Patil' })).toBeVisible()
  // All fixed fees of a past term are due. The fee that is not fixed is not selected.
  await expect(page.getByText('3 fees selected')).toBeVisible()
  await expect(feeRow('Library').getByRole('checkbox')).toBeFocused()
  await press('Enter')
  await expect(paymentDialog().getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await press('c')
  await expect(paymentDialog().getByRole('row', { name: /Tuition \(MAY\)/ })).toContainText('₹1,500.00')
  await press('Enter')
  await expect(confirmation().getByRole('button', { name: 'Continue' })).toBeFocused()
  await expect(confirmation()).toContainText('₹3,300.00 · Cash')
  await press('Enter')
  await expect(receiptDialog().getByRole('article')).toContainText('Rupees Three Thousand Three Hundred Only')
  await press('p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', /Asha Patil/)
  // The first print is the original; the next one would be a duplicate.
  await expect(page.locator('html')).not.toHaveAttribute('data-printed', /DUPLICATE/)
  await expect(receiptDialog().getByText('DUPLICATE')).toBeVisible()
  await press('n')
  await expect(studentSearch()).toBeFocused()
  await expect(page).toHaveURL(/\/fees$/)
  await expect(page.getByText('Day total ₹3,300.00 · 1 receipt')).toBeVisible()
})

test('a key opens a sibling’s account, and the back button returns', async () => {
  await openFeeAccount('Asha Patil')
  const rohanButton = page.getByRole('button', { name: /^Rohan Patil 7-B ₹3,300\.00 pending/ })
  await expect(rohanButton).toBeVisible()
  await page.getByRole('button', { name: 'Show 3 settled fees' }).click()
  await feeRow('Library').getByRole('button', { name: 'Show the lines of Library' }).click()
  await expect(page.getByRole('table', { name: 'Lines of Library' })).toContainText('Meena Clerk')
  await studentSearch().press('Escape')
  await page.keyboard.press('1')
  await expect(page.getByRole('heading', { name: 'Rohan Patil' })).toBeVisible()
  await expect(feeRow('Library').getByRole('checkbox')).toBeFocused()
  // A box is no text field: ? shows the keys and types nothing.
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys on this screen' })
  await expect(keys).toContainText('Take payment')
  await expect(keys.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(feeRow('Library').getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 fees selected ₹1,800.00')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Asha Patil' })).toBeVisible()
  await studentSearch().fill('7b 2')
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
  await expect(receiptDialog()).toContainText('DUPLICATE')
})

test('a double click or a held Enter stores one payment', async () => {
  await openFeeAccount('Double Click')
  await openPaymentDialog()
  await paymentDialog()
    .getByRole('button', { name: /^Collect/ })
    .dblclick()
  // The second click has not confirmed the payment.
  await expect(confirmation()).toBeVisible()
  await confirmation().getByRole('button', { name: 'Continue' }).dblclick()
  await expect(receiptDialog()).toBeVisible()
  await closeByEscape(receiptDialog())
  await expect(receiptItems()).toHaveCount(1)

  await openFeeAccount('Held Enter')
  await openPaymentDialog()
  // A held key repeats.
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await expect(confirmation()).toBeVisible()
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter')
  await expect(confirmation()).toBeVisible()
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(receiptDialog()).toBeVisible()
  await closeByEscape(receiptDialog())
  await expect(receiptItems()).toHaveCount(1)
})

test('a payment whose answer was lost is stored once, and the typed values stay', async () => {
  await openFeeAccount('Broken Line')
  const dialog = await openPaymentDialog()
  await page.keyboard.type('1000')
  await page.keyboard.press('u')
  await page.keyboard.type('T-77')
  let lostRequests = 0
  await page.route('**/graphql', async (route) => {
    if (!isMutation(route, 'CollectPayment') || lostRequests === 2) return route.continue()
    lostRequests += 1
    // The first request is stored and its answer lost. The second never arrives.
    if (lostRequests === 1) await route.fetch()
    return route.abort()
  })
  await confirmPayment()
  await expect(dialog.getByText('it is not known whether this was saved')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Transaction ID' })).toHaveValue('T-77')
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused()
  await expectAccessibleWhenStill()
  await page.keyboard.press('Enter')
  await expect.poll(() => lostRequests).toBe(2)
  await expect(dialog.getByText('it is not known whether this was saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(receiptDialog()).toBeVisible()
  await page.unroute('**/graphql')
  await closeByEscape(receiptDialog())
  await expect(receiptItems()).toHaveCount(1)
  await expect(receiptItems()).toContainText('₹1,000.00 · UPI')
})

test('of two clerks with the same student the second is warned, and keeps the typed values', async () => {
  await Promise.all([openFeeAccount('Two Clerks'), openFeeAccount('Two Clerks', otherPage)])
  await Promise.all([openPaymentDialog(), openPaymentDialog(otherPage)])
  await otherPage.keyboard.type('200')
  // The split is loaded before the first clerk stores, because a later one would show the change by itself.
  await expect(paymentDialog(otherPage).getByRole('table', { name: 'How the amount is split' })).toContainText('₹200.00')
  await confirmPayment()
  await expect(receiptDialog()).toBeVisible()
  await confirmPayment(otherPage)
  await expect(paymentDialog(otherPage).getByRole('alert').first()).toContainText(/^Somebody else changed .* meanwhile\./)
  await expect(paymentDialog(otherPage).getByRole('textbox', { name: 'Amount' })).toHaveValue('200.00')
  // The account was loaded again, and everything is paid.
  await expect(paymentDialog(otherPage).getByText('No Fees Selected')).toBeVisible()
  await paymentDialog(otherPage).getByRole('button', { name: 'Cancel' }).click()
  await expect(otherPage.getByRole('button', { name: 'Show 3 settled fees' })).toBeVisible()
  await expect(receiptItems(otherPage)).toHaveCount(1)
  await closeByEscape(receiptDialog())
})

test('the key of a payment mode focuses the mode’s field before the next key', async () => {
  await openFeeAccount('Cheque Payer')
  await openPaymentDialog()
  // Checks the focus before the browser runs anything else, timers included.
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

test('a cheque is clearing until it is marked as cleared or failed', async () => {
  await openFeeAccount('Cheque Payer')
  const payByCheque = async (amount: string, chequeNo: string) => {
    await openPaymentDialog()
    await page.keyboard.type(amount)
    await page.keyboard.press('h')
    await page.keyboard.type(chequeNo)
    await confirmPayment()
    await closeByEscape(receiptDialog())
  }
  await payByCheque('300', '004511')
  await payByCheque('1500', '004512')
  await expect(feeRow('Library')).toContainText('Clearing')
  const chequeItem = (number: string) =>
    page.getByRole('list', { name: 'Clearing cheques' }).getByRole('listitem').filter({ hasText: number })
  await expect(chequeItem('004512')).toContainText('₹1,500.00')

  await chequeItem('004511').getByRole('button', { name: 'Cleared' }).click()
  await expect(confirmation()).toContainText('The bank has paid')
  await confirmation().getByRole('button', { name: 'Cleared' }).click()
  await expect(page.getByText('Cheque 004511 Marked As Cleared!')).toBeVisible()
  await expect(chequeItem('004511')).toHaveCount(0)
  await chequeItem('004512').getByRole('button', { name: 'Failed' }).click()
  await confirmation().getByRole('button', { name: 'Failed' }).click()
  await expect(page.getByText('Cheque 004512 Marked As Failed!')).toBeVisible()
  await expect(feeRow('APR')).toContainText('Overdue')
  await expect(receiptItems().filter({ hasText: '004512' })).toContainText('Failed')
  await expect(page.getByRole('button', { name: 'Show 1 settled fee' })).toBeVisible()
})

test('the QR code of UPI has the school’s address, and the typed amount', async () => {
  await openFeeAccount('Other Ways')
  const dialog = await openPaymentDialog()
  const code = dialog.getByRole('img', { name: /^QR code to pay/ })
  await expect(code).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(code).toHaveAccessibleName('QR code to pay ₹3,300.00 by UPI')
  await expect(dialog).toContainText('school@sbi')
  const box = await code.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(200)
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1500.50')
  await expect(code).toHaveAccessibleName('QR code to pay ₹1,500.50 by UPI')
  await expectAccessibleWhenStill()
  // Without an amount, or with one that cannot be taken, there is nothing to pay.
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('')
  await expect(code).toHaveCount(0)
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('5000')
  await expect(code).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('a bank transfer, a card and a demand draft are taken by the keyboard, with what is asked of each', async () => {
  await openFeeAccount('Other Ways')
  const dialog = paymentDialog()

  await openPaymentDialog()
  await page.keyboard.type('100')
  await page.keyboard.press('b')
  await page.keyboard.type('SBIN526329874512')
  // Sixteen characters are a NEFT reference.
  await expect(dialog.getByRole('combobox', { name: 'Sent by' })).toHaveValue('NEFT')
  await page.keyboard.press('Enter')
  await expect(confirmation()).toContainText('₹100.00 · Bank transfer NEFT SBIN526329874512')
  await confirmation().getByRole('button', { name: 'Continue' }).click()
  await expect(receiptDialog()).toContainText('Bank transfer · NEFT · ref. SBIN526329874512')
  // The school has no template, which the clerk is told.
  await receiptDialog().getByRole('button', { name: 'Send receipt' }).click()
  await expect(page.getByText(/^The receipt cannot be sent\. .*No SMS template is registered/)).toBeVisible()
  await page.keyboard.press('Escape')

  await openPaymentDialog()
  await page.keyboard.type('200')
  await page.keyboard.press('r')
  await page.keyboard.type('0A81C')
  await page.keyboard.press('Tab')
  await page.keyboard.type('4321')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The approval code on the slip has 6 letters and digits')
  await expect(dialog.getByRole('textbox', { name: 'Approval code' })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('2')
  await confirmPayment()
  await expect(receiptDialog()).toContainText('Card · XX4321 · approval code 0A81C2')
  await closeByEscape(receiptDialog())

  await openPaymentDialog()
  await page.keyboard.type('300')
  await page.keyboard.press('f')
  await page.keyboard.type('654321')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bank of Maharashtra')
  await page.keyboard.press('Tab')
  const [year, month, day] = schoolDay(new Date()).split('-')
  await page.keyboard.type(`${day}${month}${year}`)
  await expectAccessibleWhenStill()
  await confirmPayment()
  await expect(receiptDialog()).toContainText(`Demand draft · no. 654321 · Bank of Maharashtra, ${day}/${month}/${year}`)
  await expect(receiptDialog()).toContainText('Subject to realisation of demand draft')
  await closeByEscape(receiptDialog())
  const draft = page.getByRole('list', { name: 'Clearing cheques' }).getByRole('listitem').filter({ hasText: '654321' })
  await expect(draft).toContainText('Demand draft 654321, Bank of Maharashtra')
  await draft.getByRole('button', { name: 'Cleared' }).click()
  await confirmation().getByRole('button', { name: 'Cleared' }).click()
  await expect(page.getByText('Demand draft 654321 Marked As Cleared!')).toBeVisible()
  await expect(receiptItems().filter({ hasText: '654321' })).toContainText('₹300.00 · Demand draft')
})

test('a discount opens empty, is given on the chosen fees, and deleted', async () => {
  await openFeeAccount('Discount Taker')
  const dialog = await openPaymentDialog()
  await page.keyboard.press('d')
  await expect(dialog.getByRole('combobox', { name: 'Fees' })).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Give discount' }).click()
  await expect(dialog.getByText('No Fees Selected')).toBeVisible()
  await typeAndChoose(dialog.getByRole('combobox', { name: 'Fees' }), 'Library', { exact: false })
  await typeAndChoose(dialog.getByRole('combobox', { name: 'Fees' }), 'Tuition (APR)', { exact: false })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('800')
  await dialog.getByRole('button', { name: 'Give discount ₹800.00' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Second child')
  await dialog.getByRole('button', { name: 'Give discount ₹800.00' }).click()
  await expect(confirmation()).toContainText('₹800.00 discount (Second child)')
  await expect(confirmation().getByRole('button', { name: 'Continue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Discount Successfully Given!')).toBeVisible()
  const discounts = page.getByRole('list', { name: 'Discounts' }).getByRole('listitem')
  await expect(discounts).toHaveCount(2)
  await discounts.filter({ hasText: 'Tuition (APR)' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete selected discounts' }).click()
  await expect(confirmation()).toContainText('1 discount of ₹500.00')
  await confirmation().getByRole('button', { name: 'Delete discount' }).click()
  await expect(confirmation().getByText('Reason is required')).toBeVisible()
  await confirmation().getByRole('textbox', { name: 'Reason' }).fill('Given to the wrong child')
  await confirmation().getByRole('button', { name: 'Delete discount' }).click()
  await expect(page.getByText('Discount Successfully Deleted!')).toBeVisible()
  await expect(discounts).toHaveCount(1)
  await expect(feeRow('APR')).toContainText('Overdue')
})

test('an ADMIN writes a due off with a reason and undoes it; a clerk cannot', async ({ browser }) => {
  await openFeeAccount('Gone Away')
  await expect((await openPaymentDialog()).getByRole('button', { name: /^Discount/ })).toBeVisible()
  await expect(paymentDialog().getByRole('button', { name: /^Write off/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const email = `head.${school.id}.${uniqueTag()}@fees.test`
  await addStaffUser(school, { name: 'Asha Head', email, phone: school.password, role: 'ADMIN' })
  const head = await openClerkPage(browser, email)
  await openFeeAccount('Gone Away', head)
  const dialog = await openPaymentDialog(head)
  await head.keyboard.press('w')
  await dialog.getByRole('button', { name: 'Write off ₹3,300.00' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The family left the town')
  await dialog.getByRole('button', { name: 'Write off ₹3,300.00' }).click()
  await expect(confirmation(head)).toContainText('₹3,300.00 written off (The family left the town)')
  await head.keyboard.press('Enter')
  await expect(head.getByText('The due is written off.')).toBeVisible()
  const writeOffs = head.getByRole('list', { name: 'Written off' }).getByRole('listitem')
  await expect(writeOffs).toHaveCount(3)
  await expectAccessibleWhenStill(head)
  await writeOffs.filter({ hasText: 'Library' }).getByRole('checkbox').check()
  await head.getByRole('button', { name: 'Undo selected write-offs' }).click()
  await confirmation(head).getByRole('textbox', { name: 'Reason' }).fill('They paid')
  await confirmation(head).getByRole('button', { name: 'Undo' }).click()
  await expect(head.getByText('The write-off is undone.')).toBeVisible()
  await expect(writeOffs).toHaveCount(2)
  await expect(feeRow('Library', head)).toContainText('Overdue')
  // A clerk sees them, and cannot undo them.
  await openFeeAccount('Gone Away')
  await expect(page.getByRole('list', { name: 'Written off' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Undo selected write-offs' })).toHaveCount(0)
  await head.context().close()
})

// What moves between press and release is not pressed: the QR code came, and the payment was not sent.
test('the payment dialog’s buttons keep their place whatever comes between them', async () => {
  await openFeeAccount('Every Rule')
  const dialog = await openPaymentDialog()
  const collect = dialog.getByRole('button', { name: /^Collect/ })
  const places = async () => [
    (await dialog.getByRole('button', { name: 'Cash' }).boundingBox())?.y,
    (await collect.boundingBox())?.y,
  ]
  const first = await places()
  await page.keyboard.type('4000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The collecting amount is greater than the total of fees collected')).toBeVisible()
  expect(await places()).toEqual(first)
  await page.keyboard.press('u')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('4000.00')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('3000.00')
  await expect(dialog.getByRole('img', { name: 'QR code to pay ₹3,000.00 by UPI' })).toBeVisible()
  expect(await places()).toEqual(first)
  await page.keyboard.press('h')
  await collect.click()
  await expect(dialog.getByText('Cheque Number Should Be At Least 6 Digits Long!')).toBeVisible()
  expect(await places()).toEqual(first)
})

test('the form shows the rules’ messages for a forbidden payment', async () => {
  await openFeeAccount('Every Rule')
  await page.getByRole('button', { name: 'None' }).click()
  await page.getByRole('button', { name: 'Take payment' }).click()
  await expect(page.getByText('No Fees Selected')).toBeVisible()
  await page.keyboard.press('a')
  const dialog = await openPaymentDialog()
  const submit = dialog.getByRole('button', { name: /^Collect/ })
  await page.keyboard.type('4000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The collecting amount is greater than the total of fees collected')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('300')
  await page.keyboard.press('h')
  await page.keyboard.type('12345')
  await submit.click()
  await expect(dialog.getByText('Cheque Number Should Be At Least 6 Digits Long!')).toBeVisible()
  await dialog.getByRole('button', { name: 'UPI' }).click()
  await submit.click()
  await expect(dialog.getByText('Transaction ID is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Transaction ID' }).fill('T-77')
  await expect(dialog.getByText(/This transaction ID is on receipt .* of Broken Line/)).toBeVisible()

  const day = dialog.getByRole('textbox', { name: 'Date' })
  const shown = await day.inputValue()
  await day.fill('01 Jan 2099')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The collection date cannot be in the future')).toBeVisible()
  await day.fill(shown.replace(/\d{4}$/, '2024'))
  // Shown before anything is sent.
  await expect(dialog.getByText(/^The receipt year before .* is closed\. An admin can enter this day\.$/)).toBeVisible()
  await expectAccessibleWhenStill()
  await confirmPayment()
  await expect(dialog).toBeVisible()
  await day.fill(shown)
  await confirmPayment()
  await expect(receiptDialog()).toBeVisible()
  await closeByEscape(receiptDialog())
  await expect(receiptItems()).toContainText(schoolDay(new Date()).slice(0, 4))
})

test('a fee that is not fixed takes the remainder and no discount', async () => {
  await openFeeAccount('Free Giver')
  await feeRow('Donation').getByRole('checkbox').check()
  const dialog = await openPaymentDialog()
  await page.keyboard.press('d')
  await typeAndChoose(dialog.getByRole('combobox', { name: 'Fees' }), 'Donation', { exact: false })
  await expect(dialog.getByText('Non Fixed Amounts Can Not Be Given Discount.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Give discount/ })).toBeDisabled()
  await dialog.getByRole('button', { name: /^Cash/ }).click()
  await page.keyboard.type('5000')
  await expect(dialog.getByRole('row', { name: /Donation/ })).toContainText('₹1,700.00')
  await confirmPayment()
  await expect(receiptDialog()).toBeVisible()
  await closeByEscape(receiptDialog())
  await expect(feeRow('Donation')).toContainText('₹1,700.00')
  await expect(feeRow('Donation')).toContainText('Paid')
})

test('unpaid fees of earlier terms stand first, and are taken with this term’s in one payment', async () => {
  await addEarlierDue(school, 'Owes Earlier', '2018-19')
  await addEarlierDue(school, 'Owes Earlier', '2019-20')
  await openFeeAccount('Owes Earlier')
  const table = page.getByRole('table', { name: 'Fees' })
  await expect(table.getByRole('rowheader')).toHaveText(['Unpaid from 2018-19', 'Unpaid from 2019-20', 'This term'])
  const first = table.getByRole('checkbox', { name: 'Tuition (MAR) 2018-19' })
  // Due and chosen like the term's own fees; the keys go through all of them.
  await expect(page.getByText('5 fees selected')).toBeVisible()
  await first.focus()
  await expectAccessibleWhenStill()
  await page.keyboard.press('ArrowDown')
  await expect(table.getByRole('checkbox', { name: 'Tuition (MAR) 2019-20' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(paymentDialog().getByRole('textbox', { name: 'Amount' })).toHaveValue('4,900.00')
  // The oldest dues are paid first.
  await paymentDialog().getByRole('textbox', { name: 'Amount' }).fill('1700')
  const split = paymentDialog().getByRole('table', { name: 'How the amount is split' }).getByRole('row')
  await expect(split.nth(0)).toContainText('Tuition (MAR) 2018-19')
  await expect(split.nth(1)).toContainText('Tuition (MAR) 2019-20')
  await expect(split.nth(2)).toContainText('₹200.00 left')
  await page.keyboard.press('Enter')
  await confirmation().getByRole('button', { name: 'Continue' }).click()
  await expect(receiptDialog().getByRole('article')).toContainText('Tuition Term 2018-19')
  await expect(receiptDialog().getByRole('article')).toContainText('Still pending₹3,200.00')
  await receiptDialog().getByRole('button', { name: 'Stay here' }).click()
  await expect(table.getByRole('rowheader')).toHaveCount(0)
  // A look at what was paid of a fee leaves it selected.
  await expect(feeRow('Library').getByRole('checkbox')).toBeChecked()
  await feeRow('Library').getByRole('button', { name: 'Show the lines of Library' }).click()
  await expect(page.getByRole('table', { name: 'Lines of Library' })).toContainText('₹100.00')
  await expect(feeRow('Library').getByRole('checkbox')).toBeChecked()
})

test('last year’s and this year’s fees are taken with the keyboard alone', async () => {
  await addEarlierDue(school, 'Pays Two Years', '2017-18')
  await page.goto('/fees')
  await expect(studentSearch()).toBeFocused()
  await page.keyboard.type('two y')
  await expect(page.getByRole('option', { name: /Pays Two Years/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 fees selected')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(paymentDialog().getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await page.keyboard.press('c')
  await expect(paymentDialog().getByRole('row', { name: /Tuition \(MAR\) 2017-18/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(confirmation().getByRole('button', { name: 'Continue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(receiptDialog().getByRole('article')).toContainText('Tuition Term 2017-18')
  await expect(receiptDialog().getByRole('article')).toContainText('Library')
  await page.keyboard.press('p')
  await page.keyboard.press('n')
  await expect(studentSearch()).toBeFocused()
})

test('Enter in the moment in which the account is drawn opens the payment', async () => {
  await page.goto('/fees')
  await expect(studentSearch()).toBeFocused()
  // Between the drawing and the next task, where a busy processor delivers the key of a fast clerk.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes('fees selected')) return
      observer.disconnect()
      const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(enter)
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.keyboard.type('quick e')
  await expect(page.getByRole('option', { name: /Quick Enter/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(paymentDialog().getByRole('textbox', { name: 'Amount' })).toBeFocused()
  await closeByEscape(paymentDialog())
})

test('the counter says that a student has no fees, or is not in the term', async () => {
  await openFeeAccount('Without Fees')
  await expect(page.getByText('Looks like there are no fees assigned to this class')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Assign fees categories' })).toBeHidden()
  await page.goto(`/fees?student=999999999&term=${school.termId}`)
  await expect(page.getByText('This student is not in 2020-21')).toBeVisible()
})

test('the counter works on a phone', async () => {
  await openFeeAccount('Rohan Patil')
  await expectFitsPhone(page)
  await page.setViewportSize({ width: 360, height: 740 })
  const list = page.getByRole('list', { name: 'Fees' })
  await list.getByRole('checkbox', { name: 'Tuition (MAY)' }).uncheck()
  await expectAccessibleWhenStill()
  const dialog = await openPaymentDialog()
  await expect.poll(() => dialog.evaluate((element) => element.clientWidth)).toBe(360)
  await expectAccessibleWhenStill()
  await confirmPayment()
  await expect(receiptDialog()).toBeVisible()
  await expectAccessibleWhenStill()
  await receiptDialog().getByRole('button', { name: 'Stay here' }).click()
  await list.getByRole('button', { name: 'Show 2 settled fees' }).click()
  await list.getByRole('button', { name: 'Show the lines of Library' }).click()
  await expect(page.getByRole('list', { name: 'Lines of Library' })).toContainText('₹300.00')
  await expectFitsPhone(page)
  // The payment's bar stands in the place of the main screens, until the account is closed.
  await page.setViewportSize({ width: 360, height: 740 })
  const mainScreens = page.getByRole('navigation', { name: 'Main screens' })
  await expect(mainScreens).toBeHidden()
  await page.getByRole('button', { name: 'Close the account' }).click()
  await expect(mainScreens).toBeVisible()
  await expect(list).toBeHidden()
  // The open one of many tabs is in sight.
  await page.goto('/fees?tab=deleted')
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.9 })
})
