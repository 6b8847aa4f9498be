import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { countedSessions } from '#domains/attendance/attendance.rules.ts'
import { holisticCardOf, holisticGround } from '#domains/exams/holistic.rules.ts'
import { reportCardFormatOf } from '#domains/exams/reportCardFormats.ts'
import { reportCardOf } from '#domains/exams/reportCard.rules.ts'
import { reportCard } from '#domains/exams/reportCard.schema.ts'
import { proposedRemarks, remarkFacts } from '#domains/exams/remarks.rules.ts'
import { periodResult, ranks, studentResult } from '#domains/exams/results.rules.ts'
import type { Scheme } from '#domains/exams/scheme.schema.ts'
import { cardSchool, selectCardStudents } from '#domains/exams/server/publishing.sql.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import type { DemoClass, DemoExams, DemoMarks } from './exams.ts'
import type { DemoHolistic } from './holisticCards.ts'
import { storeAll } from './store.ts'

/** A remark of the school's list, proposed for shares of the total from the first and below the second. */
interface DemoRemark {
  kind: 'GENERAL'
  en: string
  hi: string
  mr: string
  rule: { on: 'TOTAL'; subject: string; from: number; to: number }
}

const remark = (from: number, to: number, en: string, hi: string, mr: string): DemoRemark => ({
  kind: 'GENERAL',
  en,
  hi,
  mr,
  rule: { on: 'TOTAL', subject: '', from, to },
})

const remarkList = [
  remark(
    8000,
    10_000,
    'Learns with joy and helps others.',
    'आनंद से सीखते हैं और दूसरों की सहायता करते हैं।',
    'आनंदाने शिकतात व इतरांना मदत करतात.',
  ),
  remark(
    5500,
    8000,
    'Good progress. A little reading every day will help.',
    'अच्छी प्रगति है। प्रतिदिन थोड़ा पढ़ना उपयोगी होगा।',
    'प्रगती चांगली आहे. रोज थोडे वाचन उपयोगी पडेल.',
  ),
  remark(0, 5500, 'Needs more practice at home.', 'घर पर अधिक अभ्यास की आवश्यकता है।', 'घरी अधिक सराव आवश्यक आहे.'),
]

/** Adds the school's list of remarks. */
export async function addRemarks(db: Tx, { schoolId, head, now }: DemoExams): Promise<readonly DemoRemark[]> {
  await storeAll(
    db,
    'remarks',
    remarkList.map(({ kind, en, hi, mr, rule }) => ({
      schoolId,
      kind,
      en,
      hi,
      mr,
      ruleOn: rule.on,
      ruleSubject: rule.subject,
      ruleFrom: rule.from,
      ruleTo: rule.to,
      version: 1,
      changedAt: now,
      changedBy: head.subject,
      changedByName: head.name,
    })),
  )
  return remarkList
}

interface DemoPublication {
  ofClass: DemoClass
  marks: DemoMarks
  /** Null for the year. */
  part: string | null
  publishedOn: Day
  promotedTo: string
}

interface DemoResults extends DemoExams {
  scheme: Scheme
  schemeId: number
  copiedFrom: string
  remarks: readonly DemoRemark[]
  holistic: DemoHolistic
  publications: DemoPublication[]
}

/** Publishes results of classes as the head has done it: with remarks, for families from that day on. */
export async function publishDemoResults(db: Tx, demo: DemoResults): Promise<void> {
  const { schoolId } = demo
  const school = await db.selectFrom('schools').selectAll().where('id', '=', schoolId).executeTakeFirstOrThrow()
  const terms = await db.selectFrom('terms').select(['id', 'name']).where('schoolId', '=', schoolId).execute()
  const termNames = new Map(terms.map(({ id, name }) => [id, name]))
  const attendance = await attendanceOf(db, school, demo.current.id)
  for (const publication of demo.publications)
    for (const section of publication.ofClass.sections)
      await publishSection(db, { ...demo, school, termNames, attendance }, publication, section)
}

type Attendance = ReadonlyMap<number, { present: number; workingDays: number }>

/** Counts the days of a term with a mark of each student, and those present. */
async function attendanceOf(db: Tx, school: School, termId: number): Promise<Attendance> {
  const { rows } = await sql<{ studentId: number; workingDays: number; present: number }>`
    select m.student_id, count(*)::int as working_days, count(*) filter (where m.value in ('P', 'L'))::int as present
    from registers r join marks m on m.school_id = current_school() and m.register_id = r.id
    where r.school_id = ${school.id} and r.term_id = ${termId} and r.session = any(${countedSessions(school.attType)}::text[])
    group by m.student_id`.execute(db)
  return new Map(rows.map(({ studentId, ...days }) => [studentId, days]))
}

async function publishSection(
  db: Tx,
  demo: DemoResults & { school: School; termNames: ReadonlyMap<number, string>; attendance: Attendance },
  { ofClass, marks, part, publishedOn, promotedTo }: DemoPublication,
  section: DemoClass['sections'][number],
): Promise<void> {
  const { schoolId, scheme, schemeId, copiedFrom, head, school } = demo
  const { termId, subjects, name: className } = ofClass
  const { rows } = await db.executeQuery(selectCardStudents(db, schoolId, section.id).compile())
  const facts = new Map(rows.map((row) => [row.studentId, row]))
  const ground = holisticGround(scheme, className)
  const students = section.studentIds.map((studentId, index) => {
    const scores = marks.get(studentId) ?? []
    const result = studentResult(scheme, subjects, { className, reexamined: [], scores })
    const days = termId === demo.current.id ? (demo.attendance.get(studentId) ?? null) : null
    const remarks = proposedRemarks(demo.remarks, remarkFacts(result, part, days))
    return { studentId, roll: String(index + 1), scores, result, days, remarks }
  })
  const places = ranks(students.map(({ result }) => periodResult(result, part)))
  const ranked = places.filter((place) => place !== null).length
  const at = new Date(`${publishedOn}T15:00:00+05:30`)
  const by = { changedAt: at, changedBy: head.subject, changedByName: head.name }
  await storeAll(
    db,
    'studentRemarks',
    students.map(({ studentId, remarks }) => ({
      schoolId,
      termId,
      studentId,
      part: part ?? '',
      remarks: remarks.map(({ kind, en, hi, mr }) => ({ kind, en, hi, mr })),
      version: 1,
      ...by,
    })),
  )
  const [{ id: publicationId } = { id: 0 }] = await storeAll<{ id: number }>(
    db,
    'resultPublications',
    [
      {
        schoolId,
        termId,
        sectionId: section.id,
        part: part ?? '',
        schemeId,
        visibleFrom: publishedOn,
        cards: students.length,
        leftOut: 0,
        publishedAt: at,
        publishedBy: head.subject,
        publishedByName: head.name,
      },
    ],
    ['id'],
  )
  await storeAll(
    db,
    'reportCards',
    students.map(({ studentId, roll, scores, result, days, remarks }, index) => {
      const { photoFile, ...student } = facts.get(studentId) ?? unknownStudent
      const place = places[index] ?? null
      const entries = part === null ? undefined : demo.holistic.get(studentId)
      const isPromoted = part === null && (result.outcome === 'PASS' || result.outcome === 'PROMOTED')
      const card = reportCardOf({
        school: cardSchool(school, ''),
        student,
        photoFile,
        termName: demo.termNames.get(termId) ?? '',
        className,
        sectionName: `${className}-${section.name}`,
        roll,
        promotedTo: isPromoted ? promotedTo : '',
        rank: place === null ? null : { rank: place, of: ranked },
        attendance: days,
        remarks: remarks.map(({ kind, en, hi, mr }) => ({ kind, texts: { en, hi, mr } })),
        holistic: ground && entries ? holisticCardOf(ground, entries) : null,
        publishedOn,
        scheme,
        copiedFrom,
        format: reportCardFormatOf(scheme, copiedFrom),
        subjects,
        scores,
        result,
        part,
      })
      const content = reportCard.parse(card)
      return { schoolId, publicationId, termId, studentId, content, token: tokenOf(schoolId, publicationId, studentId) }
    }),
  )
}

const unknownStudent = {
  studentId: 0,
  photoFile: null,
  name: '',
  fatherName: '',
  motherName: '',
  guardian: '',
  birthdate: null,
  registerNo: '',
  penNumber: '',
  saralId: '',
}

/** Returns a token that is the same on every machine. */
function tokenOf(schoolId: number, publicationId: number, studentId: number): string {
  const secret = createHash('sha256').update(`report card ${schoolId} ${publicationId} ${studentId}`).digest('base64url')
  return `${schoolId.toString(36)}-${secret.slice(0, 24)}`
}
