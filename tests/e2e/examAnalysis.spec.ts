import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { addExamSchool, type ExamSchool, openExamPage, studentOf, tests } from './examSchool.ts'
import { expectFitsPhone } from './pageWidth.ts'
import { queryDatabase } from './queryDatabase.ts'
import { test } from './test.ts'
import { uniqueTag } from './unique.ts'

test.describe.configure({ mode: 'serial' })

let school: ExamSchool
let head: Page

/** Enters a subject in a part: a share of all highest marks for each student, by roll. */
async function enter(subject: string, part: 'Term 1' | 'Term 2', shares: readonly number[]) {
  const { students } = (
    await school.execute<{ scoreSheet: { students: { studentId: string }[] } }>(
      'query Sheet($schoolId: ID!, $sectionId: ID!, $subjectId: ID!, $part: String!) { scoreSheet(schoolId: $schoolId, sectionId: $sectionId, subjectId: $subjectId, part: $part) { students { studentId } } }',
      { schoolId: school.id, sectionId: school.sectionId, subjectId: school.subjectIds.get(subject), part },
    )
  ).scoreSheet
  const last = part === 'Term 1' ? tests[3] : 'Yearly examination'
  const highest = { [tests[0]]: 10, [tests[1]]: 5, [tests[2]]: 5, [last]: 80 }
  await school.executeInSchool(
    'mutation Enter($schoolId: ID!, $input: ScoresForm!) { enterScores(schoolId: $schoolId, input: $input) { subjectId } }',
    {
      key: randomUUID(),
      sectionId: school.sectionId,
      subjectId: school.subjectIds.get(subject),
      part,
      scores: shares.flatMap((share, index) =>
        Object.entries(highest).map(([component, most]) => ({
          studentId: students[index]?.studentId,
          component,
          test: 1,
          seen: '',
          value: String((most * share) / 100),
        })),
      ),
    },
  )
}

test.beforeAll(async ({ browser }) => {
  school = await addExamSchool(`Analysis School ${uniqueTag()}`, 3, ['Science', 'Hindi'])
  await enter('Science', 'Term 1', [80, 60, 20])
  await enter('Hindi', 'Term 1', [80, 40, 60])
  await enter('Science', 'Term 2', [60, 80, 40])
  head = await openExamPage(browser, school, 'head')
})

test.afterAll(() => head.context().close())

test('the head compares subjects in tables, with who failed and who fell', async () => {
  await head.goto('/exams?tab=analysis&part=Term+1&by=SUBJECT')
  const subjects = head.getByRole('grid', { name: 'Subjects' })
  await expect(subjects.getByRole('row', { name: /^Science/ })).toContainText('53.3 %')
  await expect(subjects.getByRole('row', { name: /^Hindi/ })).toContainText('60 %')
  await expect(head.getByRole('img', { name: /^From 20 % to 80 %/ })).toBeVisible()
  await expectAccessible(head)
  await head.getByRole('combobox', { name: 'Compare' }).selectOption({ label: 'Students' })
  const failed = head.getByRole('grid', { name: 'Failed in one subject alone' })
  await expect(failed.getByRole('row', { name: new RegExp(studentOf(3)) })).toContainText('Science')
  await expectAccessible(head)
  await expectFitsPhone(head)
  await head.getByRole('button', { name: 'Term 2' }).click()
  await head.getByRole('combobox', { name: 'Compare' }).selectOption({ label: 'Teachers' })
  await expect(head.getByRole('grid', { name: 'Teachers' }).getByRole('row', { name: /Sunita Patil/ })).toContainText('+6.7')
})

test('teachers of missing marks are reminded once a day, those without notifications are to be called', async () => {
  await queryDatabase(
    `insert into device_tokens (subject, endpoint, p256dh, auth)
     select subject, 'https://push.test/' || id, repeat('p', 87), repeat('a', 22) from users where school_id = $1 and name = 'Sunita Patil'`,
    [school.id],
  )
  await head.goto('/exams?part=Term+2')
  await head.getByRole('button', { name: 'Remind teachers' }).click()
  const dialog = head.getByRole('dialog', { name: 'Remind of missing marks, Term 2' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^Sunita Patil7-B Hindi \(12\)$/,
    /^Ramesh Kale7-B Hindi \(12\)no notifications on a phone$/,
  ])
  await expect(dialog.getByRole('link', { name: 'Call Ramesh Kale' })).toBeVisible()
  await expectAccessible(head)
  await dialog.getByRole('button', { name: 'Remind 1 teacher' }).click()
  await expect(head.getByText('1 teacher reminded')).toBeVisible()
  await head.getByRole('button', { name: 'Remind teachers' }).click()
  await expect(dialog.getByText('reminded today').first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Remind 0/ })).toBeDisabled()
})
