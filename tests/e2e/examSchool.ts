import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { assessByCbse } from './assessedClass.ts'
import { addStaffUser, createSchool, type CreatedSchool, importStudents } from './createSchool.ts'
import { openSignedInPage } from './signIn.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

/** A school whose class 7 is assessed by a copy of CBSE's scheme, for one test file. */
export interface ExamSchool extends CreatedSchool {
  /** E-mail addresses by name, each with {@link examPassword}: two teachers of 7-B, and an ADMIN. */
  emails: Readonly<Record<ExamStaff, string>>
  classId: string
  sectionId: string
  /** Ids of the assessed subjects by name. */
  subjectIds: ReadonlyMap<string, string>
}

const staff = {
  sunita: { name: 'Sunita Patil', role: 'TEACHER' },
  ramesh: { name: 'Ramesh Kale', role: 'TEACHER' },
  head: { name: 'Vidya Rao', role: 'ADMIN' },
} as const
export type ExamStaff = keyof typeof staff

export const examPassword = '9811122255'

/** The tests of a scholastic subject in a part, as the screens call them. */
export const tests = ['Periodic test', 'Notebook', 'Subject enrichment', 'Half-yearly examination'] as const

/** Returns the name of the student with a roll of 7-B. */
export function studentOf(roll: number): string {
  const first = ['Aarav', 'Bhavesh', 'Chitra', 'Deepak', 'Esha', 'Farhan', 'Gauri', 'Harish', 'Isha', 'Jatin']
  const last = ['Deshmukh', 'Kulkarni', 'Nair', 'Pawar', 'Shinde']
  return `${first[(roll - 1) % 10]} ${last[Math.floor((roll - 1) / 10) % 5]}`
}

/**
 * Adds a school with the section 7-B, which Sunita and Ramesh teach.
 * @param students number of its students
 * @param subjects scholastic subjects of class 7
 */
export async function addExamSchool(name: string, students: number, subjects: readonly string[]): Promise<ExamSchool> {
  const school = await createSchool({ name, senderId: 'EXMSCH', term: currentTerm, exams: true })
  const { id, termId, execute, executeInSchool } = school
  const tag = `${uniqueTag()}.${id}`
  const emails = {} as Record<ExamStaff, string>
  const userIds = {} as Record<ExamStaff, string>
  for (const key of Object.keys(staff) as ExamStaff[]) {
    emails[key] = `${key}.${tag}@exams.test`
    userIds[key] = await addStaffUser(school, { ...staff[key], email: emails[key], phone: examPassword })
  }
  const { addClass } = await executeInSchool<{ addClass: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: ClassForm!) { addClass(schoolId: $schoolId, input: $input) { id } }',
    { termId, name: '7' },
  )
  await executeInSchool(
    'mutation Add($schoolId: ID!, $input: SectionForm!) { addSection(schoolId: $schoolId, input: $input) { id } }',
    {
      classId: addClass.id,
      name: 'B',
      sr: 1,
      notificationTime: '23:58:00+05:30',
      teacherIds: [userIds.sunita, userIds.ramesh],
    },
  )
  await importStudents(
    school,
    Array.from({ length: students }, (_, index) => ({
      roll: String(index + 1),
      class: '7',
      section: 'B',
      name: studentOf(index + 1),
      registerNo: `B-${index + 1}`,
      phone: `98221${String(index).padStart(5, '0')}`,
    })),
  )
  const { sections } = await execute<{ sections: { id: string }[] }>(
    'query Sections($schoolId: ID!, $termId: ID!) { sections(schoolId: $schoolId, termId: $termId) { id } }',
    { schoolId: id, termId },
  )
  const counted = subjects.map((subject) => ({ name: subject, kind: 'COUNTED' as const }))
  return {
    ...school,
    emails,
    classId: addClass.id,
    sectionId: sections[0]?.id ?? '',
    subjectIds: await assessByCbse(school, addClass.id, counted),
  }
}

/** Returns the address of the sheet of a subject in Term 1. */
export function sheetPage({ sectionId, subjectIds }: ExamSchool, subject: string): string {
  return `/exams/marks?section=${sectionId}&subject=${subjectIds.get(subject)}&part=Term+1`
}

/** Signs one of the staff in on a page in a new browser context. The caller closes the context. */
export function openExamPage(
  browser: Browser,
  { emails }: ExamSchool,
  name: ExamStaff,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openSignedInPage(browser, emails[name], examPassword, options)
}
