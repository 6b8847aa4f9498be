import { type Browser, expect, type Page } from '@playwright/test'
import { readCatalogue } from '#languages/catalogues.ts'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, staffPassword } from './attendanceSchool.ts'
import { ensureOwnPassword } from './ensureOwnPassword.ts'
import { openSignedInPage } from './signIn.ts'
import { studentFeesPath } from './familyPages.ts'
import { addFamilySchool } from './familySchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.use({ serviceWorkers: 'allow' })

const marathi = await readCatalogue('mr')

/** Returns the Marathi of an English text. */
function mr(english: string): string {
  const text = marathi.get(english)
  if (text === undefined) throw new Error(`There is no Marathi for "${english}".`)
  return text
}

const open = async (browser: Browser, locale: string): Promise<Page> =>
  (await browser.newContext({ baseURL: process.env.E2E_URL ?? '', locale })).newPage()

const pageLanguage = (page: Page) => page.locator('html').getAttribute('lang')

/** Returns the address of the service worker that answers the page's next visit. */
const activeWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL.replace(location.origin, ''))

test('a page speaks the browser’s language if it is one of ours', async ({ browser }) => {
  for (const [locale, language, heading] of [
    ['hi-IN', 'hi', 'साइन इन करें'],
    ['mr-IN', 'mr', 'साइन इन करा'],
    ['kn-IN', 'en', 'Sign in'],
  ] as const) {
    const page = await open(browser, locale)
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await pageLanguage(page)).toBe(language)
    await page.context().close()
  }
})

test('a person’s language is kept with the account, on every device, and the stored product speaks it too', async ({
  browser,
}) => {
  const school = await addAttendanceSchool(`Languages ${uniqueTag()}`)
  const email = school.staffEmails.head
  await ensureOwnPassword(email, staffPassword)
  const page = await open(browser, 'en-IN')
  await page.goto('/login')
  await page.getByRole('navigation', { name: 'Language' }).getByRole('button', { name: 'मराठी' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('साइन इन करा')
  await expectAccessible(page)
  await page.getByLabel(mr('Email')).fill(email)
  await page.getByLabel(mr('Password'), { exact: true }).fill(staffPassword)
  await page.getByRole('button', { name: mr('Sign in') }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('डॅशबोर्ड')
  // On another device, whose browser wishes English, too.
  const desk = await openSignedInPage(browser, email, staffPassword, { locale: 'en-IN' })
  const deskHeading = desk.getByRole('heading', { level: 1 })
  await expect(deskHeading).toHaveText('डॅशबोर्ड')
  await expectFitsPhone(page)
  // What the server says, too: a refusal without a token.
  const refused = await page.request.post('/graphql', { data: { query: '{ terms(schoolId: "1") { id } }' } })
  expect(await refused.text()).toContain(mr('Please sign in.'))
  await expect.poll(() => activeWorker(page)).toBe('/sw.js?language=mr')

  await page.context().setOffline(true)
  await page.reload()
  await expect(heading).toHaveText('डॅशबोर्ड')
  await page.context().setOffline(false)

  await page.getByRole('button', { name: mr('Account of {0}').replace('{0}', 'Vidya Rao') }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(heading).toHaveText('Dashboard')
  await expect.poll(() => activeWorker(page)).toBe('/sw.js')
  await page.reload()
  await expect(heading).toHaveText('Dashboard')
  expect(await pageLanguage(page)).toBe('en')
  await desk.reload()
  await expect(deskHeading).toHaveText('Dashboard')
  await desk.context().close()
  await page.context().close()
})

test('the fonts of other scripts are loaded when their letters are shown, and not before', async ({ browser }) => {
  const page = await open(browser, 'mr-IN')
  const fonts: string[] = []
  page.on('request', (request) => {
    const [, script] = /noto-sans-([a-z]+)-[a-z]+-400/.exec(request.url()) ?? []
    if (script) fonts.push(script)
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('साइन इन करा')
  const styled = () => page.evaluate(() => [...document.fonts].some((font) => font.unicodeRange.toUpperCase().includes('U+A80')))
  await expect.poll(styled).toBe(true)
  const before = new Set(fonts)
  expect([...before].filter((script) => script !== 'devanagari')).toEqual([])
  await page.getByLabel(mr('Email')).fill('કમલ ਕਮਲ কমল கமல కమల ಕಮಲ')
  const others = ['bengali', 'gujarati', 'gurmukhi', 'kannada', 'tamil', 'telugu']
  await expect.poll(() => [...new Set(fonts)].filter((script) => !before.has(script)).toSorted()).toEqual(others)
  await page.context().close()
})

test('a mother pays in Marathi, from the link to the receipt', async ({ browser }) => {
  const family = { name: 'Asha Marathi', phone: '9811111111' }
  const school = await addFamilySchool(`Marathi ${uniqueTag()}`, [family])
  const page = await open(browser, 'mr-IN')
  await page.goto(`/onlinefees/${school.tokens.get(family.phone)}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('शाळेचे शुल्क')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('link', { name: new RegExp(`^${family.name}`) }).click()
  await expect(page).toHaveURL(studentFeesPath(school, family))
  await expect(page.getByText(mr('Pay at the school'))).toBeVisible()
  await page.getByLabel(mr('Name'), { exact: true }).fill('सुनील पाटील')
  await page.getByLabel(mr('E-mail (optional)')).fill('sunil@family.test')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('button', { name: /^₹.* भरा$/ }).click()
  await page.getByRole('button', { name: 'Pay by UPI', exact: true }).click()
  await expect(page).toHaveURL(/\/verifyonlinefees\?result=success&order=/)
  await expect(page.getByRole('heading', { name: mr('Your receipt') })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: new RegExp(family.name) }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('link', { name: mr('Back to the fees') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(mr('School fees'))
  await page
    .getByRole('navigation', { name: mr('Language') })
    .getByRole('button', { name: 'हिन्दी' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('विद्यालय शुल्क')
  await page.context().close()
  // The family has chosen: its link opens so on the father's phone, and its messages are in it.
  const father = await open(browser, 'en-IN')
  await father.goto(school.shortLinks.get(family.phone) ?? '')
  await expect(father.getByRole('heading', { level: 1 })).toHaveText('विद्यालय शुल्क')
  await father.context().close()
  const { student } = await school.execute<{ student: { details: { language: string } } }>(
    'query Language($schoolId: ID!, $id: ID!) { student(schoolId: $schoolId, id: $id) { details { language } } }',
    { schoolId: school.id, id: school.studentIds.get(family.name) },
  )
  expect(student.details.language).toBe('hi')
})

test('where the browser wishes no language of ours, the school’s is spoken', async ({ browser }) => {
  const school = await addAttendanceSchool(`Schools language ${uniqueTag()}`, { language: 'hi' })
  const teacher = await openSignedInPage(browser, school.staffEmails.sunita, staffPassword, { locale: 'kn-IN' })
  await expect(teacher.locator('html')).toHaveAttribute('lang', 'hi')
  await teacher.context().close()
  const other = await openSignedInPage(browser, school.staffEmails.ramesh, staffPassword, { locale: 'en-IN' })
  await expect(other.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  expect(await pageLanguage(other)).toBe('en')
  await other.context().close()
})
