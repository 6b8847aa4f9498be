import { readyScheme } from '#domains/exams/readySchemes.ts'
import { addResults } from '#domains/exams/server/earlierResults.sql.ts'
import { nextSchemeId } from '#domains/exams/server/schemes.sql.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

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
    seen: 0,
    schemeId,
    schemeClass: '7',
    subjects: [{ name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }],
  },
})

/** Rights on schemes, which are of the whole school, and on how classes are assessed. */
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
    variables: ({ class7, extra }) => assessment(class7, extra.scheme),
    outOfClass: ({ class8, extra }) => assessment(class8, extra.scheme),
  },
  importEarlierResults: {
    who: office,
    outOfClassCode: 'BAD_INPUT',
    noRow: true,
    variables: () => earlierRow('7'),
    outOfClass: () => earlierRow('8'),
  },
  undoEarlierResultsImport: { who: office, variables: ({ extra }) => ({ id: extra.earlierResultsImport }) },
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

/** Adds a scheme that no class uses. */
export async function addScheme(db: Tx, { id: schoolId }: TestSchool): Promise<Extra> {
  const { name } = readyScheme('cbse-6-8')
  const id = await nextSchemeId(db)
  await db
    .insertInto('assessmentSchemes')
    .values({
      schoolId,
      id,
      firstId: id,
      name,
      content,
      copiedFrom: 'cbse-6-8',
      changedBy: '00000000-0000-0000-0000-000000000001',
      changedByName: 'Head',
    })
    .execute()
  return { scheme: id }
}
