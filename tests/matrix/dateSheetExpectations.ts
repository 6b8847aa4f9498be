import { randomUUID } from 'node:crypto'
import { schoolYearStart } from '#shared/dates.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

/** A day of the term of {@link addExams}. */
const day = `${Number(schoolYearStart(new Date().toISOString().slice(0, 10)).slice(0, 4))}-09-14`

const form = (termId: number, id: Extra[string] | undefined, classId: number) => ({
  input: {
    id,
    termId,
    seen: 1,
    name: 'Changed',
    part: '',
    instructions: '',
    papers: [{ classId, subject: 'Maths', day, starts: '10:00', ends: '13:00', sectionIds: [] }],
  },
})

/** An operation on an exam of class 7 that was seen; class 8 has one of its own. */
const onExam = (name: 'exam' | 'announcedExam'): Expectation => ({
  who: office,
  variables: ({ extra }) => ({ input: { id: extra[`${name}7`], seen: 1 } }),
  outOfClass: ({ extra }) => ({ input: { id: extra[`${name}8`], seen: 1 } }),
})

const tickets = (examId: Extra[string] | undefined, sectionId: number) => ({
  input: { key: randomUUID(), examId, sectionId, language: 'mr' },
})

/** Rights on exams with their date sheets. */
export const dateSheetExpectations: Readonly<Record<string, Expectation>> = {
  exams: { who: [...office, 'teacher'], variables: ({ termId }) => ({ termId }) },
  exam: {
    who: [...office, 'teacher'],
    variables: ({ extra }) => ({ id: extra.exam7 }),
    outOfClass: ({ extra }) => ({ id: extra.exam8 }),
    notTheirs: ['teacher'],
  },
  ownExams: { who: ['student'], noRow: true },
  saveExam: {
    who: office,
    variables: ({ termId, class7, extra }) => form(termId, extra.exam7, class7),
    outOfClass: ({ termId, class8, extra }) => form(termId, extra.exam8, class8),
  },
  orderHallTickets: {
    who: office,
    variables: ({ section7A, extra }) => tickets(extra.exam7, section7A),
    outOfClass: ({ section8A, extra }) => tickets(extra.exam8, section8A),
  },
  deleteExam: onExam('exam'),
  announceExam: onExam('exam'),
  withdrawExam: onExam('announcedExam'),
}

/** Adds exams of class 7 and of class 8, and an announced one of each. */
export async function addExams(db: Tx, { id: schoolId, termId, class7, class8 }: TestSchool): Promise<Extra> {
  const add = async (name: string, classId: number, announced: object) => {
    const exam = { schoolId, termId, name, changedBy: '00000000-0000-0000-0000-000000000001', changedByName: 'Head' }
    const { id: examId } = await db
      .insertInto('exams')
      .values({ ...exam, ...announced })
      .returning('id')
      .executeTakeFirstOrThrow()
    const paper = { subject: 'Maths', day, starts: '10:00', ends: '13:00', wholeClass: true }
    await db
      .insertInto('examPapers')
      .values({ schoolId, termId, examId, classId, ...paper })
      .execute()
    return examId
  }
  const announced = { announcedAt: new Date(), announcedByName: 'Head', announcedVersion: 1, announcedPapers: '[]' }
  return {
    exam7: await add('Exam of class 7', class7, {}),
    exam8: await add('Exam of class 8', class8, {}),
    announcedExam7: await add('Announced exam', class7, announced),
    announcedExam8: await add('Announced exam of class 8', class8, announced),
  }
}
