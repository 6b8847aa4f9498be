import { sql } from 'kysely'
import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { holidayName, holidaysBetween } from '#domains/attendance/server/attendance.exports.ts'
import { type Clash, clashesOf, type ComparedPaper, comparePapers, type PaperProblem, paperProblems } from '../dateSheet.rules.ts'
import { examChoice, type ExamForm, examForm, examSeen, examsView } from '../dateSheet.schema.ts'
import { examActions, type ExamTarget } from './dateSheet.permissions.ts'
import {
  announcedExams,
  announcedPapers,
  type ClassOfTerm,
  type ExamRow,
  examRows,
  examWithId,
  holdClasses,
  lessonsOfExam,
  lockExam,
  type PaperRow,
  papersOfExam,
  papersOfOtherExams,
  papersOfStudents,
  sectionsOfExam,
  storePapers,
  termOfExams,
} from './dateSheet.sql.ts'
import { type FamilyExam, familyExams } from './familyExams.ts'

/** A paper of a date sheet, compared with what was announced. One that was taken away has no clashes. */
export interface SheetPaper extends ComparedPaper<PaperRow> {
  clashes: Clash[]
}

/** An exam with its whole date sheet. */
export interface ExamSheet {
  exam: ExamRow
  papers: SheetPaper[]
}

const changedMessage = () => t`Somebody else has changed this in the meantime. Copy what you have typed, and open it anew.`

function refuseUnseen({ version }: ExamRow, seen: number): void {
  if (version !== seen) throw new Refusal('CONFLICT', changedMessage(), [{ path: 'seen', message: changedMessage() }])
}

/** Returns the exams of a term that the viewer sees, the latest first. NOT_FOUND for an unknown term. */
export const listExams = query({
  action: examActions.view,
  input: examsView,
  run: async ({ db, read, viewer, schoolId, input: { termId } }): Promise<ExamRow[]> => {
    const [[term], exams] = await read(
      termOfExams(db, schoolId, termId),
      examRows(db, viewer, schoolId).where('exams.termId', '=', termId),
    )
    if (!term) throw notFound()
    return exams
  },
})

/** Returns an exam with those of its papers that the viewer may see, and their clashes. */
export const viewExam = query({
  action: examActions.view,
  input: examChoice,
  run: async ({ db, read, viewer, schoolId, input: { id } }): Promise<ExamSheet> => {
    const [[exam], papers, [announced], sections, lessons, others] = await read(
      examWithId(db, viewer, schoolId, id),
      papersOfExam(db, viewer, schoolId, id),
      announcedPapers(db, schoolId, id),
      sectionsOfExam(db, schoolId, id),
      lessonsOfExam(db, schoolId, id),
      papersOfOtherExams(db, schoolId, id),
    )
    if (!exam) throw notFound()
    const { firstDay, lastDay } = exam
    const [named] = firstDay && lastDay ? await read(holidaysBetween(db, schoolId, firstDay, lastDay)) : [[]]
    const facts = { holidays: holidayNames(papers, named), lessons, others, sections }
    const compared = comparePapers(papers, announcedToViewer(viewer, papers, announced?.papers ?? null))
    return {
      exam,
      papers: compared.map((row) => ({ ...row, clashes: row.change === 'REMOVED' ? [] : clashesOf(row.paper, facts) })),
    }
  },
})

/** Returns why the days of papers are no school days, by day. */
function holidayNames(papers: readonly PaperRow[], holidays: readonly { day: string; name: string }[]): Map<string, string> {
  const nameOf = new Map(holidays.map(({ day, name }) => [day, name]))
  const names = new Map<string, string>()
  for (const { day } of papers) {
    const name = holidayName(day, nameOf.get(day))
    if (name !== null) names.set(day, name)
  }
  return names
}

/** Returns the announced papers that the viewer may see; null when none were announced. */
function announcedToViewer(viewer: Viewer, papers: readonly PaperRow[], json: string | null): PaperRow[] | null {
  if (json === null) return null
  const announced = JSON.parse(json) as PaperRow[]
  if (viewer.classIds) return announced.filter(({ classId }) => viewer.classIds?.includes(classId))
  if (viewer.role !== 'TEACHER') return announced
  const visible = new Set(papers.map(({ id }) => id))
  return announced.filter(({ id }) => visible.has(id))
}

/** The exam to be saved; `exam` is null for a new one. */
interface Saving extends ExamTarget {
  exam: ExamRow | null
  termStartsOn: string
}

/**
 * Adds an exam or replaces it with its whole date sheet. A stored paper keeps its id. What clashes with holidays,
 * lessons and other exams is saved: {@link viewExam} tells of it.
 * @throws Refusal NOT_FOUND for an exam or term that does not exist or that the viewer may not see
 * @throws Refusal CONFLICT on `seen` when it was changed meanwhile, on `name` when the term has an exam of this name
 * @throws Refusal BAD_INPUT on `papers.N` for a class or section that is not there, a day outside of the term, an end
 *   before the start, and for what a section would write at the same time or twice on a day
 */
export const saveExam = command<typeof examForm, Saving, ExamRow>({
  action: examActions.save,
  input: examForm,
  conflicts: {
    exams_name: {
      path: 'name',
      get message() {
        return t`This term has an exam with this name already`
      },
    },
  },
  load: async ({ db, viewer, schoolId, input: { id, termId } }) => {
    const term = await termOfExams(db, schoolId, termId).executeTakeFirst()
    if (!term) return undefined
    if (id === null) return { exam: null, termStartsOn: term.startsOn, otherClasses: false, announced: false, papers: 0 }
    const exam = await lockExam(db, viewer, schoolId, id)
    if (exam?.termId !== termId) return undefined
    const { otherClasses, announced, papers } = exam
    return { exam, termStartsOn: term.startsOn, otherClasses, announced, papers }
  },
  run: async ({ db, viewer, schoolId, input, row: { exam, termStartsOn } }) => {
    const { termId, seen, name, part, instructions } = input
    if (exam) refuseUnseen(exam, seen)
    const classes = await holdClasses(db, viewer, schoolId, termId)
    const papers = input.papers.map((paper) => wholeClassIfAll(paper, classes))
    refuseProblems([...placeProblems(papers, classes), ...paperProblems(papers, termStartsOn)])
    const values = { name, part, instructions, changedAt: new Date(), changedBy: viewer.subject, changedByName: viewer.name }
    const id = exam ? exam.id : await addExam(db, { schoolId, termId, ...values })
    if (exam) {
      await db
        .updateTable('exams')
        .set({ ...values, version: exam.version + 1 })
        .where('schoolId', '=', schoolId)
        .where('id', '=', id)
        .execute()
    }
    await storePapers(db, { schoolId, termId, examId: id }, papers)
    const result = await examWithId(db, viewer, schoolId, id).executeTakeFirstOrThrow()
    return { result, ids: [id], fields: ['name', 'part', 'instructions', 'papers'] }
  },
})

async function addExam(
  db: Tx,
  values: {
    schoolId: number
    termId: number
    name: string
    part: string
    instructions: string
    changedBy: string
    changedByName: string
  },
): Promise<number> {
  const { id } = await db.insertInto('exams').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

type FormPaper = ExamForm['papers'][number]

/** Returns a paper for all of its sections as one for the whole class, so that later sections write it too. */
function wholeClassIfAll(paper: FormPaper, classes: readonly ClassOfTerm[]): FormPaper {
  const sectionIds = [...new Set(paper.sectionIds)]
  const all = classes.find(({ id }) => id === paper.classId)?.sectionIds ?? []
  const isWhole = all.length > 0 && all.every((id) => sectionIds.includes(id))
  return { ...paper, sectionIds: isWhole && all.length === sectionIds.length ? [] : sectionIds }
}

/** Returns a problem for each class and section that is not there, or that the viewer may not see. */
function placeProblems(papers: readonly FormPaper[], classes: readonly ClassOfTerm[]): PaperProblem[] {
  return papers.flatMap(({ classId, sectionIds }, index): PaperProblem[] => {
    const found = classes.find(({ id }) => id === classId)
    if (!found) return [{ path: `papers.${index}.classId`, message: t`This class is not in the term` }]
    if (sectionIds.every((id) => found.sectionIds.includes(id))) return []
    return [{ path: `papers.${index}.sectionIds`, message: t`This section is not in the class` }]
  })
}

function refuseProblems(problems: readonly PaperProblem[]): void {
  if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, [...problems])
}

/**
 * Deletes an exam with its date sheet, and returns its id.
 * @throws Refusal CONFLICT while it is announced; on `seen` when it was changed meanwhile
 */
export const deleteExam = command<typeof examSeen, ExamRow, number>({
  action: examActions.delete,
  input: examSeen,
  load: ({ db, viewer, schoolId, input }) => lockExam(db, viewer, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, seen }, row }) => {
    refuseUnseen(row, seen)
    await db.deleteFrom('exams').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id] }
  },
})

/**
 * Shows an exam to the families of its sections. Announced again, its changes are no longer marked.
 * @throws Refusal CONFLICT without papers; on `seen` when it was changed meanwhile
 */
export const announceExam = command<typeof examSeen, ExamRow, ExamRow>({
  action: examActions.announce,
  input: examSeen,
  load: ({ db, viewer, schoolId, input }) => lockExam(db, viewer, schoolId, input.id),
  run: async ({ db, viewer, schoolId, input: { id, seen }, row }) => {
    refuseUnseen(row, seen)
    const papers = await papersOfExam(db, viewer, schoolId, id).execute()
    await db
      .updateTable('exams')
      .set({
        announcedAt: new Date(),
        announcedByName: viewer.name,
        announcedVersion: row.version,
        announcedPapers: sql<string>`${JSON.stringify(papers)}::jsonb`,
      })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    const result = await examWithId(db, viewer, schoolId, id).executeTakeFirstOrThrow()
    return { result, ids: [id], fields: ['announced'] }
  },
})

/**
 * Hides an announced exam from families again.
 * @throws Refusal CONFLICT for an exam that is not announced; on `seen` when it was changed meanwhile
 */
export const withdrawExam = command<typeof examSeen, ExamRow, ExamRow>({
  action: examActions.withdraw,
  input: examSeen,
  load: ({ db, viewer, schoolId, input }) => lockExam(db, viewer, schoolId, input.id),
  run: async ({ db, viewer, schoolId, input: { id, seen }, row }) => {
    refuseUnseen(row, seen)
    await db
      .updateTable('exams')
      .set({ announcedAt: null, announcedByName: null, announcedVersion: null, announcedPapers: null })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    const result = await examWithId(db, viewer, schoolId, id).executeTakeFirstOrThrow()
    return { result, ids: [id], fields: ['announced'] }
  },
})

/** Returns the announced exams of the student who asks that are not over. */
export const viewOwnExams = query({
  action: examActions.viewOwn,
  input: z.object({}),
  run: async ({ db, read, viewer: { studentId }, schoolId }): Promise<FamilyExam[]> => {
    if (studentId === null) return []
    const [[term]] = await read(db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('current', '=', true))
    if (!term) return []
    const view = { termId: term.id, studentIds: [studentId], from: schoolDay(new Date()) }
    return familyExams(...(await read(announcedExams(db, schoolId, view), papersOfStudents(db, schoolId, view))))
  },
})
