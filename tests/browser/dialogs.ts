import { expect, type Page } from '@playwright/test'
import type { Known, Role } from './walk.ts'
import { choose } from '../e2e/fields.ts'
import { uniqueTag } from '../e2e/unique.ts'

/** A state of a screen during work: an open dialog, or a form with typed values. */
export interface Job {
  as: Role
  /** Path of its screen, for `--only`. */
  path: string
  name: string
  /** Opens it, starting at its path. */
  open: (page: Page, known: Known) => Promise<void>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.getByRole('dialog')

/** Chooses the first option of a list. */
async function chooseFirst(page: Page, field: string | RegExp): Promise<void> {
  const combobox = page.getByRole('combobox', { name: field }).first()
  if (await combobox.evaluate((element) => element instanceof HTMLSelectElement)) {
    await combobox.selectOption({ index: 1 })
    return
  }
  await combobox.click()
  await page.getByRole('option').first().click()
}

async function takePayment(page: Page, { debtor }: Known): Promise<void> {
  await page.goto(`/fees?student=${debtor}`)
  await press(page, 'Take payment')
  await dialog(page).getByRole('textbox', { name: 'Amount' }).fill('100')
}

async function openChat(page: Page): Promise<void> {
  await page.goto('/chat')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('button').first().click()
  await page.getByRole('log', { name: 'Messages' }).waitFor()
}

async function openRegister(page: Page): Promise<void> {
  await page.goto('/attendance?tab=take')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('status').filter({ hasText: 'present' }).waitFor()
}

async function badRows(page: Page): Promise<void> {
  await page.goto('/users?tab=bulk')
  const text = [
    'name,phone,email',
    'Good One,9000000010,good@walk.test',
    'Short,900,short@walk.test',
    'No Mail,9000000001,none',
  ].join('\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'mixed.csv', mimeType: 'application/octet-stream', buffer: Buffer.from(text) })
  await page.getByText('Some field is not valid', { exact: false }).waitFor()
}

/** Everyday jobs of each role in the demo's first school, in order. */
export const jobs: readonly Job[] = [
  { as: 'fees', path: '/fees', name: 'payment, cash', open: takePayment },
  {
    as: 'fees',
    path: '/fees',
    name: 'payment, by cheque without its number',
    open: async (page, known) => {
      await takePayment(page, known)
      await dialog(page).getByRole('button', { name: 'Cheque' }).click()
      await dialog(page)
        .getByRole('button', { name: /^Collect/ })
        .click()
    },
  },
  {
    as: 'fees',
    path: '/fees',
    name: 'payment, are you sure',
    open: async (page, known) => {
      await takePayment(page, known)
      await dialog(page)
        .getByRole('button', { name: /^Collect/ })
        .click()
      await page.getByRole('button', { name: 'Continue' }).waitFor()
    },
  },
  {
    as: 'fees',
    path: '/fees',
    name: 'receipt of a payment',
    open: async (page, known) => {
      await takePayment(page, known)
      await dialog(page)
        .getByRole('button', { name: /^Collect/ })
        .click()
      await press(page, 'Continue')
      await page.getByRole('dialog', { name: /^Receipt / }).waitFor()
    },
  },
  {
    as: 'fees',
    path: '/onlinepayments',
    name: 'make pay links',
    open: async (page) => {
      await page.goto('/onlinepayments?tab=links')
      await press(page, 'Make links')
    },
  },
  { as: 'teacher', path: '/attendance', name: 'register', open: openRegister },
  {
    as: 'teacher',
    path: '/attendance',
    name: 'note of a mark',
    open: async (page) => {
      await openRegister(page)
      await page
        .getByRole('main')
        .getByRole('button', { name: /Present$/ })
        .first()
        .focus()
      await page.keyboard.press('n')
    },
  },
  {
    as: 'teacher',
    path: '/teacher',
    name: 'lecture about to start',
    open: async (page) => {
      await page.goto('/teacher')
      await page.getByRole('checkbox').first().check()
      await page.getByRole('button', { name: 'Start Live' }).waitFor()
    },
  },
  {
    as: 'teacher',
    path: '/discipline',
    name: 'record of an incident, refused',
    open: async (page) => {
      await page.goto('/discipline')
      await press(page, 'Record Incident')
      await dialog(page).getByRole('button', { name: 'Record Incident' }).click()
      await dialog(page).getByText('Choose at least one student').waitFor()
    },
  },
  { as: 'teacher', path: '/chat', name: 'conversation', open: openChat },
  {
    as: 'teacher',
    path: '/chat',
    name: 'new conversation',
    open: async (page) => {
      await page.goto('/chat')
      await press(page, 'New Conversation')
    },
  },
  { as: 'admin', path: '/users', name: 'import with bad cells', open: badRows },
  {
    as: 'admin',
    path: '/gate',
    name: 'key of a new device',
    open: async (page) => {
      await page.goto('/gate?tab=devices')
      await press(page, 'Add Device')
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill(`Gate ${uniqueTag()}`)
      await dialog(page).getByRole('button', { name: 'Add Device' }).click()
      await dialog(page).getByText('This key is shown only once', { exact: false }).waitFor()
    },
  },
  {
    as: 'admin',
    path: '/messages',
    name: 'preview',
    open: async (page) => {
      await page.goto('/messages')
      await chooseFirst(page, 'Template')
      for (const field of await page.getByRole('main').getByRole('textbox').all()) await field.fill('school closes at 12.')
      await press(page, 'Preview')
      await page.getByRole('region', { name: /messages? to the families/ }).waitFor()
    },
  },
  {
    as: 'admin',
    path: '/reports',
    name: 'order, refused',
    open: async (page) => {
      await page.goto('/reports?tab=attendance')
      await page.getByRole('combobox', { name: 'Section' }).fill('')
      await press(page, 'Make Report')
      await page.getByText('Section Is Required').first().waitFor()
    },
  },
  {
    as: 'admin',
    path: '/lcidcard',
    name: 'card looked at',
    open: async (page) => {
      await page.goto('/lcidcard')
      await chooseFirst(page, 'Class')
      await chooseFirst(page, 'Section')
      await press(page, /^View card: /)
    },
  },
  {
    as: 'admin',
    path: '/lcidcard',
    name: 'design',
    open: async (page) => {
      await page.goto('/lcidcard?tab=designs')
      await press(page, 'Add Design')
    },
  },
  {
    as: 'admin',
    path: '/students',
    name: 'certificate with empty fields',
    open: async (page, { debtor }) => {
      await page.goto(`/students/${debtor}`)
      await page.getByRole('link', { name: 'Leaving Certificate' }).click()
      await press(page, 'Generate LC')
      await page.getByText('Required').first().waitFor()
    },
  },
  {
    as: 'admin',
    path: '/students',
    name: 'certificate, are you sure',
    open: async (page, { debtor }) => {
      await page.goto(`/students/${debtor}`)
      await page.getByRole('link', { name: 'Leaving Certificate' }).click()
      await press(page, /^Write — into/)
      await press(page, 'Generate LC')
      // A dash means no date, also in words.
      const wrong = page.locator('input[aria-invalid=true]')
      for (const text of ['03/06/2015', 'Third June']) {
        if ((await wrong.count()) === 0) break
        await wrong.first().fill(text)
      }
      if (!(await dialog(page).isVisible())) await press(page, 'Generate LC')
      await page.getByRole('dialog', { name: 'Generate this leaving certificate?' }).waitFor()
    },
  },
  {
    as: 'admin',
    path: '/students',
    name: 'erasure, refused',
    open: async (page, { student }) => {
      await page.goto(`/students/${student}`)
      await press(page, 'Ask for the Erasure')
      await dialog(page).getByText('cannot be erased yet').waitFor()
    },
  },
  {
    as: 'admin',
    path: '/students',
    name: 'erasure',
    open: async (page, { leaver }) => {
      await page.goto(`/students/${leaver}`)
      await press(page, 'Ask for the Erasure')
      await dialog(page).getByText('What stays').waitFor()
    },
  },
  {
    as: 'admin',
    path: '/students',
    name: 'form of a student',
    open: async (page) => {
      await page.goto('/students')
      await press(page, /^Edit Student/)
    },
  },
  {
    as: 'admin',
    path: '/dashboard',
    name: 'search',
    open: async (page) => {
      await page.goto('/dashboard')
      await page.getByRole('button', { name: /^Account of / }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('pa')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    as: 'superadmin',
    path: '/messages',
    name: 'template',
    open: async (page) => {
      await page.goto('/messages?tab=templates')
      await press(page, 'Add Template')
    },
  },
  {
    as: 'superadmin',
    path: '/promotions',
    name: 'sections, are you sure',
    open: async (page) => {
      await page.goto('/promotions')
      await press(page, 'Confirm Year')
      await page.getByRole('tab', { name: 'Promote Sections' }).click()
      await press(page, 'Promote Sections')
    },
  },
  {
    as: 'superadmin',
    path: '/promotions',
    name: 'students',
    open: async (page) => {
      await page.goto('/promotions')
      await press(page, 'Confirm Year')
      await page.getByRole('tab', { name: 'Promote Students' }).click()
      await page.getByRole('button', { name: 'Students: 3-Z' }).waitFor()
    },
  },
  {
    as: 'superadmin',
    path: '/promotions',
    name: 'students of a section',
    open: async (page) => {
      await page.goto('/promotions')
      await press(page, 'Confirm Year')
      await page.getByRole('tab', { name: 'Promote Students' }).click()
      await press(page, 'Students: 3-Z')
      await dialog(page).getByRole('checkbox').first().waitFor()
    },
  },
  {
    as: 'superadmin',
    path: '/promotions',
    name: 'students, are you sure',
    open: async (page) => {
      await page.goto('/promotions')
      await press(page, 'Confirm Year')
      await page.getByRole('tab', { name: 'Promote Students' }).click()
      await page.getByRole('combobox', { name: 'New section of 3-Z' }).selectOption({ index: 1 })
      await press(page, 'Promote Students')
      await page.getByRole('dialog', { name: 'Promote Students?' }).waitFor()
    },
  },
  {
    as: 'superadmin',
    path: '/messages',
    name: 'template of SMS',
    open: async (page) => {
      await page.goto('/messages?tab=templates')
      await press(page, 'Add Template')
      await choose(dialog(page).getByRole('combobox', { name: 'By' }), 'SMS')
      await dialog(page).getByRole('textbox', { name: 'MSG91 Template ID' }).waitFor()
    },
  },
]

/** Opens a job; an error names the job. */
export async function begin(page: Page, job: Job, known: Known): Promise<void> {
  try {
    await job.open(page, known)
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 20_000 })
  } catch (error) {
    throw new Error(`${job.as} cannot open ${job.path}, ${job.name}`, { cause: error })
  }
}
