import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addStaffUser, type CreatedSchool, createSchool, importSections, importStudents } from './createSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { openSignedInPage } from './signIn.ts'
import { choose } from './fields.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const password = '9811122233'
const tag = uniqueTag()
const schoolName = `Messages ${tag}`
let school: CreatedSchool
/** The super administrator's page, in a school without quiet hours. */
let page: Page
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await createSchool({
    name: schoolName,
    senderId: 'MSGSCH',
    term: currentTerm,
    qrcode: true,
    studentEmail: `{roll}.${tag}@messages.test`,
    whatsapp: true,
    quietFrom: '00:00',
    quietTo: '00:00',
  })
  await importSections(school, [{ class: '7', section: 'B' }])
  await addStudents([
    ['1', 'Asha Patil', '9800000101'],
    ['2', 'Rohan Patil', '9800000101'],
    ['3', 'Imran Shaikh', '9800000102'],
    ['4', 'Pooja Nene', '1234567890'],
  ])
  const email = `head.${tag}@messages.test`
  await addStaffUser(school, { name: 'Head Office', email, phone: password, role: 'ADMIN' })
  page = await openSuperadminPage(browser)
  await chooseSchool(page, schoolName)
  head = await openUserPage(browser, email, password)
})

test.afterAll(async () => {
  await page.context().close()
  await head.context().close()
})

async function addStudents(students: readonly (readonly [roll: string, name: string, phone: string])[]): Promise<void> {
  await importStudents(
    school,
    students.map(([roll, name, phone]) => ({ roll, class: '7', section: 'B', name, phone })),
  )
}

async function openUserPage(browser: Browser, email: string, ownPassword: string): Promise<Page> {
  const newPage = await openSignedInPage(browser, email, ownPassword)
  await expect(newPage.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  return newPage
}

async function chooseOption(target: Page, field: string, option: string): Promise<void> {
  await choose(target.getByRole('combobox', { name: field }), option)
}

const rowWith = (target: Page, text: string) => target.getByRole('row').filter({ hasText: text })

test('a super administrator registers templates, and the head can only read them @main @messaging', async () => {
  await head.goto('/messages')
  await expect(head.getByText('No notice can be sent yet')).toBeVisible()
  await head.getByRole('link', { name: 'Templates' }).click()
  await expect(head.getByText('No templates yet')).toBeVisible()
  await expect(head.getByRole('button', { name: 'Add Template' })).toHaveCount(0)
  await expect(head.getByRole('listitem', { name: 'Notice' })).toContainText('No WhatsApp template is registered')

  await page.goto('/messages?tab=templates')
  await page.getByRole('button', { name: 'Add Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add template' })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Dear parent, ')
  await dialog.getByRole('button', { name: '{{text}}' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Dear parent, {{text}}')
  await expect(dialog.getByRole('group', { name: 'As it is read' })).toHaveText('Dear parent, School closes at 12 on Friday')
  await dialog.getByRole('button', { name: 'Add Template' }).click()
  await expect(dialog.getByText('Required').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Holiday')
  await dialog.getByRole('textbox', { name: 'Name at WhatsApp' }).fill('holiday')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('0.12')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add Template' }).click()
  await expect(page.getByText('Template Added Successfully!')).toBeVisible()
  await expect(rowWith(page, 'Notice: Holiday')).toContainText('Dear parent, {{text}}')
  await expect(page.getByRole('listitem', { name: 'Notice' })).toContainText('Goes out')

  await school.executeInSchool(
    'mutation Save($schoolId: ID!, $input: MessageTemplateForm!) { saveMessageTemplate(schoolId: $schoolId, input: $input) { id } }',
    {
      kind: 'LOGIN_DETAILS',
      name: '',
      channel: 'WHATSAPP',
      language: 'en',
      whatsappName: 'login_details',
      dltTemplateId: '',
      smsTemplateId: '',
      text: 'Dear parent, {{student}} signs in with {{login}}.',
      price: 12,
    },
  )
  await page.getByRole('button', { name: 'Add Template' }).click()
  await choose(dialog.getByRole('combobox', { name: 'About' }), 'Receipt')
  await choose(dialog.getByRole('combobox', { name: 'By' }), 'SMS')
  await dialog.getByRole('textbox', { name: 'DLT Template ID' }).fill('1107161234567890123')
  await dialog.getByRole('textbox', { name: 'MSG91 Template ID' }).fill('1107161234567890123')
  await dialog.getByRole('textbox', { name: 'Price' }).fill('0.18')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Received with thanks: {{amount}}. {{school}}')
  await dialog.getByRole('button', { name: 'Add Template' }).click()
  await expect(dialog.getByText('MSG91 gives each template an id of its own')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'MSG91 Template ID' }).fill('64f0c2a91b7e3d5f60a81c24')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add Template' }).click()
  await expect(rowWith(page, 'Received with thanks')).toContainText('1107161234567890123')

  await page.getByRole('button', { name: 'Edit Receipt' }).click()
  await page.getByRole('dialog', { name: 'Receipt' }).getByRole('checkbox', { name: 'E-mail' }).check()
  await page.getByRole('dialog', { name: 'Receipt' }).getByRole('checkbox', { name: 'SMS' }).check()
  await page.getByRole('dialog', { name: 'Receipt' }).getByRole('button', { name: 'Move SMS up' }).click()
  await page.getByRole('dialog', { name: 'Receipt' }).getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('listitem', { name: 'Receipt' })).toContainText('SMS, then E-mail')
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test('login details are queued from the settings @main @messaging', async () => {
  await page.goto('/settings?tab=whatsapp')
  await chooseOption(page, 'Template', 'Login details')
  await expect(page.getByRole('group', { name: 'Text of the template' })).toHaveText(
    'Dear parent, {{student}} signs in with {{login}}.',
  )
  await page.getByRole('radio', { name: 'Chosen students' }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Choose the students')).toBeVisible()
  await page.getByRole('combobox', { name: 'Students' }).fill('Imran')
  await page.getByRole('option', { name: /^Imran Shaikh/ }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: '1 message to the families of 1 student' })
  await expect(preview.getByRole('group', { name: 'Text to the family of Imran Shaikh' })).toHaveText(
    `Dear parent, Imran Shaikh signs in with 3.${tag}@messages.test.`,
  )
  await expect(preview).toContainText('₹0.12')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await preview.getByRole('button', { name: 'Queue 1 message' }).click()
  await expect(page.getByText('Whatsapp Messages Queued Successfully!')).toBeVisible()
  await expect(rowWith(page, 'Login details')).toContainText('1 of 1 sent')

  await head.goto('/settings?tab=whatsapp')
  await expect(head.getByRole('tab', { name: 'Whatsapp Messaging' })).toBeDisabled()
})

test('a notice is sent to the whole school as previewed, once to siblings, and its delivery is shown @main @messaging', async () => {
  await head.goto('/messages')
  await chooseOption(head, 'Template', 'Holiday')
  await head.getByRole('textbox', { name: 'What it says' }).fill('school closes at 12.')
  await head.getByRole('button', { name: 'Preview' }).click()
  const preview = head.getByRole('region', { name: '2 messages to the families of 3 students' })
  await expect(preview).toContainText('1 student shares a phone with a sibling')
  await expect(preview).toContainText('1 student cannot be reached by any channel')
  await expect(preview.getByRole('group', { name: 'Text to the family of Asha Patil, Rohan Patil' })).toHaveText(
    'Dear parent, school closes at 12.',
  )
  await addStudents([['5', 'Meera Iyer', '9800000103']])
  await preview.getByRole('button', { name: 'Queue 2 messages' }).click()
  await expect(head.getByText('The messages have changed since the preview.').first()).toBeVisible()
  const newPreview = head.getByRole('region', { name: '3 messages to the families of 4 students' })
  await newPreview.getByRole('button', { name: 'Queue 3 messages' }).click()
  await expect(head.getByText('Messages Queued Successfully!')).toBeVisible()
  // A family that got a WhatsApp message a moment ago waits some seconds for the next one.
  await expect(rowWith(head, 'Holiday')).toContainText(/[23] of 3 sent/)

  await rowWith(head, 'Holiday').getByText('Whole school').click()
  await expect(head).toHaveURL(/tab=history&f\.batch=\d+/)
  await expect(rowWith(head, 'Asha Patil, Rohan Patil')).toContainText(/Sent|Delivered|Read/)
  await rowWith(head, 'Meera Iyer').getByText('Holiday').click()
  const dialog = head.getByRole('dialog', { name: /^Holiday · Meera Iyer/ })
  await expect(dialog.getByRole('group', { name: 'Text of the message' })).toHaveText('Dear parent, school closes at 12.')
  await expect(dialog.getByRole('list', { name: 'What happened' })).toContainText('Sent')
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rowWith(head, 'Imran Shaikh')).toHaveCount(1)
  await head.getByRole('button', { name: 'One batch only' }).press('Delete')
  await expect(rowWith(head, 'Imran Shaikh')).toHaveCount(2)
  await expectAccessible(head)
  await expectFitsPhone(head)

  await head.goto('/students')
  await head.getByRole('row').filter({ hasText: 'Rohan Patil' }).getByText('Rohan Patil').click()
  const messages = head.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('listitem')).toHaveCount(1)
  await messages.getByRole('button', { name: /Dear parent, school closes at 12\./ }).click()
  await expect(head.getByRole('dialog', { name: /^Holiday · Asha Patil, Rohan Patil/ })).toBeVisible()
})

test('the dashboard links to failed messages, which are sent again; a queued one is cancelled', async ({ browser }) => {
  const demo = await openUserPage(browser, 'admin@shala.test', '9876543210')
  await demo.goto('/dashboard')
  await demo.getByRole('link', { name: /^Messages that failed/ }).click()
  await expect(demo).toHaveURL(/tab=history&f\.state=FAILED/)
  const failed = rowWith(demo, 'Holiday').first()
  await failed.getByText('Holiday').click()
  const dialog = demo.getByRole('dialog', { name: /^Holiday · / })
  await expect(dialog).toContainText('The operator refused it')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(demo.getByText('Message Queued Again Successfully!')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'What happened' })).toContainText('Sent again by Vasant Kulkarni.')
  await expect(dialog.getByRole('button', { name: 'Send again' })).toHaveCount(0)

  await demo.goto('/messages?tab=history&f.state=QUEUED')
  await rowWith(demo, 'Parents meeting')
    .first()
    .getByRole('button', { name: /Do not send/ })
    .click()
  await expect(demo.getByText('Message Cancelled Successfully!')).toBeVisible()
  await demo.context().close()
})

test('failed queries show an error', async () => {
  await head.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName: string }
    return ['Messages', 'MessageTemplates', 'MessageKinds', 'SendChoices'].includes(operationName)
      ? route.abort()
      : route.continue()
  })
  for (const tab of ['send', 'history', 'templates']) {
    await head.goto(`/messages?tab=${tab}`)
    await expect(head.getByText('Network request failed').first()).toBeVisible()
  }
  await head.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the school settings have the settings for messages, some of them for a super administrator only', async () => {
  await head.goto('/settings')
  const messages = head.getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('switch', { name: 'Whatsapp' })).toBeDisabled()
  await expect(messages.getByRole('textbox', { name: 'DLT Entity ID' })).toBeDisabled()
  await page.goto('/settings')
  const superadminMessages = page.getByRole('region', { name: 'Messages' })
  await superadminMessages.getByRole('textbox', { name: 'DLT Entity ID' }).fill('11x')
  await page.getByRole('button', { name: 'Update School' }).click()
  await expect(superadminMessages.getByText('The DLT entity id has digits only')).toBeVisible()
  await superadminMessages.getByRole('textbox', { name: 'DLT Entity ID' }).fill('1101456780000099999')
  await superadminMessages.getByRole('switch', { name: 'Timetable Summary' }).check()
  await page.getByRole('button', { name: 'Update School' }).click()
  await expect(page.getByText('School Updated Successfully!')).toBeVisible()
  await page.reload()
  await expect(superadminMessages.getByRole('textbox', { name: 'DLT Entity ID' })).toHaveValue('1101456780000099999')
  await expect(superadminMessages.getByRole('switch', { name: 'Timetable Summary' })).toBeChecked()
})
