import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessibility.ts'
import { addLectureSchool, type LectureSchool } from './lectureSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import {
  clickNotification,
  deliverPush,
  enableNotifications,
  openPushDevice,
  readPushedNotifications,
} from './pushNotifications.ts'
import { chooseSchool, openSuperadminPage } from './schoolScreens.ts'
import { signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

let school: LectureSchool
const schoolName = `Chat School ${uniqueTag()}`
test.beforeAll(async () => {
  school = await addLectureSchool(schoolName)
  await school.executeInSchool(
    'mutation Set($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
    { chat: true },
  )
})

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

async function openPage(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  contexts.push(context)
  const page = await context.newPage()
  await signIn(page, email, school.password, true)
  return page
}

const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('button')
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('article')
/** Makes the page poll at once, as it does when the connection is back. */
const pollNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

/**
 * Waits until the teacher's last message shows who has read it. It is stored a moment after the reader's page shows the
 * message.
 */
async function expectReadStatus(teacher: Page, text: string): Promise<void> {
  await expect(async () => {
    await pollNow(teacher)
    await expect(messages(teacher).last()).toContainText(text, { timeout: 2000 })
  }).toPass()
}

async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).last()).toContainText(text)
}

async function startConversation(page: Page, kind: 'One family' | 'A whole section', recipient: string): Promise<void> {
  await page.getByRole('button', { name: 'New Conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Conversation' })
  await dialog.getByRole('button', { name: kind }).click()
  await dialog.getByRole('searchbox').fill(recipient)
  await expectAccessible(page)
  await dialog.getByRole('listitem').filter({ hasText: recipient }).getByRole('button').click()
  await expect(dialog).toBeHidden()
}

test('a teacher and a family chat, and an admin removes a message and closes the conversation @main @chat', async ({
  browser,
}) => {
  const teacher = await openPage(browser, school.teacher)
  const device = await openPushDevice(browser)
  contexts.push(device.context)
  const family = await device.context.newPage()
  await signIn(family, school.students.Asha, school.password, true)
  await enableNotifications(family)
  await family.setViewportSize({ width: 360, height: 740 })

  await test.step('the teacher starts a conversation', async () => {
    await teacher.getByRole('link', { name: 'Chat', exact: true }).click()
    await expect(teacher.getByText('No conversations yet')).toBeVisible()
    await expectAccessible(teacher)
    await startConversation(teacher, 'One family', 'Asha')
    const heading = teacher.getByRole('heading', { name: 'Asha Patil' })
    await expect(heading.getByRole('link')).toHaveAttribute('href', /^\/students\/\d+$/)
    await sendMessage(teacher, 'Asha did very well today')
    await expect(messages(teacher).last()).toContainText('Sent')
  })

  await test.step('the family’s device gets one notification, which opens the conversation', async () => {
    const readNotifications = () => readPushedNotifications(device)
    const id = new URL(teacher.url()).searchParams.get('thread') ?? ''
    const notification = { title: 'Sunita Patil', link: `/chat?thread=${id}`, tag: `chat-${id}` }
    await expect.poll(readNotifications).toEqual([{ ...notification, body: expect.stringContaining('Asha did very well today') }])
    await sendMessage(teacher, 'See you tomorrow')
    const [pushed] = await readNotifications()
    const shownNotification = await deliverPush(family, pushed ?? '')
    expect(shownNotification).toMatchObject({ title: 'Sunita Patil', link: notification.link })
    await clickNotification(family, shownNotification)
    await expect(messages(family)).toHaveText([/Asha did very well today/, /See you tomorrow/])
    // A reader has one notification until the conversation is read.
    await expectReadStatus(teacher, 'Read')
    await family.goBack()
    await expect(family).toHaveURL(/\/studentLectures$/)
    await sendMessage(teacher, 'Please bring the blue book')
    await expect.poll(async () => (await readNotifications()).length).toBe(2)
    expect((await readNotifications())[1]).toMatchObject({
      ...notification,
      body: expect.stringContaining('Please bring the blue book'),
    })
  })

  await test.step('the family sees an unread conversation in the menu, and reads it', async () => {
    await pollNow(family)
    // The sheet has its whole height at once: one that grows moves the entries under the finger.
    await family.evaluate(() => {
      navigator.serviceWorker.getRegistration = () => new Promise(() => undefined)
    })
    await family.getByRole('button', { name: 'More', exact: true }).click()
    const sheet = family.getByRole('dialog', { name: 'Menu' })
    await expect(sheet.getByRole('switch', { name: 'Notify me on this device' })).toBeChecked()
    await sheet.getByRole('link', { name: 'Chat 1 unread' }).click()
    await expect(conversations(family)).toHaveText([/Teachers of 7-B.*Sunita Patil: Please bring the blue book.*Unread/])
    await expectAccessible(family)
    await conversations(family).first().click()
    await expect(family.getByRole('heading', { level: 1, name: 'Teachers of 7-B' })).toBeVisible()
    await expect(messages(family)).toHaveText([
      /Asha did very well today/,
      /See you tomorrow/,
      /Sunita Patil.*Please bring the blue book/,
    ])
    await expectAccessible(family)
    await expect.poll(() => family.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expect(
      family.getByRole('navigation', { name: 'Main screens' }).getByRole('link', { name: 'Chat', exact: true }),
    ).toBeVisible()
    await expectReadStatus(teacher, 'Read')
  })

  await test.step('the family replies with a picture, and the teacher opens it', async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    await family.getByLabel('Picture or PDF').setInputFiles({ name: 'homework.png', mimeType: 'image/png', buffer: picture })
    await expect(family.getByText('homework.png')).toBeVisible()
    await sendMessage(family, 'Thank you! Here is the homework.')
    // The teacher's page polls by itself.
    await expect(messages(teacher).last()).toContainText('Thank you! Here is the homework.')
    await teacher.getByRole('button', { name: 'Open homework.jpg' }).click()
    const picturePreview = teacher.getByRole('dialog', { name: 'homework.jpg' }).getByRole('img')
    await expect.poll(() => picturePreview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
    await teacher.getByRole('button', { name: 'Close' }).click()
    await expectAccessible(teacher)
    await expectFitsPhone(teacher)
  })

  await test.step('staff write to a whole section, and its families can only read', async () => {
    await startConversation(teacher, 'A whole section', '7-B')
    await sendMessage(teacher, 'No school on Friday')
    await expect(messages(teacher).last()).toContainText('Read by 0 of 3 families')
    await family.getByRole('button', { name: 'Back to the conversations' }).click()
    await pollNow(family)
    // The first request that marks it as read is lost.
    let abortedRequests = 0
    await family.route('**/graphql', (route) =>
      abortedRequests === 0 && route.request().postData()?.includes('MarkChatRead')
        ? route.abort().then(() => void abortedRequests++)
        : route.fallback(),
    )
    await conversations(family).filter({ hasText: 'All families of 7-B' }).click()
    await expect(messages(family)).toHaveText([/No school on Friday/])
    await expect.poll(() => abortedRequests).toBe(1)
    await expect(family.getByText(/^Only the school writes here/)).toBeVisible()
    await expect(family.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
    await expectReadStatus(teacher, 'Read by 1 of 3 families')
    const meera = await openPage(browser, school.students.Meera)
    await meera.getByRole('link', { name: 'Chat', exact: true }).click()
    await expect(meera.getByText('No conversations yet')).toBeVisible()
    await meera.getByRole('button', { name: 'Write to the Teachers' }).click()
    await expect(meera.getByText('No messages yet')).toBeVisible()
    const refusedResponse = meera.waitForResponse((response) => response.url().endsWith('/graphql'))
    await meera.goto(family.url())
    await refusedResponse
    await expect(meera.getByText('This record does not exist any more, or it is not yours to see.')).toBeVisible()
  })

  await test.step('an admin removes a message and closes the conversation', async () => {
    const admin = await openSuperadminPage(browser)
    contexts.push(admin.context())
    await chooseSchool(admin, schoolName)
    await admin.getByRole('link', { name: 'Chat', exact: true }).click()
    await conversations(admin).filter({ hasText: 'Asha Patil' }).click()
    await admin.getByRole('button', { name: 'Remove the message of Asha Patil' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Remove this message?' })
    await dialog.getByRole('button', { name: 'Remove Message' }).click()
    await expect(dialog.getByText('Required')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Somebody else is in the picture')
    await expectAccessible(admin)
    await dialog.getByRole('button', { name: 'Remove Message' }).click()
    await expect(messages(admin).last()).toContainText('Removed by Savita Rane: Somebody else is in the picture')
    await admin.getByRole('button', { name: 'Close', exact: true }).click()
    await admin.getByRole('button', { name: 'Close Conversation' }).click()
    await expect(admin.getByText('The school has closed this conversation: nothing can be written in it.')).toBeVisible()
    await expectAccessible(admin)
    await family.getByRole('button', { name: 'Back to the conversations' }).click()
    await conversations(family).filter({ hasText: 'Teachers of 7-B' }).click()
    await expect(messages(family).last()).toHaveText(/Removed by Savita Rane\d/)
    await expect(family.getByText('The school has closed this conversation: nothing can be written in it.')).toBeVisible()
    await admin.getByRole('button', { name: 'Open again' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Open Again' }).click()
    await pollNow(family)
    await expect(family.getByRole('textbox', { name: 'Message' })).toBeVisible()
  })
})

test('a message written without a connection waits on the device, and is sent once', async ({ browser }) => {
  const teacher = await openPage(browser, school.teacher)
  await teacher.goto('/chat')
  await startConversation(teacher, 'One family', 'Rohan')
  await sendMessage(teacher, 'First')
  await teacher.context().setOffline(true)
  await teacher.getByRole('textbox', { name: 'Message' }).fill('Bring the form tomorrow')
  await teacher.getByRole('button', { name: 'Send', exact: true }).click()
  const waiting = teacher.getByRole('list', { name: 'Messages that wait for a connection' })
  await expect(waiting.getByRole('listitem')).toHaveText(['Bring the form tomorrow'])
  await expect(teacher.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(teacher.getByRole('banner')).toContainText('1 message waiting')
  await expectAccessible(teacher)
  await teacher.context().setOffline(false)
  await expect(messages(teacher).last()).toContainText('Bring the form tomorrow')
  await expect(waiting).toBeHidden()
  await expect(messages(teacher).filter({ hasText: 'Bring the form tomorrow' })).toHaveCount(1)
})
