import type { z } from 'zod'
import { may, requirePermission } from '#platform/action.ts'
import { command, type CommandContext, query } from '#platform/command.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { erasureLocks, refuseErased } from '#domains/students/server/erased.exports.ts'
import { t } from '#shared/texts.ts'
import { reexaminationCell, reexaminationForm, reexaminationsChoice } from '../reexamination.schema.ts'
import { readScore, scoreOf, showScore } from '../scores.rules.ts'
import { reexaminationActions } from './reexamination.permissions.ts'
import {
  reexaminationFrom,
  type ReexaminationRow,
  type SecondScoreChange,
  selectReexaminations,
  selectSecondScoreChanges,
  storeSecondScores,
} from './reexamination.sql.ts'
import type { CellChange } from './scores.commands.ts'
import { holdPlaces, lockSubjects } from './scores.sql.ts'

/** Returns who is examined again in what, of a term or of one section, by section and roll. */
export const listReexaminations = query({
  action: reexaminationActions.view,
  input: reexaminationsChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<ReexaminationRow[]> =>
    (await read(selectReexaminations(db, viewer, schoolId, input)))[0].map(reexaminationFrom),
})

/** A section with the subjects in which its students are examined again. */
interface DueSection {
  schoolId: number
  due: readonly ReexaminationRow[]
}

type Form = z.output<typeof reexaminationForm>

/**
 * Stores second scores of students of a section, all or none, and returns what is due in the section.
 * @throws Refusal BAD_INPUT on `scores.N.value` for a value that cannot be, or is above the marks of the subject, and
 *   for who is not examined again in it; on `reason` for a published score that changes without one
 * @throws Refusal CONFLICT on `scores.N` for a score that has another value than `seen`, with who has changed it
 * @throws Refusal FORBIDDEN for a TEACHER who sees the section and does not teach the subject, or whose score is
 *   published
 */
export const enterReexaminations = command<typeof reexaminationForm, DueSection, ReexaminationRow[]>({
  action: reexaminationActions.submit,
  input: reexaminationForm,
  load: async ({ db, read, viewer, schoolId, input }) => {
    const ids = input.scores.map(({ studentId }) => studentId)
    // The order of enterScores: subjects, students, places.
    const [, erasures, , rows] = await read(
      lockSubjects(
        db,
        schoolId,
        input.scores.map(({ subjectId }) => subjectId),
      ),
      erasureLocks(db, schoolId, ids),
      holdPlaces(db, schoolId, input.sectionId, ids),
      selectReexaminations(db, viewer, schoolId, { sectionId: input.sectionId }),
    )
    // An erased student has no card any more, and so nothing that is due.
    refuseErased(erasures)
    if (rows.length === 0) return undefined
    return { schoolId, due: rows.map(reexaminationFrom) }
  },
  run: (running) => {
    const { db, read, viewer, schoolId, input, row } = running
    return runOncePerKey(
      running,
      reexaminationActions.submit.name,
      input,
      async () => {
        const changes = changesOf(running)
        const [first] = row.due
        if (changes.length === 0 || !first) return { result: [...row.due], ids: [input.sectionId], fields: [] }
        const { subject, name } = viewer
        await storeSecondScores(db, { schoolId, termId: first.termId }, changes, { reason: input.reason, subject, name })
        const [rows] = await read(selectReexaminations(db, viewer, schoolId, { sectionId: input.sectionId }))
        return { result: rows.map(reexaminationFrom), ids: [input.sectionId], fields: ['scores'] }
      },
      () => Promise.resolve([...row.due]),
    )
  },
})

const cellKey = ({ studentId, subjectId }: { studentId: number; subjectId: number }) => `${studentId} ${subjectId}`

/** Returns what changes, once every value is right, may be entered and is as it was seen. */
function changesOf({ viewer, school, input, row }: CommandContext<Form, DueSection>): SecondScoreChange[] {
  const due = new Map(row.due.map((each) => [cellKey(each), each]))
  const cells = new Set<string>()
  const wrong: Problem[] = []
  const late: Problem[] = []
  const changes = input.scores.flatMap((entry, index): (SecondScoreChange & { published: boolean })[] => {
    const refuse = (message: string): [] => {
      wrong.push({ path: `scores.${index}.value`, message })
      return []
    }
    const key = cellKey(entry)
    const found = due.get(key)
    if (!found) return refuse(t`This student is not examined again in this subject`)
    if (cells.has(key)) return refuse(t`This score is here twice`)
    cells.add(key)
    const typed = readScore(entry.value, found, [])
    if ('problem' in typed) return refuse(typed.problem)
    const { score } = typed
    if (score === 'ML' || score === 'EX') return refuse(t`Enter marks such as 41, or AB: this examination is held once`)
    const was = scoreOf(found)
    if (score === was) return []
    requirePermission(may(reexaminationActions.enter, { viewer, school, row: found }))
    const seen = readScore(entry.seen, found, [])
    if ('problem' in seen || seen.score !== was) {
      const [by, now] = [found.changedByName ?? '', showScore(was, [])]
      const message = now === '' ? t`This was cleared meanwhile` : t`${by} has entered ${now} here meanwhile`
      late.push({ path: `scores.${index}`, message })
    }
    return [{ ...entry, was, score, published: found.publishedAt !== null }]
  })
  if (wrong[0]) throw new Refusal('BAD_INPUT', wrong[0].message, wrong)
  if (late[0]) throw new Refusal('CONFLICT', late[0].message, late)
  if (input.reason === '' && changes.some(({ published }) => published)) {
    const message = t`This result is published. Say why it changes, and publish it again.`
    throw new Refusal('BAD_INPUT', message, [{ path: 'reason', message }])
  }
  return changes
}

/** Returns every change of a second score, the newest first. NOT_FOUND for one that the viewer may not see. */
export const viewReexaminationHistory = query({
  action: reexaminationActions.view,
  input: reexaminationCell,
  run: async ({ db, read, viewer, schoolId, input }): Promise<CellChange[]> => {
    const [due, changes] = await read(
      selectReexaminations(db, viewer, schoolId, { sectionId: input.sectionId }),
      selectSecondScoreChanges(db, schoolId, input),
    )
    if (!due.some((row) => cellKey(row) === cellKey(input))) throw notFound()
    return changes.map(({ id, wasMarks, wasCode, marks, code, reason, at, changedByName }) => ({
      id,
      was: showScore(scoreOf({ marks: wasMarks, code: wasCode }), []),
      value: showScore(scoreOf({ marks, code }), []),
      reason,
      at,
      changedByName,
    }))
  },
})
