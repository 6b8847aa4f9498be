import type { Browser, Page } from '@playwright/test'
import { schoolDay } from '#shared/dates.ts'
import { asking, superadminToken } from './feeSchool.ts'
import { signIn } from './ownSchool.ts'

/** A school of its own that takes attendance; the demo schools are shared with other tests. */
export interface AttendanceSchool {
  id: string
  name: string
  termId: string
  /** E-mail addresses by name, each with {@link staffPassword}. */
  staff: Readonly<Record<StaffName, string>>
  userIds: Readonly<Partial<Record<StaffName, string>>>
  sectionIds: ReadonlyMap<string, string>
  /** Asks the server as the super administrator, about this school. */
  ask: <Data>(document: string, input: object) => Promise<Data>
}

const people = { sunita: 'TEACHER', ramesh: 'TEACHER', head: 'ADMIN', guard: 'ATTENDANT' } as const
export type StaffName = keyof typeof people
const names: Readonly<Record<StaffName, string>> = {
  sunita: 'Sunita Patil',
  ramesh: 'Ramesh Kale',
  head: 'Vidya Rao',
  guard: 'Ganpat Shinde',
}

export const staffPassword = '9811122244'

export const today = schoolDay(new Date())
/** On Sundays no register is expected. */
export const isSunday = new Date(`${today}T00:00:00Z`).getUTCDay() === 0

/** Twelve, with roll numbers from 1. */
export const pupils = [
  'Aarav Deshmukh',
  'Asha Kulkarni',
  'Bhavesh Rane',
  'Chitra Nair',
  'Deepak Joshi',
  'Esha More',
  'Farhan Shaikh',
  'Gauri Sawant',
  'Harish Pawar',
  'Isha Bhosale',
  'Jatin Gaikwad',
  'Kavya Shinde',
] as const

/**
 * Adds a school with the sections 7-A and 7-B, both of Sunita and Ramesh, with the twelve in 7-B and two in 7-A.
 * @param more what else the school has switched on
 */
export async function addAttendanceSchool(name: string, more: object = {}): Promise<AttendanceSchool> {
  const ask = asking(await superadminToken())
  const { addSchool: school } = await ask<{ addSchool: { id: string } }>(
    'mutation Add($input: NewSchool!) { addSchool(input: $input) { id } }',
    {
      input: {
        name,
        adminPhone: '9876543210',
        senderId: 'ATTSCH',
        attType: 'DAILY',
        term: '2026-27',
        attNotification: true,
        onlyAbsent: true,
        ...more,
      },
    },
  )
  const of = <Data>(document: string, input: object) => ask<Data>(document, { schoolId: school.id, input })
  const { terms } = await ask<{ terms: { id: string }[] }>('query Terms($schoolId: ID!) { terms(schoolId: $schoolId) { id } }', {
    schoolId: school.id,
  })
  const termId = terms[0]?.id ?? ''
  const mark = `${Date.now().toString(36)}.${school.id}`
  const staff = Object.fromEntries(
    (Object.keys(people) as StaffName[]).map((one) => [one, `${one}.${mark}@attendance.test`]),
  ) as Record<StaffName, string>
  const userIds: Partial<Record<StaffName, string>> = {}
  for (const one of Object.keys(people) as StaffName[]) {
    const { addUser } = await of<{ addUser: { id: string } }>(
      'mutation Add($schoolId: ID!, $input: NewUser!) { addUser(schoolId: $schoolId, input: $input) { id } }',
      {
        name: names[one],
        email: staff[one],
        phone: staffPassword,
        role: people[one],
        password: '',
        classIds: [],
        zoomId: '',
        zoomPassword: '',
        zoomLink: '',
      },
    )
    userIds[one] = addUser.id
  }
  // One by one: a school by subject imports no sections.
  const { addClass } = await of<{ addClass: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: ClassForm!) { addClass(schoolId: $schoolId, input: $input) { id } }',
    { termId, name: '7' },
  )
  for (const [place, section] of ['A', 'B'].entries())
    await of('mutation Add($schoolId: ID!, $input: SectionForm!) { addSection(schoolId: $schoolId, input: $input) { id } }', {
      classId: addClass.id,
      name: section,
      sr: place + 1,
      notificationTime: '23:58:00+05:30',
      teacherIds: [userIds.sunita, userIds.ramesh],
    })
  const student = (section: string) => (pupil: string, place: number) => ({
    roll: String(place + 1),
    class: '7',
    section,
    name: pupil,
    registerNo: `${section}-${place + 1}`,
    // The second of 7-B has no phone of her own.
    phone: section === 'B' && place === 1 ? '1234567890' : `98220${section === 'A' ? 1 : 2}00${String(place).padStart(2, '0')}`,
    rfid: `000${school.id}${section === 'A' ? 1 : 2}${String(place).padStart(3, '0')}`,
  })
  await of(
    'mutation Import($schoolId: ID!, $input: StudentImport!) { importStudents(schoolId: $schoolId, input: $input) { __typename } }',
    { termId, rows: [...['Lata Iyer', 'Manav Das'].map(student('A')), ...pupils.map(student('B'))] },
  )
  const { sections } = await ask<{ sections: { id: string; name: string }[] }>(
    'query Sections($schoolId: ID!, $termId: ID!) { sections(schoolId: $schoolId, termId: $termId) { id name } }',
    { schoolId: school.id, termId },
  )
  return {
    id: school.id,
    name,
    termId,
    staff,
    userIds,
    ask: of,
    sectionIds: new Map(sections.map((section) => [`7-${section.name}`, section.id])),
  }
}

/** The page of one of the staff, signed in, in a window of its own; the caller closes its context. */
export async function pageOf(
  browser: Browser,
  school: AttendanceSchool,
  who: StaffName,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '', ...options })
  const page = await context.newPage()
  await signIn(page, school.staff[who], staffPassword)
  return page
}

/** A teacher's phone. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
