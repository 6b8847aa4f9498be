import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { choose, expectChosen, typeAndChoose } from './fields.ts'
import { accountButton, signIn } from './signIn.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { demoTermAfter } from './terms.ts'

/** Every test adds its own classes, in an empty term that no other file uses, because the demo school is shared. */
const tag = uniqueTag()

async function signInToDemo(page: Page, email: string) {
  await signIn(page, email)
  await expect(accountButton(page)).toBeVisible()
}

async function openClasses(page: Page, term?: string) {
  await signInToDemo(page, 'admin@shala.test')
  if (term) {
    await choose(page.getByRole('combobox', { name: 'Term shown' }), term)
  }
  await page.getByRole('link', { name: 'Classes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Classes' })).toBeVisible()
}

async function openAddForm(page: Page, form: 'Class' | 'Section' | 'Subject' | 'Book') {
  await page.getByRole('tab', { name: 'Add Class/Section' }).click()
  await page.getByRole('group', { name: 'What to add' }).getByRole('button', { name: form }).click()
  // The forms share field names, so the previous form must be gone.
  await expect(page.getByRole('button', { name: `Add ${form}`, exact: true })).toBeVisible()
}

async function chooseAction(page: Page, itemName: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${itemName}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a class, a section, a subject with slots and a book are added, and the tree shows them @main @classes @ADMIN', async ({
  page,
}) => {
  const name = `Add ${tag}`
  await openClasses(page, demoTermAfter)
  await openAddForm(page, 'Class')
  await page.getByRole('textbox', { name: 'Class' }).fill(`  ${name} `)
  await page.getByRole('button', { name: 'Add Class' }).click()
  await expect(page.getByText('Class Added Successfully!')).toBeVisible()

  await openAddForm(page, 'Section')
  await typeAndChoose(page.getByRole('combobox', { name: 'Class' }), name)
  await page.getByRole('textbox', { name: 'Section' }).fill('A')
  await page.getByRole('button', { name: 'Add Section' }).click()
  await expect(page.getByText('SR is required')).toBeVisible()
  await page.getByRole('textbox', { name: 'SR' }).fill('1')
  await typeAndChoose(page.getByRole('combobox', { name: 'Teachers' }), 'Rohan Patil')
  await page.getByRole('button', { name: 'Add Section' }).click()
  await expect(page.getByText('Section Added Successfully!')).toBeVisible()
  // The form is ready for the next section of the same class.
  await expect(page.getByRole('combobox', { name: 'Class' })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: 'SR' })).toHaveValue('2')
  await expect(page.getByRole('textbox', { name: 'Section' })).toHaveValue('')

  await openAddForm(page, 'Subject')
  await typeAndChoose(page.getByRole('combobox', { name: 'Class and Section' }), `${name}-A`)
  await page.getByRole('textbox', { name: 'Subject' }).fill('Mathematics')
  const [first, second] = [page.getByRole('group', { name: 'Slot 1' }), page.getByRole('group', { name: 'Slot 2' })]
  await expectChosen(first.getByRole('combobox', { name: 'Day' }), 'Monday')
  await page.getByRole('button', { name: 'Add Slot' }).click()
  await expectChosen(second.getByRole('combobox', { name: 'Day' }), 'Tuesday')
  await choose(second.getByRole('combobox', { name: 'Day' }), 'Monday')
  await page.getByRole('button', { name: 'Add Subject' }).click()
  await expect(second.getByText('This overlaps with slot 1 of the same day')).toBeVisible()
  await second.getByRole('textbox', { name: 'From' }).fill('2.15 pm')
  await second.getByRole('textbox', { name: 'To' }).fill('1500')
  await page.getByRole('button', { name: 'Add Subject' }).click()
  await expect(page.getByText('Subject Added Successfully!')).toBeVisible()

  await openAddForm(page, 'Book')
  await typeAndChoose(page.getByRole('combobox', { name: 'Class and Section' }), `${name}-A`)
  await typeAndChoose(page.getByRole('combobox', { name: 'Subject' }), 'Mathematics')
  await page.getByRole('textbox', { name: 'Book' }).fill('Ganit Prakash')
  await page.getByRole('textbox', { name: 'Pages' }).fill('96')
  await page.getByRole('button', { name: 'Add Book' }).click()
  await expect(page.getByText('Required')).toBeVisible()
  await typeAndChoose(page.getByRole('combobox', { name: 'Teachers' }), 'Rohan Patil')
  await page.getByRole('button', { name: 'Add Book' }).click()
  await expect(page.getByText('Book Added Successfully!')).toBeVisible()

  await page.getByRole('tab', { name: 'View Curriculum' }).click()
  await page.getByRole('searchbox', { name: 'Search the curriculum' }).fill(`${name} ganit`)
  const tree = page.getByRole('treegrid', { name: 'Curriculum' })
  await expect(tree.getByText('1 section', { exact: true })).toBeVisible()
  await expect(tree.getByText('Rohan Patil · 1 subject')).toBeVisible()
  await expect(tree.getByText('Mon 09:00–10:00, Mon 14:15–15:00')).toBeVisible()
  await expect(tree.getByText('Rohan Patil · 96 pages')).toBeVisible()
})

test('the tree adds, edits and deletes in place, and the dialog says what else is deleted', async ({ page }) => {
  const name = `Tree ${tag}`
  await openClasses(page, demoTermAfter)
  await page.getByRole('tab', { name: 'View Curriculum' }).click()
  await page.getByRole('button', { name: 'Add Class' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Class' }).fill(name)
  await dialog.getByRole('button', { name: 'Add Class' }).click()
  await expect(dialog).toBeHidden()

  await chooseAction(page, name, 'Add Section')
  await dialog.getByRole('textbox', { name: 'Section' }).fill('B')
  await dialog.getByRole('textbox', { name: 'SR' }).fill('1')
  await dialog.getByRole('button', { name: 'Add Section' }).click()
  await expect(dialog).toBeHidden()
  const tree = page.getByRole('treegrid', { name: 'Curriculum' })
  const expandItem = async (title: string) => {
    const item = tree
      .getByRole('row')
      .filter({ has: page.getByText(title, { exact: true }) })
      .last()
    // The dialog closes before the tree has the new child, and an item without children cannot be expanded.
    await expect(item).toHaveAttribute('aria-expanded')
    if ((await item.getAttribute('aria-expanded')) === 'false') await item.getByText(title, { exact: true }).click()
  }
  await expandItem(name)
  await chooseAction(page, `${name}-B`, 'Add Subject')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Science')
  await dialog.getByRole('button', { name: 'Add Subject' }).click()
  await expect(dialog).toBeHidden()
  await expandItem(`${name}-B`)
  await chooseAction(page, 'Science', 'Add Book')
  await dialog.getByRole('textbox', { name: 'Book' }).fill('Vigyan')
  await typeAndChoose(dialog.getByRole('combobox', { name: 'Teachers' }), 'Rohan Patil')
  await dialog.getByRole('button', { name: 'Add Book' }).click()
  await expect(dialog).toBeHidden()
  await chooseAction(page, 'Science', 'Edit Subject')
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Science I')
  await dialog.getByRole('button', { name: 'Remove slot 1' }).click()
  await dialog.getByRole('button', { name: 'Update Subject' }).click()
  await expect(dialog).toBeHidden()
  await expect(tree.getByText('Mon 09:00–10:00')).toBeHidden()

  await chooseAction(page, name, 'Delete Class')
  await expect(page.getByText('This class has a section. Delete all its sections first')).toBeVisible()
  await chooseAction(page, `${name}-B`, 'Delete Section')
  await expect(dialog).toContainText('This also deletes 1 subject and 1 book.')
  await expect(dialog.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete Section' }).click()
  await expect(page.getByText('Section Deleted Successfully!')).toBeVisible()
  await expect(tree.getByText(`${name}-B`)).toBeHidden()
  await chooseAction(page, name, 'Delete Class')
  await dialog.getByRole('button', { name: 'Delete Class' }).click()
  await expect(page.getByText('Class Deleted Successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: `Actions for ${name}`, exact: true })).toBeHidden()
})

test('a section with students is not deleted; its teachers can be changed', async ({ page }) => {
  await openClasses(page)
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Edit Section: 10-B' }) })
  await row.getByRole('button', { name: 'Delete Section: 10-B' }).click()
  await expect(page.getByText('Section With Students Cannot Be Deleted. Delete All The Students First')).toBeVisible()
  await expect(row).toBeVisible()

  // Choosing a teacher who is already chosen removes the teacher.
  const wasTeacher = ((await row.textContent()) ?? '').includes('Rohan Patil')
  await row.getByRole('button', { name: 'Edit Section: 10-B' }).click()
  const dialog = page.getByRole('dialog', { name: /Edit Section/ })
  await typeAndChoose(dialog.getByRole('combobox', { name: 'Teachers' }), 'Rohan Patil')
  await dialog.getByRole('button', { name: 'Update Section' }).click()
  await expect(page.getByText('Section Updated Successfully!')).toBeVisible()
  if (wasTeacher) await expect(row).not.toContainText('Rohan Patil')
  else await expect(row).toContainText('Rohan Patil')
})

test('a hundred sections are imported from a file once its unknown teacher is corrected', async ({ page }) => {
  await openClasses(page, demoTermAfter)
  await page.getByRole('tab', { name: 'Bulk Add' }).click()
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download SectionTemplate.csv' }).click()
  expect((await template).suggestedFilename()).toBe('SectionTemplate.csv')
  await expect(page.getByRole('button', { name: 'Upload Sections' })).toBeDisabled()

  const line = (index: number) => {
    const teachers = index === 7 ? 'teacher@shala.test|nobody@shala.test' : 'TEACHER@shala.test|admin@shala.test'
    return `${index + 1},Big ${tag} ${index % 10},S${Math.floor(index / 10)},${teachers},17:30:00+05:30,f${index}`
  }
  const lines = Array.from({ length: 100 }, (_, index) => line(index))
  const csv = ['Sr,Class,Section,Teachers,NotificationTime,fbID', ...lines].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sections.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${csv}`) })
  await expect(page.getByText('Some field is not valid. Please Recheck The File And Try Again')).toBeVisible()
  await expect(page.getByText('nobody@shala.test Missing. Please Add Them First')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Sections' })).toBeDisabled()
  const cell = page.getByRole('textbox', { name: /^Teachers, row 9/ })
  await cell.fill('teacher@shala.test')
  await cell.press('Enter')
  await expect(page.getByText('File looks good. Please click submit to import.')).toBeVisible()
  await expect(page.getByText('100 new in new classes')).toBeVisible()
  await page.getByRole('button', { name: 'Upload Sections' }).click()
  await expect(page.getByText('Sections Successfully Imported', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'View Classes' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(`Big ${tag}`)
  await expect(page.getByText('1–20 of 100')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'S0' }).first()).toContainText('17:30')

  // The same file again is refused for every section.
  await page.getByRole('tab', { name: 'Bulk Add' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sections.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.replace('|nobody@shala.test', '')) })
  await expect(page.getByText('100 refused', { exact: true })).toBeVisible()
  await expect(page.getByText(`Section S0 of class Big ${tag} 0 exists already`)).toBeVisible()
})

test('a SUBJECTWISE school needs no serial numbers, and its Bulk Add tab has only a heading', async ({ page }) => {
  await signInToDemo(page, 'admin@sahyadri.test')
  await page.getByRole('link', { name: 'Classes' }).click()
  await page.getByRole('tab', { name: 'Bulk Add' }).click()
  await expect(page.getByRole('heading', { name: 'Bulk Upload Subjects' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Upload Sections' })).toBeHidden()
  await openAddForm(page, 'Section')
  await page.getByRole('combobox', { name: 'Class' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: 'Section' }).fill(`Z ${tag}`)
  await page.getByRole('button', { name: 'Add Section' }).click()
  await expect(page.getByText('Section Added Successfully!')).toBeVisible()
})

test('every tab fits a phone and has no serious accessibility violation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signInToDemo(page, 'admin@shala.test')
  for (const tab of ['view', 'curriculum', 'add', 'bulk']) {
    await page.goto(`/classes?tab=${tab}`)
    await expect(page.getByRole('tabpanel')).not.toBeEmpty()
    if (tab === 'curriculum') await expect(page.getByRole('treegrid').getByRole('row').first()).toBeVisible()
    if (tab === 'view') await expect(page.getByRole('button', { name: 'Actions for 1-A' })).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page, tab)
  }
})
