import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { holidayName } from '#domains/attendance/attendance.rules.ts'
import { schoolDay } from '#shared/dates.ts'
import { addStaffUser, createSchool, type CreatedSchool, importStudents } from './createSchool.ts'
import { openSignedInPage } from './signIn.ts'
import { uniqueTag } from './unique.ts'
import { currentTerm } from './terms.ts'

/** A school that takes attendance, for one test file. */
export interface AttendanceSchool extends CreatedSchool {
  name: string
  /** E-mail addresses by name, each with {@link staffPassword}. */
  staffEmails: Readonly<Record<StaffName, string>>
  userIds: Readonly<Record<StaffName, string>>
  /** Ids by class and section: '7-B'. */
  sectionIds: ReadonlyMap<string, string>
}

const staffRoles = { sunita: 'TEACHER', ramesh: 'TEACHER', head: 'ADMIN', guard: 'ATTENDANT' } as const
export type StaffName = keyof typeof staffRoles
const staffNames: Readonly<Record<StaffName, string>> = {
  sunita: 'Sunita Patil',
  ramesh: 'Ramesh Kale',
  head: 'Vidya Rao',
  guard: 'Ganpat Shinde',
}

export const staffPassword = '9811122244'

export const today = schoolDay(new Date())
/** Whether the day expects registers. A Sunday's can be taken all the same. */
export const expectsRegisters = holidayName(today, null) === null

/** The students of 7-B, with roll numbers from 1. */
export const studentNames = [
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
 * Adds a school with the sections 7-A and 7-B, both taught by Sunita and Ramesh. 7-A has two students, and 7-B the
 * twelve {@link studentNames}.
 * @param settings further settings of the school
 */
export async function addAttendanceSchool(name: string, settings: object = {}): Promise<AttendanceSchool> {
  const school = await createSchool({
    name,
    senderId: 'ATTSCH',
    term: currentTerm,
    attNotification: true,
    onlyAbsent: true,
    ...settings,
  })
  const { id, termId, execute, executeInSchool } = school
  const tag = `${uniqueTag()}.${id}`
  const staff = Object.keys(staffRoles) as StaffName[]
  const staffEmails = Object.fromEntries(staff.map((staffName) => [staffName, `${staffName}.${tag}@attendance.test`])) as Record<
    StaffName,
    string
  >
  const userIds = {} as Record<StaffName, string>
  for (const staffName of staff)
    userIds[staffName] = await addStaffUser(school, {
      name: staffNames[staffName],
      email: staffEmails[staffName],
      phone: staffPassword,
      role: staffRoles[staffName],
    })
  // Added one by one, because a school with attendance by subject imports no sections.
  const { addClass } = await executeInSchool<{ addClass: { id: string } }>(
    'mutation Add($schoolId: ID!, $input: ClassForm!) { addClass(schoolId: $schoolId, input: $input) { id } }',
    { termId, name: '7' },
  )
  for (const [index, section] of ['A', 'B'].entries())
    await executeInSchool(
      'mutation Add($schoolId: ID!, $input: SectionForm!) { addSection(schoolId: $schoolId, input: $input) { id } }',
      {
        classId: addClass.id,
        name: section,
        sr: index + 1,
        notificationTime: '23:58:00+05:30',
        teacherIds: [userIds.sunita, userIds.ramesh],
      },
    )
  const studentRow = (section: string) => (studentName: string, index: number) => ({
    roll: String(index + 1),
    class: '7',
    section,
    name: studentName,
    registerNo: `${section}-${index + 1}`,
    // The second student of 7-B has the default phone, which counts as none.
    phone: section === 'B' && index === 1 ? '1234567890' : `98220${section === 'A' ? 1 : 2}00${String(index).padStart(2, '0')}`,
    rfid: `000${id}${section === 'A' ? 1 : 2}${String(index).padStart(3, '0')}`,
  })
  await importStudents(school, [...['Lata Iyer', 'Manav Das'].map(studentRow('A')), ...studentNames.map(studentRow('B'))])
  const { sections } = await execute<{ sections: { id: string; name: string }[] }>(
    'query Sections($schoolId: ID!, $termId: ID!) { sections(schoolId: $schoolId, termId: $termId) { id name } }',
    { schoolId: id, termId },
  )
  return {
    ...school,
    name,
    staffEmails,
    userIds,
    sectionIds: new Map(sections.map((section) => [`7-${section.name}`, section.id])),
  }
}

/** Signs one of the staff in on a page in a new browser context. The caller closes the context. */
export function openStaffPage(
  browser: Browser,
  school: AttendanceSchool,
  staffName: StaffName,
  options: BrowserContextOptions = {},
): Promise<Page> {
  return openSignedInPage(browser, school.staffEmails[staffName], staffPassword, options)
}

/** Context options of a teacher's phone. */
export const phoneOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
