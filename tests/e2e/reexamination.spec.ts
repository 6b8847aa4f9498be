import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { addDays, showDay } from '#shared/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { addAttendanceSchool, type AttendanceSchool, openStaffPage, studentNames, today } from './attendanceSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { addSmsTemplate } from './smsTemplate.ts'
import { takeBackMessage } from './takeBackMessage.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'
import { termAfter } from './terms.ts'

test.describe.configure({ mode: 'serial' })

const tomorrow = addDays(today, 1)
let school: AttendanceSchool
let head: Page
let classId: string

const [first, second] = studentNames
const mark = (name: string, subject = 'Science') => head.getByRole('textbox', { name: `${name}, ${subject}` })

interface Sheet {
  scoreSheet: {
    columns: { component: string; test: number; highestMarks: number }[]
    students: { studentId: string; name: string }[]
  }
}

/** Enters the scores of Science in a part: two students a fifth of the marks, the others two thirds. */
async function fill(subjectId: string, part: string) {
  const sheet = { sectionId: school.sectionIds.get('7-B'), subjectId, part }
  const { scoreSheet } = await school.execute<Sheet>(
    `query Sheet($schoolId: ID!, $sectionId: ID!, $subjectId: ID!, $part: String!) {
      scoreSheet(schoolId: $schoolId, sectionId: $sectionId, subjectId: $subjectId, part: $part) {
        columns { component test highestMarks }
        students { studentId name }
      }
    }`,
    { schoolId: school.id, ...sheet },
  )
  const scores = scoreSheet.students.flatMap(({ studentId, name }) =>
    scoreSheet.columns.map(({ component, test: number, highestMarks }) => {
      const share = name === first || name === second ? 20 : 60
      return { studentId, component, test: number, seen: '', value: String((highestMarks * share) / 10_000) }
    }),
  )
  await school.executeInSchool(
    'mutation Enter($schoolId: ID!, $input: ScoresForm!) { enterScores(schoolId: $schoolId, input: $input) { part } }',
    { key: randomUUID(), ...sheet, scores },
  )
}

test.beforeAll(async ({ browser }) => {
  school = await addAttendanceSchool(`Again School ${uniqueTag()}`, { exams: true })
  const { id: schoolId, termId, execute, executeInSchool } = school
  const { copyScheme } = await executeInSchool<{ copyScheme: { id: string } }>(
    'mutation Copy($schoolId: ID!, $input: SchemeCopy!) { copyScheme(schoolId: $schoolId, input: $input) { id } }',
    { ready: 'cbse-6-8', name: 'Middle classes' },
  )
  const { classes } = await execute<{ classes: { id: string }[] }>(
    'query Classes($schoolId: ID!, $termId: ID!) { classes(schoolId: $schoolId, termId: $termId) { id } }',
    { schoolId, termId },
  )
  classId = classes[0]?.id ?? ''
  const science = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  const { assessClass } = await executeInSchool<{ assessClass: { subjects: { id: string }[] } }>(
    'mutation Assess($schoolId: ID!, $input: ClassAssessmentForm!) { assessClass(schoolId: $schoolId, input: $input) { subjects { id } } }',
    // As class 8, which keeps back who has failed.
    { classId, seen: 0, schemeId: copyScheme.id, schemeClass: '8', subjects: [science] },
  )
  for (const part of ['Term 1', 'Term 2']) await fill(assessClass.subjects[0]?.id ?? '', part)
  head = await openStaffPage(browser, school, 'head')
})

test.afterAll(() => head.context().close())

test('nobody is listed before the results of the year are published', async () => {
  await head.goto('/exams?tab=again')
  await expect(head.getByText('Nobody is examined again')).toBeVisible()
  await expectAccessible(head)
  await school.executeInSchool(
    'mutation Publish($schoolId: ID!, $input: PublishForm!) { publishResults(schoolId: $schoolId, input: $input) { id } }',
    { key: randomUUID(), sectionId: school.sectionIds.get('7-B'), visibleFrom: today },
  )
  // The tab is there without its address, once there is somebody.
  await head.goto('/exams')
  await head.getByRole('tab', { name: 'Re-examination' }).click()
  await expect(head.getByRole('region', { name: '7-B' }).getByText('2 marks missing')).toBeVisible()
  await expect(head.getByText('Science: 20 of 100, 33 needed').first()).toBeVisible()
})

test('second marks are entered at a desk, with what cannot be at its place', async () => {
  await mark(first).fill('101')
  await expect(head.getByText('At most 100 marks')).toBeVisible()
  await expect(head.getByRole('button', { name: 'Save 1 mark' })).toBeDisabled()
  await mark(first).fill('41.5')
  await mark(second).fill('ML')
  await head.getByRole('button', { name: 'Save 2 marks' }).click()
  await expect(head.getByText('Enter marks such as 41, or AB: this examination is held once').first()).toBeVisible()
  await expectAccessible(head)
  await expectFitsPhone(head)
  await mark(second).fill('ab')
  await head.getByRole('button', { name: 'Save 2 marks' }).click()
  await expect(head.getByText('2 marks were saved')).toBeVisible()
  await expect(mark(second)).toHaveValue('AB')
  await expect(head.getByRole('region', { name: '7-B' }).getByText('Everything is entered')).toBeVisible()
  await head.getByRole('button', { name: `History of ${first}, Science` }).click()
  const dialog = head.getByRole('dialog', { name: `History: ${first}, Science` })
  await expect(dialog.getByRole('listitem')).toHaveText([/41\.5.*Vidya Rao/])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('the results are published beside those of the section', async () => {
  const dialog = head.getByRole('dialog', { name: 'Publish results of 7-B?' })
  const tell = dialog.getByRole('switch', { name: 'Send families a message on that day' })
  await head.getByRole('button', { name: 'Publish results' }).click()
  await expect(dialog).toContainText('2 students who were examined again get new report cards.')
  await expect(dialog.getByText('No SMS template is registered')).toBeVisible()
  await expect(tell).toBeDisabled()
  await addSmsTemplate(school, 'RESULT', '{{student}} ({{section}}): {{part}}')
  await head.reload()
  await head.getByRole('button', { name: 'Publish results' }).click()
  const day = dialog.getByRole('textbox', { name: 'Families see the cards from' })
  await expect(dialog.getByText('A few minutes after publishing, but not before 9:00.')).toBeVisible()
  await day.fill('')
  await dialog.getByRole('button', { name: 'Publish results' }).click()
  await expect(dialog.getByText('Choose the day from which families see the cards')).toBeVisible()
  await day.fill(showDay(tomorrow))
  await expect(dialog.getByText('Until then you can take it back.')).toBeVisible()
  await tell.check()
  await dialog.getByRole('textbox', { name: 'Promoted to class' }).fill('8')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await dialog.getByRole('button', { name: 'Publish results' }).click()
  await expect(head.getByText('2 report cards were published')).toBeVisible()
  await expect(head.getByText('Published', { exact: true })).toHaveCount(2)
  await expect(head.getByRole('button', { name: 'Publish results' })).toHaveCount(0)
})

test('the message to families stands at what was published, and is taken back', async () => {
  await head.goto(`/exams?results=${school.sectionIds.get('7-B')}`)
  await expect(head.getByText(`Families see the cards from ${showDay(tomorrow)} on`)).toBeVisible()
  await takeBackMessage(head, tomorrow)
})

test('a published mark is changed with a reason', async () => {
  await head.goto('/exams?tab=again')
  await mark(second).fill('20')
  await expect(head.getByText('A result that changes is published.')).toBeVisible()
  await head.getByRole('button', { name: 'Save 1 mark' }).click()
  await expect(head.getByText('This result is published. Say why it changes, and publish it again.').first()).toBeVisible()
  await head.getByRole('textbox', { name: 'Why it changes' }).fill('Came late')
  await head.getByRole('button', { name: 'Save 1 mark' }).click()
  await expect(head.getByText('1 mark was saved')).toBeVisible()
  // What was published is withdrawn where results are, and published again.
  await head.goto(`/exams?results=${school.sectionIds.get('7-B')}`)
  await expect(head.getByText(/After the re-examination 2 report cards were published by Vidya Rao/)).toBeVisible()
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Withdraw' }).last().click()
  const dialog = head.getByRole('dialog', { name: 'Withdraw 7-B, re-examination?' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came late')
  await dialog.getByRole('button', { name: 'Withdraw results' }).click()
  await expect(head.getByText(/After the re-examination/)).toHaveCount(0)
  await head.goto('/exams?tab=again')
  await head.getByRole('button', { name: 'Publish results' }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Publish results' }).click()
  await expect(head.getByText('Published', { exact: true })).toHaveCount(2)
})

test('the days of parts are said where a class is assessed', async () => {
  await head.goto(`/exams/classes/${classId}`)
  const part = head.getByRole('group', { name: 'Term 1' })
  await part.getByRole('textbox', { name: 'From' }).fill('15 Jun 2026')
  await head.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(head.getByText('Enter both days, or none for the whole term')).toBeVisible()
  await part.getByRole('textbox', { name: 'To' }).fill('31 Oct 2026')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(head.getByText('Class 7 was saved')).toBeVisible()
  await head.goto(`/exams/classes/${classId}`)
  await expect(part.getByRole('textbox', { name: 'To' })).toHaveValue('31 Oct 2026')
})

test('at the end of the year the published results propose who stays, and why', async () => {
  const { id: schoolId, execute, executeInSchool } = school
  const { addTerm } = await executeInSchool<{ addTerm: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: TermForm!) { addTerm(schoolId: $schoolId, input: $input) { id } }',
    { name: termAfter },
  )
  const { addClass } = await executeInSchool<{ addClass: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: ClassForm!) { addClass(schoolId: $schoolId, input: $input) { id } }',
    { termId: addTerm.id, name: '8' },
  )
  await executeInSchool(
    'mutation Add($schoolId: ID!, $input: SectionForm!) { addSection(schoolId: $schoolId, input: $input) { id } }',
    { classId: addClass.id, name: 'B', sr: 1, notificationTime: '23:58:00+05:30', teacherIds: [] },
  )
  await execute('mutation Current($schoolId: ID!, $id: ID!) { setCurrentTerm(schoolId: $schoolId, id: $id) { id } }', {
    schoolId,
    id: addTerm.id,
  })
  await head.goto('/promotions')
  await head.getByRole('button', { name: 'Confirm Year' }).click()
  await head.getByRole('tab', { name: 'Promote Students' }).click()
  await expect(head.getByText('By the published results 1 student stays.')).toBeVisible()
  await expect(head.getByText(`11 students of 1 section move to ${termAfter} · 1 stay`)).toBeVisible()
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Students: 7-B' }).click()
  const dialog = head.getByRole('dialog', { name: 'Students of 7-B' })
  await expect(dialog.getByText(/Passed on re-examination/)).toHaveCount(1)
  await expect(dialog.getByText(/Failed on re-examination: Science: 20 of 100, 33 needed/)).toHaveCount(1)
  const stays = dialog.getByRole('checkbox', { name: `${second} moves` })
  await expect(stays).not.toBeChecked()
  await expectAccessible(head)
  // The office decides otherwise.
  await stays.check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(head.getByText(`12 students of 1 section move to ${termAfter}`)).toBeVisible()
})
