import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { asking, superadminToken } from './feeSchool.ts'
import { addLectureSchool, enter, type LectureSchool } from './lectureSchool.ts'
import { accessible, chooseSchool, fitsPhone, superadmin } from './ownSchool.ts'
import { deliver, notifiable, pressNotification, pushedTo, switchOn } from './pushing.ts'

let school: LectureSchool
const name = `Chat School ${Date.now()}`
test.beforeAll(async () => {
  school = await addLectureSchool(name)
  const ask = asking(await superadminToken())
  await ask('mutation Set($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }', {
    schoolId: school.id,
    input: { chat: true },
  })
})

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

async function person(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' })
  contexts.push(context)
  const page = await context.newPage()
  await enter(page, email, school.password)
  return page
}

const conversations = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('button')
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('article')
/** The connection is back: what is polled for is asked for at once. */
const askNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

/** Waits for the teacher's last message to say who has read it. That somebody has is stored a moment after the page shows the message. */
async function readBy(teacher: Page, text: string): Promise<void> {
  await expect(async () => {
    await askNow(teacher)
    await expect(messages(teacher).last()).toContainText(text, { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(messages(page).last()).toContainText(text)
}

async function begin(page: Page, kind: 'One family' | 'A whole section', whom: string): Promise<void> {
  await page.getByRole('button', { name: 'New Conversation' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Conversation' })
  await dialog.getByRole('button', { name: kind }).click()
  await dialog.getByRole('searchbox').fill(whom)
  await accessible(page)
  await dialog.getByRole('listitem').filter({ hasText: whom }).getByRole('button').click()
  await expect(dialog).toBeHidden()
}

test('a teacher and a family write to each other; an admin looks after it', async ({ browser }) => {
  test.slow()
  const teacher = await person(browser, school.teacher)
  const device = await notifiable(browser)
  contexts.push(device.context)
  const asha = await device.context.newPage()
  await enter(asha, school.students.Asha, school.password)
  await switchOn(asha)
  await asha.setViewportSize({ width: 360, height: 740 })

  await test.step('the teacher begins', async () => {
    await teacher.getByRole('link', { name: 'Chat' }).click()
    await expect(teacher.getByText('No conversations yet')).toBeVisible()
    await accessible(teacher)
    await begin(teacher, 'One family', 'Asha')
    await expect(teacher.getByRole('heading', { name: 'Asha Patil' })).toBeVisible()
    await write(teacher, 'Asha did very well today')
    await expect(messages(teacher).last()).toContainText('Sent')
  })

  await test.step('the family’s device hears of it, once, and leads to it', async () => {
    const heard = () => pushedTo(device)
    const id = new URL(teacher.url()).searchParams.get('thread') ?? ''
    const told = { title: 'Sunita Patil', link: `/chat?thread=${id}`, tag: `chat-${id}` }
    await expect.poll(heard).toEqual([{ ...told, body: expect.stringContaining('Asha did very well today') }])
    await write(teacher, 'See you tomorrow')
    const [pushed] = await heard()
    const shown = await deliver(asha, pushed ?? '')
    expect(shown).toMatchObject({ title: 'Sunita Patil', link: told.link })
    await pressNotification(asha, shown)
    await expect(messages(asha)).toHaveText([/Asha did very well today/, /See you tomorrow/])
    await asha.goBack()
    await expect(asha).toHaveURL(/\/studentLectures$/)
    await write(teacher, 'Please bring the blue book')
    await expect.poll(async () => (await heard()).length, { timeout: 60_000 }).toBe(2)
    expect((await heard())[1]).toMatchObject({ ...told, body: expect.stringContaining('Please bring the blue book') })
  })

  await test.step('the family sees in the menu that there is something, and reads it', async () => {
    await askNow(asha)
    await asha.getByRole('button', { name: 'Open the menu, something is unread' }).click()
    await asha.getByRole('link', { name: 'Chat 1 unread' }).click()
    await expect(conversations(asha)).toHaveText([/Teachers of 7-B.*Sunita Patil: Please bring the blue book.*Unread/])
    await accessible(asha)
    await conversations(asha).first().click()
    await expect(asha.getByRole('heading', { level: 1, name: 'Teachers of 7-B' })).toBeVisible()
    await expect(messages(asha)).toHaveText([
      /Asha did very well today/,
      /See you tomorrow/,
      /Sunita Patil.*Please bring the blue book/,
    ])
    await accessible(asha)
    await expect.poll(() => asha.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expect(asha.getByRole('button', { name: 'Open the menu', exact: true })).toBeVisible()
    await readBy(teacher, 'Read')
  })

  await test.step('and answers, with a picture; the teacher opens it', async () => {
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    await asha.getByLabel('Picture or PDF').setInputFiles({ name: 'homework.png', mimeType: 'image/png', buffer: picture })
    await expect(asha.getByText('homework.png')).toBeVisible()
    await write(asha, 'Thank you! Here is the homework.')
    // Without being told to ask.
    await expect(messages(teacher).last()).toContainText('Thank you! Here is the homework.')
    await teacher.getByRole('button', { name: 'Open homework.jpg' }).click()
    const large = teacher.getByRole('dialog', { name: 'homework.jpg' }).getByRole('img')
    await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
    await teacher.getByRole('button', { name: 'Close' }).click()
    await accessible(teacher)
    await fitsPhone(teacher)
  })

  await test.step('to a whole section staff write, and its families read', async () => {
    await begin(teacher, 'A whole section', '7-B')
    await write(teacher, 'No school on Friday')
    await expect(messages(teacher).last()).toContainText('Read by 0 of 3 families')
    await asha.getByRole('button', { name: 'Back to the conversations' }).click()
    await askNow(asha)
    // The first time, what says that it was read gets lost.
    let lost = 0
    await asha.route('**/graphql', (route) =>
      lost === 0 && route.request().postData()?.includes('MarkChatRead')
        ? route.abort().then(() => void lost++)
        : route.fallback(),
    )
    await conversations(asha).filter({ hasText: 'All families of 7-B' }).click()
    await expect(messages(asha)).toHaveText([/No school on Friday/])
    await expect.poll(() => lost).toBe(1)
    await expect(asha.getByText(/^Only the school writes here/)).toBeVisible()
    await expect(asha.getByRole('textbox', { name: 'Message' })).toHaveCount(0)
    await readBy(teacher, 'Read by 1 of 3 families')
    const meera = await person(browser, school.students.Meera)
    await meera.getByRole('link', { name: 'Chat' }).click()
    await expect(meera.getByText('No conversations yet')).toBeVisible()
    await meera.getByRole('button', { name: 'Write to the Teachers' }).click()
    await expect(meera.getByText('No messages yet')).toBeVisible()
    const refused = meera.waitForResponse((response) => response.url().endsWith('/graphql'))
    await meera.goto(asha.url())
    await refused
    await expect(meera.getByText('This record does not exist any more, or it is not yours to see.')).toBeVisible()
  })

  await test.step('an admin removes a message and closes the conversation', async () => {
    const admin = await superadmin(browser)
    contexts.push(admin.context())
    await chooseSchool(admin, name)
    await admin.getByRole('link', { name: 'Chat' }).click()
    await conversations(admin).filter({ hasText: 'Asha Patil' }).click()
    await admin.getByRole('button', { name: 'Remove the message of Asha Patil' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Remove this message?' })
    await dialog.getByRole('button', { name: 'Remove Message' }).click()
    await expect(dialog.getByText('Required')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Somebody else is in the picture')
    await accessible(admin)
    await dialog.getByRole('button', { name: 'Remove Message' }).click()
    await expect(messages(admin).last()).toContainText('Removed by Savita Rane: Somebody else is in the picture')
    await admin.getByRole('button', { name: 'Close', exact: true }).click()
    await admin.getByRole('button', { name: 'Close Conversation' }).click()
    await expect(admin.getByText('The school has closed this conversation: nothing can be written in it.')).toBeVisible()
    await accessible(admin)
    await asha.getByRole('button', { name: 'Back to the conversations' }).click()
    await conversations(asha).filter({ hasText: 'Teachers of 7-B' }).click()
    await expect(messages(asha).last()).toHaveText(/Removed by Savita Rane\d/)
    await expect(asha.getByText('The school has closed this conversation: nothing can be written in it.')).toBeVisible()
    await admin.getByRole('button', { name: 'Open again' }).click()
    await admin.getByRole('button', { name: 'Open Again' }).click()
    await askNow(asha)
    await expect(asha.getByRole('textbox', { name: 'Message' })).toBeVisible()
  })
})
