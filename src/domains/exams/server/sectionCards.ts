import type { QueryContext } from '#platform/command.ts'
import { termAttendance } from '#domains/attendance/server/termAttendance.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { holisticCardOf, holisticGround, holisticPart } from '../holistic.rules.ts'
import { scoreEntries } from '../marks.rules.ts'
import { daysOfPart } from '../partDays.schema.ts'
import { type ReportCard, reportCard } from '../reportCard.schema.ts'
import { reportCardOf } from '../reportCard.rules.ts'
import { reportCardFormatOf } from '../reportCardFormats.ts'
import { periodResult, ranks } from '../results.rules.ts'
import type { Scheme } from '../scheme.schema.ts'
import { selectHolisticStudents, studentFrom } from './holistic.sql.ts'
import { cardSchool, selectCardStudents, selectClassSchoolName } from './publishing.sql.ts'
import { remarksFrom, selectStudentRemarks } from './remarks.sql.ts'
import type { ComputedResult, readSection } from './results.queries.ts'
import type { AssessedSection } from './results.sql.ts'

type Reading = Pick<QueryContext<unknown>, 'db' | 'read' | 'school' | 'schoolId'>

/** Settings of a section's report cards, as the office chooses them when it publishes. */
export interface CardSettings {
  /** Null for the year. */
  part: string | null
  /** Whether the cards print the rank in the section. */
  rank: boolean
  promotedTo: string
}

/**
 * Returns report cards from the current scores, names, registers and remarks of a section.
 * @param results results of all students of the section, which their ranks need
 * @param carded results of the students who get a card
 */
export async function sectionCards(
  reading: Reading,
  { section, scheme, subjects }: Awaited<ReturnType<typeof readSection>>,
  results: readonly ComputedResult[],
  carded: readonly ComputedResult[],
  { part, rank, promotedTo }: CardSettings,
): Promise<{ studentId: number; content: ReportCard }[]> {
  const places = ranks(results.map(({ result }) => periodResult(result, part)))
  const ranked = places.filter((place) => place !== null).length
  const facts = await cardFacts(reading, section, { scheme, part }, carded)
  return carded.map((computed) => {
    const { studentId, roll, plan, scores, result } = computed
    const place = places[results.indexOf(computed)] ?? null
    const isPromoted = part === null && (result.outcome === 'PASS' || result.outcome === 'PROMOTED')
    const card = reportCardOf({
      ...facts.ofSchool,
      ...facts.ofStudent(studentId),
      termName: section.termName,
      className: section.className,
      // As people say it, because a card prints the two as one: 7-B.
      sectionName: `${section.className}-${section.sectionName}`,
      roll,
      promotedTo: isPromoted ? promotedTo : '',
      rank: rank && place !== null ? { rank: place, of: ranked } : null,
      publishedOn: schoolDay(new Date()),
      scheme,
      copiedFrom: section.copiedFrom,
      format: reportCardFormatOf(scheme, section.copiedFrom),
      subjects,
      scores: scoreEntries(plan, scores),
      result,
      part,
    })
    return { studentId, content: reportCard.parse(card) }
  })
}

/** Reads what cards say besides results: of the school and of each student. */
async function cardFacts(
  { db, read, school, schoolId }: Reading,
  { sectionId, classId, termId, schemeClass, partDays }: AssessedSection,
  { scheme, part }: { scheme: Scheme; part: string | null },
  students: readonly ComputedResult[],
) {
  const ground = holisticGround(scheme, schemeClass)
  const [facts, remarks, names, entered] = await read(
    selectCardStudents(db, schoolId, sectionId),
    selectStudentRemarks(db, schoolId, { sectionId, part: part ?? '' }),
    selectClassSchoolName(db, schoolId, classId),
    selectHolisticStudents(db, schoolId, { sectionId, part: holisticPart(scheme, part) }),
  )
  const within = daysOfPart(partDays, part)
  const attendance = await read(...students.map(({ studentId }) => termAttendance(db, school, { termId, studentId }, within)))
  const attendanceOf = new Map(students.map(({ studentId }, index) => [studentId, attendance[index]?.[0]]))
  const remarksOf = new Map(remarks.map(remarksFrom).map((row) => [row.studentId, row.remarks]))
  const entriesOf = new Map(entered.map(studentFrom).map(({ studentId, entries }) => [studentId, entries]))
  const factsOf = new Map(facts.map((row) => [row.studentId, row]))
  return {
    ofSchool: { school: cardSchool(school, names[0]?.smsSuffix ?? '') },
    ofStudent: (studentId: number): Pick<ReportCard, 'student' | 'photoFile' | 'attendance' | 'remarks' | 'holistic'> => {
      const found = factsOf.get(studentId)
      if (!found) throw new Error('A student of the section has no record.')
      const { studentId: _, photoFile, ...student } = found
      const days = attendanceOf.get(studentId)
      const entries = entriesOf.get(studentId)
      return {
        student,
        photoFile,
        holistic: ground && entries ? holisticCardOf(ground, entries) : null,
        attendance: days && days.workingDays > 0 ? { present: Number(days.daysPresent), workingDays: days.workingDays } : null,
        remarks: (remarksOf.get(studentId) ?? []).map(({ kind, en, hi, mr }) => ({
          kind,
          texts: Object.fromEntries(Object.entries({ en, hi, mr }).filter(([, text]) => text !== '')),
        })),
      }
    },
  }
}
