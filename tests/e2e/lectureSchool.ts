import { expect, type Page } from '@playwright/test'
import { addStaffUser, createSchool, type CreatedSchool, importSections, importStudents } from './createSchool.ts'
import { graphqlClientAs } from './graphqlClient.ts'
import { queryDatabase } from './queryDatabase.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

/** A school with live lectures, for one test file. */
export interface LectureSchool extends CreatedSchool {
  /** E-mail address of the teacher of 7-A, 7-B, Maths in 7-B and its book Ganit. The password is `password`. */
  teacher: string
  password: string
  /** E-mail addresses by first name: Asha, Rohan and Kabir are in 7-B, Meera in 7-A. */
  students: Readonly<Record<'Asha' | 'Rohan' | 'Kabir' | 'Meera', string>>
  /** Sections by name: '7-B'. */
  sections: ReadonlyMap<string, { id: string; classId: string }>
}

/** Address of the teacher's meeting. No server answers there. */
export const meetingUrl = 'https://meeting.test/gurukul'

export async function addLectureSchool(name: string): Promise<LectureSchool> {
  const school = await createSchool({
    name,
    senderId: 'LIVSCH',
    term: currentTerm,
    liveLecture: true,
    defaultMins: 40,
    displayMins: [30, 60],
  })
  const { id, termId, execute, executeInSchool } = school
  const tag = `${uniqueTag()}${id}`
  await execute(
    'mutation Set($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }',
    {
      schoolId: id,
      input: { studentEmail: `{first_name}@l${tag}.test` },
    },
  )
  const password = '9811122233'
  const teacher = `sunita.${tag}@lectures.test`
  const teacherId = await addStaffUser(school, {
    name: 'Sunita Patil',
    email: teacher,
    phone: password,
    role: 'TEACHER',
    zoomLink: meetingUrl,
  })
  await importSections(
    school,
    ['A', 'B'].map((section) => ({ class: '7', section, teachers: teacher })),
  )
  const { sections } = await execute<{ sections: { id: string; name: string; class: { id: string; name: string } }[] }>(
    'query Sections($schoolId: ID!, $termId: ID!) { sections(schoolId: $schoolId, termId: $termId) { id name class { id name } } }',
    { schoolId: id, termId },
  )
  const sectionsByName = new Map(
    sections.map((section) => [`${section.class.name}-${section.name}`, { id: section.id, classId: section.class.id }]),
  )
  const { addSubject } = await executeInSchool<{ addSubject: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: SubjectForm!) { addSubject(schoolId: $schoolId, input: $input) { id } }',
    { sectionId: sectionsByName.get('7-B')?.id, name: 'Maths', sr: 1, teacherIds: [teacherId], timetable: [] },
  )
  await executeInSchool(
    'mutation Add($schoolId: ID!, $input: BookForm!) { addBook(schoolId: $schoolId, input: $input) { id } }',
    { subjectId: addSubject.id, name: 'Ganit', pages: 120, teacherIds: [teacherId] },
  )
  const students = [
    ['Asha Patil', 'B'],
    ['Rohan Jadhav', 'B'],
    ['Kabir Shaikh', 'B'],
    ['Meera Iyer', 'A'],
  ] as const
  await importStudents(
    school,
    students.map(([student, section], index) => ({
      roll: String(index + 1),
      class: '7',
      section,
      name: student,
      phone: password,
    })),
  )
  const emailOf = (firstName: string) => `${firstName}@l${tag}.test`
  return {
    ...school,
    teacher,
    password,
    sections: sectionsByName,
    students: { Asha: emailOf('asha'), Rohan: emailOf('rohan'), Kabir: emailOf('kabir'), Meera: emailOf('meera') },
  }
}

/** Starts a lecture of 7-B as the teacher on another device would, and returns its id. */
export async function startLectureByApi(school: LectureSchool): Promise<string> {
  const execute = await graphqlClientAs(school.teacher, school.password)
  const section = school.sections.get('7-B')
  const { startLectures } = await execute<{ startLectures: { items: { id: string }[] } }>(
    'mutation Start($schoolId: ID!, $input: StartLecturesInput!) { startLectures(schoolId: $schoolId, input: $input) { items { id } } }',
    {
      schoolId: school.id,
      input: {
        key: crypto.randomUUID(),
        termId: school.termId,
        items: [{ classId: section?.classId, sectionId: section?.id, subjectId: '0', bookId: '0' }],
      },
    },
  )
  return startLectures.items[0]?.id ?? ''
}

/** Ends a lecture as the teacher on another device would. */
export async function endLectureByApi(school: LectureSchool, id: string): Promise<void> {
  const execute = await graphqlClientAs(school.teacher, school.password)
  await execute(
    'mutation End($schoolId: ID!, $input: EndLecturesInput!) { endLectures(schoolId: $schoolId, input: $input) { seconds } }',
    {
      schoolId: school.id,
      input: { key: crypto.randomUUID(), ids: [id] },
    },
  )
}

/** Returns the marks of the school's latest batch of lectures, by the students' first names. */
export async function readLastLectureMarks(school: LectureSchool): Promise<Record<string, string>> {
  const marks = await queryDatabase<{ name: string; value: string }>(
    `select split_part(s.name, ' ', 1) as name, m.value
       from marks m
       join students s on s.school_id = m.school_id and s.id = m.student_id
       join lectures l on l.school_id = m.school_id and l.register_id = m.register_id
      where m.school_id = $1
        and l.batch = (select batch from lectures where school_id = $1 order by register_id desc limit 1)`,
    [school.id],
  )
  return Object.fromEntries(marks.map(({ name, value }) => [name, value]))
}

/** Expects a group of the teacher's live attendance to hold exactly these students. */
export async function expectStudentGroup(
  page: Page,
  group: 'Active' | 'Inactive' | 'Absent',
  names: string[],
  timeout = 10_000,
): Promise<void> {
  const region = page.getByRole('region', { name: new RegExp(`^${group} \\(`) })
  await expect(region.getByRole('heading')).toHaveText(`${group} (${names.length})`, { timeout })
  for (const name of names) await expect(region.getByRole('button', { name: new RegExp(name) })).toBeVisible()
}
