import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, phoneOptions, studentNames } from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: AttendanceSchool
let teacher: Page
let address: string

const cell = (page: Page, student: string, column = 'Periodic test') =>
  page.getByRole('textbox', { name: `${student}, ${column}`, exact: true })

const [first, second, third, fourth] = studentNames

/** Waits until everything is stored on the server. */
const expectSaved = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Marks School ${uniqueTag()}`, { exams: true })
  const { id: schoolId, termId, execute, executeInSchool } = school
  const { copyScheme } = await executeInSchool<{ copyScheme: { id: string } }>(
    'mutation Copy($schoolId: ID!, $input: SchemeCopy!) { copyScheme(schoolId: $schoolId, input: $input) { id } }',
    { ready: 'cbse-6-8', name: 'Middle classes' },
  )
  const { classes } = await execute<{ classes: { id: string }[] }>(
    'query Classes($schoolId: ID!, $termId: ID!) { classes(schoolId: $schoolId, termId: $termId) { id } }',
    { schoolId, termId },
  )
  const subject = { kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  const { assessClass } = await executeInSchool<{ assessClass: { subjects: { id: string }[] } }>(
    'mutation Assess($schoolId: ID!, $input: ClassAssessmentForm!) { assessClass(schoolId: $schoolId, input: $input) { subjects { id } } }',
    {
      classId: classes[0]?.id,
      seen: 0,
      schemeId: copyScheme.id,
      schemeClass: '7',
      subjects: [
        { ...subject, name: 'Science' },
        { ...subject, name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic' },
      ],
    },
  )
  address = `/exams/marks?section=${school.sectionIds.get('7-B')}&subject=${assessClass.subjects[0]?.id}&part=Term+1`
  teacher = await openStaffPage(browser, school, 'sunita')
})

test.afterAll(() => teacher.context().close())

test('the board says what is missing, and opens a sheet @main @exams', async () => {
  await teacher.goto('/exams')
  const board = teacher.getByRole('region', { name: '7-B' })
  // Twelve students with four tests in science, and a grade in art.
  await expect(board.getByText('60 marks missing')).toBeVisible()
  await expectAccessible(teacher)
  await expectFitsPhone(teacher)
  await board.getByRole('link', { name: /Science/ }).click()
  await expect(teacher.getByRole('heading', { name: '7-B Science' })).toBeVisible()
  await expectAccessible(teacher)
})

test('keys move as in a spreadsheet, and what is typed is saved by itself @main @exams', async () => {
  await cell(teacher, first).focus()
  await teacher.keyboard.type('7½')
  await teacher.keyboard.press('Enter')
  await expect(cell(teacher, second)).toBeFocused()
  await teacher.keyboard.type('ab')
  await teacher.keyboard.press('ArrowDown')
  await expect(cell(teacher, third)).toBeFocused()
  await teacher.keyboard.type('9.')
  await teacher.keyboard.press('Tab')
  await expect(cell(teacher, third, 'Notebook')).toBeFocused()
  await teacher.keyboard.press('ArrowLeft')
  await expect(cell(teacher, third)).toBeFocused()
  await teacher.keyboard.press('ArrowUp')
  await expect(cell(teacher, second)).toHaveValue('AB')
  await expect(cell(teacher, first)).toHaveValue('7.5')
  await expectSaved(teacher)
  await teacher.reload()
  await expect(cell(teacher, first)).toHaveValue('7.5')
  await expect(cell(teacher, third)).toHaveValue('9')
  await expect(teacher.getByText('3 of 48 entered')).toBeVisible()
})

test('a value over the highest mark is refused at its cell at once, and survives a reload', async () => {
  await cell(teacher, fourth).fill('11')
  await expect(teacher.getByText('At most 10 marks')).toBeVisible()
  await expect(cell(teacher, fourth)).toHaveAttribute('aria-invalid', 'true')
  await cell(teacher, first, 'Notebook').focus()
  await expect(teacher.getByRole('status').filter({ hasText: 'Needs a look' })).toBeVisible()
  await expectAccessible(teacher)
  await teacher.reload()
  await expect(cell(teacher, fourth)).toHaveValue('11')
  await cell(teacher, fourth).focus()
  await teacher.keyboard.press('Escape')
  await expect(cell(teacher, fourth)).toHaveValue('')
  await expectSaved(teacher)
})

test('a block of a spreadsheet is pasted, and what cannot be stays at its cell', async () => {
  await cell(teacher, first, 'Notebook').focus()
  await teacher.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', '5\t4\t77\n4\tx\t70\n')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(teacher.getByText('6 cells pasted · 1 needs a look')).toBeVisible()
  await expect(cell(teacher, second, 'Subject enrichment')).toHaveValue('x')
  await expect(cell(teacher, first, 'Half-yearly examination')).toHaveValue('77')
  await cell(teacher, second, 'Subject enrichment').fill('3')
  await cell(teacher, first).focus()
  await expectSaved(teacher)
})

test('two teachers at once are told, with both values and the choice', async ({ browser }) => {
  const colleague = await openStaffPage(browser, school, 'ramesh')
  await colleague.goto(address)
  await cell(colleague, fourth).fill('6')
  await cell(colleague, first).focus()
  await expectSaved(colleague)
  await cell(teacher, fourth).fill('8')
  await cell(teacher, third, 'Notebook').fill('2')
  await cell(teacher, first).focus()
  const notice = teacher.getByRole('alert').filter({ hasText: 'Somebody else has changed 1 mark meanwhile' })
  await expect(notice).toContainText(/Ramesh Kale has entered 6 .*, you 8/)
  await expectAccessible(teacher)
  // The other cell of the refused batch is stored, right after the refusal.
  await expect(async () => {
    await colleague.reload()
    expect(await cell(colleague, third, 'Notebook').inputValue()).toBe('2')
  }).toPass()
  await notice.getByRole('button', { name: 'Use 8' }).click()
  await expectSaved(teacher)
  await colleague.reload()
  await expect(cell(colleague, fourth)).toHaveValue('8')
  await colleague.context().close()
})

test('a cell has its history', async () => {
  await cell(teacher, fourth).focus()
  await teacher.getByRole('button', { name: 'History' }).click()
  const dialog = teacher.getByRole('dialog', { name: `History: ${fourth}, Periodic test` })
  await expect(dialog.getByRole('listitem')).toHaveText([/6 → 8.*Sunita Patil/, /6.*Ramesh Kale/])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('grades are typed where there are no marks', async () => {
  await teacher.goto('/exams')
  await teacher.getByRole('region', { name: '7-B' }).getByRole('link', { name: /Art/ }).click()
  await cell(teacher, first, 'Grade').fill('b')
  await cell(teacher, second, 'Grade').fill('D')
  await expect(teacher.getByText('Enter one of A, B, C, AB, ML, EX')).toBeVisible()
  await cell(teacher, second, 'Grade').fill('a')
  await cell(teacher, third, 'Grade').focus()
  await expect(cell(teacher, first, 'Grade')).toHaveValue('B')
  await expectSaved(teacher)
})

test('on a phone one student comes after another with large keys, also without a network', async ({ browser }) => {
  const phone = await openStaffPage(browser, school, 'sunita', phoneOptions)
  await phone.goto(address)
  const keys = phone.getByRole('group', { name: 'Keys' })
  const mark = (student: string) => phone.getByRole('status', { name: `Mark of ${student}` })
  const press = async (...names: string[]) => {
    for (const name of names) await keys.getByRole('button', { name, exact: true }).click()
  }
  // The first one without a mark.
  await expect(mark(studentNames[4])).toHaveText('–')
  await expectAccessible(phone)
  await press('1', '1')
  await expect(phone.getByText('At most 10 marks')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Next' })).toBeDisabled()
  await press('Delete')
  await phone.context().setOffline(true)
  await press('½')
  await expect(mark(studentNames[4])).toHaveText('1½')
  await phone.getByRole('button', { name: 'Next' }).click()
  await press('AB')
  await phone.getByRole('button', { name: 'Next' }).click()
  await expect(mark(studentNames[6])).toBeVisible()
  await expect(phone.getByRole('status').filter({ hasText: '2 marks waiting' })).toBeVisible()
  await phone.getByRole('button', { name: 'List' }).click()
  await expect(phone.getByRole('list', { name: 'Students' }).getByRole('listitem').nth(4)).toContainText('1.5')
  await expectAccessible(phone)
  await phone.context().setOffline(false)
  await expectSaved(phone)
  await teacher.goto(address)
  await expect(cell(teacher, studentNames[4])).toHaveValue('1.5')
  await expect(cell(teacher, studentNames[5])).toHaveValue('AB')
  await phone.context().close()
})

test('after the head has locked the marks, a change has a reason', async ({ browser }) => {
  const head = await openStaffPage(browser, school, 'head')
  await head.goto(address)
  await head.getByRole('button', { name: 'Lock', exact: true }).click()
  const dialog = head.getByRole('dialog', { name: 'Lock 7-B Science, Term 1?' })
  await expect(dialog).toContainText(/marks are not entered yet/)
  await dialog.getByRole('button', { name: 'Lock marks' }).click()
  await expect(head.getByText('Locked by Vidya Rao')).toBeVisible()
  await teacher.reload()
  await expect(teacher.getByRole('alert').filter({ hasText: 'was locked by Vidya Rao' })).toBeVisible()
  await expect(cell(teacher, first)).toHaveAttribute('readonly')
  await cell(head, first).fill('8')
  await cell(head, second).focus()
  await head.getByRole('button', { name: 'Save corrections' }).click()
  const reason = head.getByRole('dialog', { name: 'Correct 1 mark' })
  await reason.getByRole('button', { name: 'Save corrections' }).click()
  await expect(reason.getByText('Say why in a few words, such as: Totalled again')).toBeVisible()
  await reason.getByRole('textbox', { name: 'Reason' }).fill('Totalled again')
  await reason.getByRole('button', { name: 'Save corrections' }).click()
  await expect(head.getByText('1 mark was corrected')).toBeVisible()
  await cell(head, first).focus()
  await head.getByRole('button', { name: 'History' }).click()
  await expect(head.getByRole('dialog').getByRole('listitem').first()).toHaveText(/7.5 → 8.*Vidya Rao.*Totalled again/)
  await head.goto('/audit-log')
  await head.getByRole('link', { name: 'Marks before and after' }).first().click()
  const changed = head.getByRole('dialog', { name: 'Marks before and after' })
  await expect(changed.getByRole('listitem')).toHaveText([
    new RegExp(`${first}: 7.5 → 8.*Science.*Periodic test.*Totalled again`),
  ])
  await expectAccessible(head)
  await expectFitsPhone(head)
  await changed.getByRole('button', { name: 'Close' }).click()
  await expect(changed).toHaveCount(0)
  await head.context().close()
})
