import { readyScheme } from '#domains/exams/readySchemes.ts'
import { reportCardOf } from '#domains/exams/reportCard.rules.ts'
import { addResults } from '#domains/exams/server/earlierResults.sql.ts'
import { nextSchemeId } from '#domains/exams/server/schemes.sql.ts'
import type { Tx } from '#platform/database/connect.ts'
import { newPaperToken } from '#platform/http/paperPage.ts'
import { exampleCard } from '../reportCards.ts'
import { addSectionTeacher, addUser, giveAccount } from '../world/rows.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import { addDevice } from './attendanceRows.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const staff = [...office, 'teacher'] as const satisfies readonly Who[]

const earlierRow = (className: string) => ({
  input: {
    rows: [
      {
        class: className,
        section: 'A',
        roll: '1',
        registerNo: '',
        name: '',
        year: '2024-25',
        classThen: '5',
        exam: 'Annual',
        subject: 'Science',
        marks: '72',
        outOf: '100',
        grade: '',
        outcome: '',
      },
    ],
  },
})

const content = JSON.stringify(readyScheme('cbse-6-8'))

const assessment = (classId: number, schemeId: Extra[string] | undefined) => ({
  input: {
    classId,
    seen: 1,
    schemeId,
    schemeClass: '7',
    subjects: [{ name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }],
  },
})

/** The sheet of Science in Term 1, which is open, or in Term 2, which is locked. */
const sheet = (sectionId: number, subjectId: Extra[string] | undefined, part: 'Term 1' | 'Term 2' = 'Term 1') => ({
  sectionId,
  subjectId,
  part,
})
const cell = { component: 'Periodic test', test: 1 }

type School = TestSchool & { extra: Extra }
const own = ({ section7A, extra }: School) => sheet(section7A, extra.assessed7)
const outOfClass = ({ section8A, extra }: School) => sheet(section8A, extra.assessed8)
const key = '00000000-0000-4000-8000-000000000079'

/** The document of a published card. */
const card = reportCardOf(exampleCard('cbse-6-8', 1, { part: 'Term 2' }))
/** A new score: the student of class 8 has none, because another operation takes the student to class 7. */
const scores = (studentId: number, seen = '') => ({ key, scores: [{ studentId, ...cell, seen, value: '7.5' }] })

const messagesKey = '00000000-0000-4000-8000-000000000094'

/** A file with the first student's score. */
const fileOf = (sectionId: number, subjectId: Extra[string] | undefined, value: string, seen: string) => ({
  key: '00000000-0000-4000-8000-000000000095',
  sectionId,
  part: 'Term 1',
  columns: [{ subjectId, ...cell }],
  rows: [{ registerNo: '', roll: '1', name: '', seen: [seen], values: [value] }],
})

const printKey = '00000000-0000-4000-8000-000000000087'
const remarksOf = (sectionId: number, studentId: number) => ({
  key: '00000000-0000-4000-8000-000000000081',
  sectionId,
  part: 'Term 1',
  students: [{ studentId, seen: 0, remarks: [{ kind: 'GENERAL', en: 'Reads well.' }] }],
})

const holisticOf = (sectionId: number, studentId: number) => ({
  key: '00000000-0000-4000-8000-000000000098',
  sectionId,
  part: 'Term 1',
  students: [{ studentId, seen: 0, descriptors: [{ voice: 'TEACHER', statement: 1, grade: 'Sky' }], words: [] }],
})

const againIn = (sectionId: number, studentId: number, subjectId: Extra[string] | undefined) => ({
  key: '00000000-0000-4000-8000-000000000099',
  sectionId,
  scores: [{ studentId, subjectId, seen: '', value: '41' }],
})

const publishing = (sectionId: number) => ({
  key,
  sectionId,
  part: 'Term 1',
  visibleFrom: '2026-11-26',
  incomplete: 'INCLUDE',
})

/** Rights on schemes, which are of the whole school, on how classes are assessed, and on scores. */
export const examExpectations: Readonly<Record<string, Expectation>> = {
  assessmentSchemes: { who: office, noRow: true },
  readySchemes: { who: office, noRow: true },
  assessmentScheme: { who: office, variables: ({ extra }) => ({ id: extra.scheme }) },
  copyScheme: { who: office, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.scheme, name: 'Copy' } }) },
  changeScheme: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.scheme, seen: 1, content } }),
  },
  deleteScheme: { who: office, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.scheme, seen: 1 } }) },
  classAssessments: { who: office, variables: ({ termId }) => ({ termId }) },
  classAssessment: {
    who: office,
    variables: ({ class7 }) => ({ classId: class7 }),
    outOfClass: ({ class8 }) => ({ classId: class8 }),
  },
  assessClass: {
    who: office,
    variables: ({ class7, extra }) => assessment(class7, extra.usedScheme),
    outOfClass: ({ class8, extra }) => assessment(class8, extra.usedScheme),
  },
  scoreSheet: { who: staff, variables: own, outOfClass, notTheirs: ['teacher'] },
  scoreHistory: {
    who: staff,
    variables: (school) => ({ input: { ...own(school), studentId: school.student7A, ...cell } }),
    outOfClass: (school) => ({ input: { ...outOfClass(school), studentId: school.student8A, ...cell } }),
    notTheirs: ['teacher'],
  },
  results: {
    who: staff,
    variables: ({ section7A }) => ({ sectionId: section7A, part: 'Term 1' }),
    outOfClass: ({ section8A }) => ({ sectionId: section8A, part: 'Term 1' }),
    notTheirs: ['teacher'],
  },
  resultAnalysis: {
    who: staff,
    variables: ({ termId, class7 }) => ({ termId, classId: class7, part: 'Term 1' }),
    outOfClass: ({ termId, class8 }) => ({ termId, classId: class8, part: 'Term 1' }),
    notTheirs: ['teacher'],
  },
  resultStandings: { who: staff, variables: ({ termId }) => ({ termId }), noRow: true },
  studentCard: {
    who: staff,
    variables: ({ section7A, student7A }) => ({ sectionId: section7A, studentId: student7A, part: 'Term 1' }),
    outOfClass: ({ section8A, student8A }) => ({ sectionId: section8A, studentId: student8A, part: 'Term 1' }),
    notTheirs: ['teacher'],
  },
  remarkProposals: {
    who: staff,
    variables: ({ section7A }) => ({ sectionId: section7A, part: 'Term 1' }),
    outOfClass: ({ section8A }) => ({ sectionId: section8A, part: 'Term 1' }),
    notTheirs: ['teacher'],
  },
  publishResults: {
    who: office,
    variables: ({ section7A }) => ({ input: publishing(section7A) }),
    outOfClass: ({ section8A }) => ({ input: publishing(section8A) }),
  },
  withdrawResults: {
    who: office,
    variables: ({ extra }) => ({ input: { id: extra.publication7, reason: 'Totalled again' } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.publication8, reason: 'Totalled again' } }),
  },
  orderReportCards: {
    who: staff,
    variables: ({ extra }) => ({ input: { key: printKey, publicationIds: [extra.publication7], languages: 'EN' } }),
    outOfClass: ({ extra }) => ({ input: { key: printKey, publicationIds: [extra.publication8], languages: 'EN' } }),
    notTheirs: ['teacher'],
  },
  resultPublications: { who: staff, variables: ({ termId }) => ({ termId }), noRow: true },
  publishedCards: {
    who: staff,
    variables: ({ extra }) => ({ id: extra.publication7 }),
    outOfClass: ({ extra }) => ({ id: extra.publication8 }),
    notTheirs: ['teacher'],
  },
  ownReportCards: { who: ['student'], noRow: true },
  resultMessagesPreview: {
    who: office,
    variables: ({ extra }) => ({ input: { publicationIds: [extra.publication7] } }),
    outOfClass: ({ extra }) => ({ input: { publicationIds: [extra.publication8] } }),
  },
  sendResultMessages: {
    who: office,
    variables: ({ extra }) => ({
      input: { publicationIds: [extra.publication7], key: messagesKey, token: extra.resultMessages7 },
    }),
    outOfClass: ({ extra }) => ({
      input: { publicationIds: [extra.publication8], key: messagesKey, token: extra.resultMessages8 },
    }),
  },
  cancelResultMessages: {
    who: office,
    variables: ({ extra }) => ({ id: extra.publication7 }),
    outOfClass: ({ extra }) => ({ id: extra.publication8 }),
  },
  heldReportCards: { who: office, noRow: true },
  reportCard: {
    who: [...staff, 'student'],
    variables: ({ extra }) => ({ id: extra.card7 }),
    outOfClass: ({ extra }) => ({ id: extra.card8 }),
    notTheirs: ['teacher', 'student'],
  },
  scoresMissing: { who: staff, variables: ({ termId }) => ({ termId }), noRow: true },
  enterScores: {
    who: staff,
    variables: (school) => ({ input: { ...own(school), ...scores(school.student7A, '5') } }),
    outOfClass: (school) => ({ input: { ...outOfClass(school), ...scores(school.student8A) } }),
    notTheirs: ['teacher'],
  },
  scoreFile: {
    who: staff,
    variables: ({ section7A }) => ({ sectionId: section7A, part: 'Term 1' }),
    outOfClass: ({ section8A }) => ({ sectionId: section8A, part: 'Term 1' }),
    notTheirs: ['teacher'],
  },
  importScores: {
    who: staff,
    variables: (school) => ({ input: fileOf(school.section7A, school.extra.assessed7, '7.5', '5') }),
    outOfClass: (school) => ({ input: fileOf(school.section8A, school.extra.assessed8, '7.5', '') }),
    notTheirs: ['teacher'],
  },
  // Whoever may enter scores undoes an own import. This one is the ADMIN's.
  undoScoresImport: {
    who: staff,
    personal: ['superadmin', 'admin'],
    personalCode: 'FORBIDDEN',
    variables: ({ extra }) => ({ id: extra.scoresImport }),
  },
  correctScores: {
    who: office,
    variables: ({ section7A, student7A, extra }) => ({
      input: { ...sheet(section7A, extra.assessed7, 'Term 2'), ...scores(student7A, '5'), reason: 'Totalled again' },
    }),
    outOfClass: ({ section8A, student8A, extra }) => ({
      input: { ...sheet(section8A, extra.assessed8, 'Term 2'), ...scores(student8A), reason: 'Totalled again' },
    }),
  },
  scoreReminder: { who: staff, variables: ({ termId }) => ({ termId, part: 'Term 1' }), noRow: true },
  remindOfScores: {
    who: staff,
    variables: ({ termId, section7A, extra }) => ({
      input: { termId, part: 'Term 1', sheets: [{ sectionId: section7A, subjectId: extra.assessed7 }] },
    }),
    outOfClass: ({ termId, section8A, extra }) => ({
      input: { termId, part: 'Term 1', sheets: [{ sectionId: section8A, subjectId: extra.assessed8 }] },
    }),
    notTheirs: ['teacher'],
  },
  lockScores: {
    who: office,
    variables: ({ section7A }) => ({ input: { sectionId: section7A, subjectIds: [], part: 'Term 1' } }),
    outOfClass: ({ section8A }) => ({ input: { sectionId: section8A, subjectIds: [], part: 'Term 1' } }),
  },
  remarks: { who: staff, noRow: true },
  saveRemark: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.remark, seen: 1, kind: 'GENERAL', en: 'Reads very well.' } }),
  },
  deleteRemark: { who: office, notLimited: true, variables: ({ extra }) => ({ input: { id: extra.remark, seen: 1 } }) },
  sectionRemarks: {
    who: staff,
    variables: ({ section7A }) => ({ sectionId: section7A, part: 'Term 1' }),
    outOfClass: ({ section8A }) => ({ sectionId: section8A, part: 'Term 1' }),
    notTheirs: ['teacher'],
  },
  chooseRemarks: {
    who: staff,
    variables: ({ section7A, student7A }) => ({ input: remarksOf(section7A, student7A) }),
    outOfClass: ({ section8A, student8A }) => ({ input: remarksOf(section8A, student8A) }),
    notTheirs: ['teacher'],
  },
  assessmentKinds: { who: staff, noRow: true, variables: ({ termId }) => ({ termId }) },
  holisticProgress: { who: staff, noRow: true, variables: ({ termId }) => ({ termId }) },
  sectionHolistic: {
    who: staff,
    variables: ({ section7A }) => ({ sectionId: section7A, part: 'Term 1' }),
    outOfClass: ({ section8A }) => ({ sectionId: section8A, part: 'Term 1' }),
    notTheirs: ['teacher'],
  },
  enterHolistic: {
    who: staff,
    variables: ({ section7A, student7A }) => ({ input: holisticOf(section7A, student7A) }),
    outOfClass: ({ section8A, student8A }) => ({ input: holisticOf(section8A, student8A) }),
    notTheirs: ['teacher'],
  },
  reexaminations: { who: staff, noRow: true, variables: ({ termId }) => ({ termId }) },
  reexaminationHistory: {
    who: staff,
    variables: ({ section7A, student7A, extra }) => ({
      input: { sectionId: section7A, studentId: student7A, subjectId: extra.assessed7 },
    }),
    outOfClass: ({ section8A, student8A, extra }) => ({
      input: { sectionId: section8A, studentId: student8A, subjectId: extra.assessed8 },
    }),
    notTheirs: ['teacher'],
  },
  enterReexaminations: {
    who: staff,
    variables: ({ section7A, student7A, extra }) => ({ input: againIn(section7A, student7A, extra.assessed7) }),
    outOfClass: ({ section8A, student8A, extra }) => ({ input: againIn(section8A, student8A, extra.assessed8) }),
    notTheirs: ['teacher'],
  },
  unlockScores: {
    who: office,
    variables: ({ section7A }) => ({ input: { sectionId: section7A, subjectIds: [], part: 'Term 2' } }),
    outOfClass: ({ section8A }) => ({ input: { sectionId: section8A, subjectIds: [], part: 'Term 2' } }),
  },
  importEarlierResults: {
    who: office,
    outOfClassCode: 'BAD_INPUT',
    noRow: true,
    variables: () => earlierRow('7'),
    outOfClass: () => earlierRow('8'),
  },
  undoEarlierResultsImport: { who: office, notLimited: true, variables: ({ extra }) => ({ id: extra.earlierResultsImport }) },
  earlierResults: {
    who: [...office, 'teacher'],
    noRow: true,
    variables: ({ student7A }) => ({ studentId: student7A }),
  },
  deleteEarlierResult: {
    who: office,
    variables: ({ extra }) => ({ input: { id: extra.earlierResult7 } }),
    outOfClass: ({ extra }) => ({ input: { id: extra.earlierResult8 } }),
  },
}

/** Adds an earlier result of a student of each class. */
export async function addEarlierResults(db: Tx, { id: schoolId, student7A, student8A }: TestSchool): Promise<Extra> {
  const subjects = [{ subject: 'Science', marks: 7200, outOf: 10_000, grade: '' }]
  const result = { row: 0, year: 2023, className: '4', exam: 'Annual', outcome: '', subjects }
  const by = { subject: '00000000-0000-0000-0000-000000000001', name: 'Head' }
  const students = [student7A, student8A].map((studentId) => ({ ...result, studentId }))
  const [earlierResult7, earlierResult8] = await addResults(db, schoolId, by, students)
  return { earlierResult7: earlierResult7!, earlierResult8: earlierResult8! }
}

const by = { changedBy: '00000000-0000-0000-0000-000000000001', changedByName: 'Head' }

/**
 * Adds a scheme that no class uses, and one by which classes 7 and 8 are assessed in Science. A student of class 7 has
 * a score in both parts, of which the second is locked and published in both classes.
 */
export async function addScheme(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, termId } = school
  const [scheme, usedScheme] = [await addCopy(db, schoolId, 'Unused scheme'), await addCopy(db, schoolId, 'Used scheme')]
  const assess = async (classId: number, sectionId: number, studentId: number) => {
    await db
      .insertInto('classAssessments')
      .values({ schoolId, classId, termId, schemeId: usedScheme, schemeClass: '7', version: 1, ...by })
      .execute()
    const { id: assessedSubjectId } = await db
      .insertInto('assessedSubjects')
      .values({ schoolId, classId, sr: 1, name: 'Science', kind: 'COUNTED', pattern: 'Scholastic' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const part of classId === school.class7 ? ['Term 1', 'Term 2'] : []) {
      const score = { schoolId, assessedSubjectId, part, ...cell, studentId, marks: 500, ...by }
      await db
        .insertInto('scores')
        .values({ ...score, termId })
        .execute()
      await db.insertInto('scoreChanges').values(score).execute()
    }
    await db
      .insertInto('scoreLocks')
      .values({
        schoolId,
        sectionId,
        assessedSubjectId,
        part: 'Term 2',
        lockedBy: by.changedBy,
        lockedByName: by.changedByName,
      })
      .execute()
    await addYearResult(db, school, { sectionId, studentId, schemeId: usedScheme })
    const { id: publicationId } = await db
      .insertInto('resultPublications')
      .values({
        schoolId,
        termId,
        sectionId,
        part: 'Term 2',
        schemeId: usedScheme,
        visibleFrom: '2026-11-26',
        cards: 1,
        leftOut: 0,
        messagesOrdered: true,
        publishedBy: by.changedBy,
        publishedByName: by.changedByName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { name } = await db.selectFrom('students').select('name').where('id', '=', studentId).executeTakeFirstOrThrow()
    const { id: cardId } = await db
      .insertInto('reportCards')
      .values({
        schoolId,
        publicationId,
        termId,
        studentId,
        content: JSON.stringify({ ...card, student: { ...card.student, name } }),
        token: newPaperToken(schoolId),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { assessedSubjectId, publicationId, cardId }
  }
  await addReachableTeacher(db, school)
  const of7 = await assess(school.class7, school.section7A, school.student7A)
  const of8 = await assess(school.class8, school.section8A, school.student8A)
  const remark = await db
    .insertInto('remarks')
    .values({ schoolId, kind: 'GENERAL', en: 'Reads well.', hi: '', mr: '', ...by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    scheme,
    usedScheme,
    remark: remark.id,
    assessed7: of7.assessedSubjectId,
    assessed8: of8.assessedSubjectId,
    publication7: of7.publicationId,
    publication8: of8.publicationId,
    card7: of7.cardId,
    card8: of8.cardId,
  }
}

/** Adds a second teacher of 7-A with a device, of whose marks the first one reminds. */
async function addReachableTeacher(db: Tx, school: TestSchool): Promise<void> {
  const email = `teacher.7a.${school.id}@world.test`
  const userId = await addUser(db, school, { name: 'Second teacher of 7-A', email, role: 'TEACHER' })
  await addSectionTeacher(db, school, school.section7A, userId)
  await addDevice(db, school.id, await giveAccount(db, school, { userId }))
}

/** Publishes that a student of a section is examined again in Science. */
async function addYearResult(
  db: Tx,
  { id: schoolId, termId }: TestSchool,
  { sectionId, studentId, schemeId }: { sectionId: number; studentId: number; schemeId: number },
): Promise<void> {
  const { id: publicationId } = await db
    .insertInto('resultPublications')
    .values({
      schoolId,
      termId,
      sectionId,
      part: '',
      schemeId,
      visibleFrom: '2026-11-26',
      cards: 1,
      leftOut: 0,
      publishedBy: by.changedBy,
      publishedByName: by.changedByName,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shortfalls = [{ subject: 'Science', component: null, part: null, obtained: 2000, outOf: 10_000, needed: 3300 }]
  const content = JSON.stringify({ ...card, part: null, outcome: 'COMPARTMENT', shortfalls })
  await db
    .insertInto('reportCards')
    .values({ schoolId, publicationId, termId, studentId, content, token: newPaperToken(schoolId) })
    .execute()
}

async function addCopy(db: Tx, schoolId: number, name: string): Promise<number> {
  const id = await nextSchemeId(db)
  await db
    .insertInto('assessmentSchemes')
    .values({
      schoolId,
      id,
      firstId: id,
      name,
      content: JSON.stringify({ ...readyScheme('cbse-6-8'), name }),
      copiedFrom: 'cbse-6-8',
      ...by,
    })
    .execute()
  return id
}
