import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '#languages/catalogues.ts'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage } from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

const marathi = await readCatalogue('mr')
const mr = (english: string): string => marathi.get(english) ?? ''

let school: AttendanceSchool
let head: Page

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Scheme Languages ${uniqueTag()}`, { exams: true })
  await school.executeInSchool(
    'mutation Copy($schoolId: ID!, $input: SchemeCopy!) { copyScheme(schoolId: $schoolId, input: $input) { id } }',
    { ready: 'maharashtra-1-8', name: 'Primary' },
  )
  head = await openStaffPage(browser, school, 'head')
  await head.getByRole('button', { name: 'Account of Vidya Rao' }).click()
  await head.getByRole('menuitem', { name: 'मराठी' }).click()
  await expect(head.getByRole('heading', { level: 1 })).toHaveText('डॅशबोर्ड')
})

test.afterAll(() => head.context().close())

test('the patterns, scales and statements of a ready scheme are in the language of the screen', async () => {
  await head.goto('/exams/schemes/cbse-3-5')
  const marks = head.getByRole('region', { name: 'इयत्ता 3 ते 5 मधील गुण' })
  await expect(marks).toContainText('पाच श्रेणी')
  await expect(head.getByRole('region', { name: 'सहशालेय' })).toContainText('तीन पॉइंट')
  for (const name of ['पाच श्रेणी', 'तीन पॉइंट', 'स्तर']) await expect(head.getByRole('region', { name })).toBeVisible()
  const main = head.getByRole('main')
  await expect(main).toContainText('सोपे नकाशे वाचणे')
  await expect(main).not.toContainText(/Five grades|Three points|\(Levels\)|Co-scholastic|Reads simple maps/)
  await expectAccessible(head)
  await expectFitsPhone(head)
})

test('a scheme of levels alone says that there is no total', async () => {
  await head.goto('/exams/schemes/cbse-1-2')
  await expect(head.getByRole('region', { name: 'इयत्ता 1 व 2 मधील स्तर' })).toBeVisible()
  await expect(head.getByText(mr('None, because no subject has marks'))).toBeVisible()
})

test('the patterns of a subject are offered in the language of the screen, and stored as the scheme has them', async () => {
  await head.goto('/exams?tab=classes')
  await head.getByRole('link', { name: '7', exact: true }).click()
  await head.getByRole('combobox', { name: mr('Scheme'), exact: true }).selectOption('Primary')
  await head.getByRole('button', { name: mr('Add another subject') }).click()
  const pattern = head.getByRole('combobox', { name: mr('Assessed by') })
  await expect(pattern.locator('option')).toHaveText([
    'इयत्ता 1 व 2',
    'इयत्ता 3 व 4',
    'इयत्ता 5',
    'इयत्ता 6',
    'इयत्ता 7',
    'इयत्ता 8',
    'फक्त आकारिक',
  ])
  await expect(pattern.locator('option[value="Class 5"]')).toHaveText('इयत्ता 5')
})
