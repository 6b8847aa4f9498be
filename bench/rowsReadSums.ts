import { schoolDay } from '#shared/dates.ts'
import type { ScreenSchool } from './rowsReadScreens.ts'

/** A statement that adds up. */
export interface Sum {
  /** The screens that show it. */
  screen: readonly string[]
  /** A part of its text that no other statement of these screens has. */
  part: string
  /** The rows that it adds up: a table with its conditions. */
  of: (school: ScreenSchool) => string
}

const today = `date '${schoolDay(new Date())}'`
const ofTerm = ({ schoolId, termId }: ScreenSchool) => `school_id = ${schoolId} and term_id = ${termId}`
/** The sections of the teacher, see `fillModules`. */
const ofTeacher = ({ sectionId }: ScreenSchool) => `section_id between ${sectionId} and ${sectionId} + 4`
const ofSchool = ({ schoolId }: ScreenSchool) => `school_id = ${schoolId}`

/** The statements that read more than ten times the rows of their screen, each with the reason why it has to. */
export const sums: readonly Sum[] = [
  // The cards add up the payments of two months.
  {
    screen: ['page of the day, head', 'page of the day, clerk'],
    part: 'select "payments"."collected_on", coalesce(sum',
    of: (school) => `payments where ${ofSchool(school)} and collected_on > ${today} - 62`,
  },
  // How many scans there were, and who is inside: the last scan of each student.
  {
    screen: ['gate board'],
    part: 'row_number() over (partition by s.student_id',
    of: (school) => `gate_scans where ${ofSchool(school)} and day = ${today}`,
  },
  // How many conversations are unread: the last message of each is compared with what the viewer has read.
  {
    screen: ['conversations', 'a conversation'],
    part: 'select count(*) as "count" from "chat_threads"',
    of: (school) => `chat_threads where ${ofSchool(school)} and last_message_id is not null`,
  },
  // A search finds parts of names, which no index has.
  {
    screen: ['search of students'],
    part: 'with matching as',
    of: (school) => `enrolments where ${ofTerm(school)}`,
  },
  {
    screen: ['students'],
    part: 'select count(*) as "total" from "enrolments"',
    of: (school) => `enrolments where ${ofTerm(school)}`,
  },
  // Numbers of pages, and the sums of all of them.
  { screen: ['online payments'], part: 'as "payable", coalesce(sum', of: (school) => `online_orders where ${ofTerm(school)}` },
  { screen: ['messages'], part: 'group by "m"."state"', of: (school) => `messages where ${ofSchool(school)}` },
  { screen: ['incidents'], part: 'count(distinct', of: (school) => `incidents where ${ofTerm(school)}` },
  {
    screen: ['cases', 'page of the day, teacher'],
    part: 'as "waiting"',
    of: (school) => `attention_cases where ${ofSchool(school)}`,
  },
  // The open cases are sorted by what they wait for, and by name.
  { screen: ['cases'], part: 'limit', of: (school) => `attention_cases where ${ofSchool(school)}` },
  // Present, absent and the number of students by section: registers and seats.
  {
    screen: ['attendance of a term'],
    part: 'holiday as',
    of: (school) =>
      `(select id from registers where ${ofTerm(school)} union all select id from enrolments where ${ofTerm(school)}) counted`,
  },
  // How many students sit in each section.
  {
    screen: ['registers of a day'],
    part: 'seats',
    of: (school) => `enrolments where ${ofTerm(school)} and ${ofTeacher(school)}`,
  },
  // The balance below a receipt: the student's account.
  {
    screen: ['a receipt'],
    part: 'as "lines"',
    of: (school) =>
      `(select id from collected_lines where ${ofSchool(school)} and student_id = ${school.studentId}
      union all select fee_category_id from student_fee_categories where ${ofSchool(school)} and student_id = ${school.studentId}
      union all select id from fees where ${ofSchool(school)}) account`,
  },
  // Who is on the list, in which order, and the sums: every fee and line of the terms.
  {
    screen: ['pending fees'],
    part: 'array_agg(student_id order by',
    of: (
      school,
    ) => `(select id from collected_lines where ${ofSchool(school)} union all select id from fees where ${ofSchool(school)}
      union all select student_id from student_fee_categories where ${ofSchool(school)}) account`,
  },
]
