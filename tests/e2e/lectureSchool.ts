import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { runningEmbedded } from '#platform/database/embedded.ts'
import { asking, superadminToken } from './feeSchool.ts'
import { settlePassword } from './settledPassword.ts'
import { fill } from './signIn.ts'

/** A school of its own with live lectures; the demo schools are shared with other tests. */
export interface LectureSchool {
  id: string
  termId: string
  /** Of 7-A and 7-B, of Maths in 7-B and of its book Ganit; signs in with `password`. */
  teacher: string
  password: string
  /** Addresses by first name: Asha, Rohan and Kabir in 7-B, Meera in 7-A. */
  students: Readonly<Record<'Asha' | 'Rohan' | 'Kabir' | 'Meera', string>>
  /** By name: '7-B'. */
  sections: ReadonlyMap<string, { id: string; classId: string }>
}

/** Where the teacher's meeting is; nothing is there. */
export const meeting = 'https://meeting.test/gurukul'

export async function addLectureSchool(name: string): Promise<LectureSchool> {
  const ask = asking(await superadminToken())
  const { addSchool: school } = await ask<{ addSchool: { id: string } }>(
    'mutation Add($input: NewSchool!) { addSchool(input: $input) { id } }',
    {
      input: {
        name,
        adminPhone: '9876543210',
        senderId: 'LIVSCH',
        attType: 'DAILY',
        term: '2026-27',
        liveLecture: true,
        defaultMins: 40,
        displayMins: [30, 60],
      },
    },
  )
  const of = <Data>(document: string, input: object) => ask<Data>(document, { schoolId: school.id, input })
  const mark = `${Date.now().toString(36)}${school.id}`
  await ask('mutation Set($schoolId: ID!, $input: SchoolUpdate!) { updateSchool(schoolId: $schoolId, input: $input) { id } }', {
    schoolId: school.id,
    input: { studentEmail: `{first_name}@l${mark}.test` },
  })
  const { terms } = await ask<{ terms: { id: string }[] }>('query Terms($schoolId: ID!) { terms(schoolId: $schoolId) { id } }', {
    schoolId: school.id,
  })
  const termId = terms[0]?.id ?? ''
  const password = '9811122233'
  const teacher = `sunita.${mark}@lectures.test`
  const { addUser } = await of<{ addUser: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }',
    {
      name: 'Sunita Patil',
      email: teacher,
      phone: password,
      role: 'TEACHER',
      password: '',
      classIds: [],
      zoomId: '',
      zoomPassword: '',
      zoomLink: meeting,
    },
  )
  await of(
    'mutation Import($schoolId: ID!, $input: SectionImport!) { importSections(schoolId: $schoolId, input: $input) { __typename } }',
    {
      termId,
      rows: ['A', 'B'].map((section, place) => ({
        sr: place + 1,
        class: '7',
        section,
        teachers: teacher,
        notificationTime: '',
        fbId: '',
      })),
    },
  )
  const { sections } = await ask<{ sections: { id: string; name: string; class: { id: string; name: string } }[] }>(
    'query Sections($schoolId: ID!, $termId: ID!) { sections(schoolId: $schoolId, termId: $termId) { id name class { id name } } }',
    { schoolId: school.id, termId },
  )
  const byName = new Map(sections.map((one) => [`${one.class.name}-${one.name}`, { id: one.id, classId: one.class.id }]))
  const { addSubject } = await of<{ addSubject: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: SubjectForm!) { addSubject(schoolId: $schoolId, input: $input) { id } }',
    { sectionId: byName.get('7-B')?.id, name: 'Maths', sr: 1, teacherIds: [addUser.id], timetable: [] },
  )
  await of('mutation Add($schoolId: ID!, $input: BookForm!) { addBook(schoolId: $schoolId, input: $input) { id } }', {
    subjectId: addSubject.id,
    name: 'Ganit',
    pages: 120,
    teacherIds: [addUser.id],
  })
  const students = [
    ['Asha Patil', 'B'],
    ['Rohan Jadhav', 'B'],
    ['Kabir Shaikh', 'B'],
    ['Meera Iyer', 'A'],
  ] as const
  await of(
    'mutation Import($schoolId: ID!, $input: StudentImport!) { importStudents(schoolId: $schoolId, input: $input) { __typename } }',
    {
      termId,
      rows: students.map(([student, section], place) => ({
        roll: String(place + 1),
        class: '7',
        section,
        name: student,
        phone: password,
      })),
    },
  )
  const login = (first: string) => `${first}@l${mark}.test`
  return {
    id: school.id,
    termId,
    teacher,
    password,
    sections: byName,
    students: { Asha: login('asha'), Rohan: login('rohan'), Kabir: login('kabir'), Meera: login('meera') },
  }
}

/** Signs somebody in who counts as having chosen the password. */
export async function enter(page: Page, email: string, password: string, rememberMe = true): Promise<void> {
  await page.goto('/login')
  await fill(page, email, password, rememberMe)
  await expect(page).not.toHaveURL(/\/login$/)
}

/** Asks the server as one of the school's people. */
export async function askingAs(email: string, password: string): Promise<ReturnType<typeof asking>> {
  const url = process.env.E2E_URL ?? ''
  await settlePassword(email, password)
  return asking((await codeExchange(url, await passwordSignIn(url, { email, password }))).accessToken)
}

/** Starts a lecture of 7-B as the teacher would, from elsewhere; answers its id. */
export async function startElsewhere(school: LectureSchool): Promise<string> {
  const ask = await askingAs(school.teacher, school.password)
  const section = school.sections.get('7-B')
  const { startLectures } = await ask<{ startLectures: { items: { id: string }[] } }>(
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

/** Ends a lecture as the teacher would, from elsewhere. */
export async function endElsewhere(school: LectureSchool, id: string): Promise<void> {
  const ask = await askingAs(school.teacher, school.password)
  await ask(
    'mutation End($schoolId: ID!, $input: EndLecturesInput!) { endLectures(schoolId: $schoolId, input: $input) { seconds } }',
    {
      schoolId: school.id,
      input: { key: crypto.randomUUID(), ids: [id] },
    },
  )
}

/** Rows of the test server's database, as its owner sees them: to set a scene, and to look at what is stored. */
export async function rows<Row extends object>(statement: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: runningEmbedded(process.env.E2E_DATA_DIR ?? '') })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** The marks of the lectures a school has started last, by first name. */
export async function marksOf(school: LectureSchool): Promise<Record<string, string>> {
  const found = await rows<{ name: string; value: string }>(
    `select split_part(s.name, ' ', 1) as name, m.value
       from marks m
       join students s on s.school_id = m.school_id and s.id = m.student_id
       join lectures l on l.school_id = m.school_id and l.register_id = m.register_id
      where m.school_id = $1
        and l.batch = (select batch from lectures where school_id = $1 order by register_id desc limit 1)`,
    [school.id],
  )
  return Object.fromEntries(found.map(({ name, value }) => [name, value]))
}

/** What stands under a heading of the teacher's list: names, in order. */
export async function expectGroup(
  page: Page,
  group: 'Active' | 'Inactive' | 'Absent',
  names: string[],
  timeout = 10_000,
): Promise<void> {
  const region = page.getByRole('region', { name: new RegExp(`^${group} \\(`) })
  await expect(region.getByRole('heading')).toHaveText(`${group} (${names.length})`, { timeout })
  for (const name of names) await expect(region.getByRole('button', { name: new RegExp(name) })).toBeVisible()
}
