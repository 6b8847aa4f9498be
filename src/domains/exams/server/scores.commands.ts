import type { z } from 'zod'
import { type Action, may, requirePermission } from '#platform/action.ts'
import { command, type CommandContext, lastStatements, query } from '#platform/command.ts'
import { endOncePerKey, takeKey } from '#platform/requestKeys.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { erasureLocks, refuseErased } from '#domains/students/server/erased.exports.ts'
import { t } from '#shared/texts.ts'
import type { Score } from '../scheme.schema.ts'
import { readScore, type ScoreColumn, type ScoreGround, scoreGround, scoreOf, showScore, storedScore } from '../scores.rules.ts'
import { scoreCell, scoreCorrections, scoreSheetChoice, scoresForm } from '../scores.schema.ts'
import { scoreActions } from './scores.permissions.ts'
import {
  holdPlaces,
  lockSubjects,
  type ScoreChange,
  type ScoreRow,
  selectChanges,
  selectScores,
  selectSheet,
  selectStudents,
  sheetFrom,
  type SheetRow,
  type SheetStudent,
  storedScores,
} from './scores.sql.ts'
import { parseStored } from './storedScheme.ts'

/** A score as a sheet shows it. */
export interface SheetScore {
  component: string
  test: number
  /** As it is typed; '' for none. */
  value: string
  changedAt: Date
  changedByName: string
}

/** A sheet with its students by roll. */
export interface ScoreSheet extends SheetRow, ScoreGround {
  students: (SheetStudent & { scores: SheetScore[] })[]
}

/**
 * Returns the scores of a subject of a section in a part. NOT_FOUND for a sheet that the viewer may not see, or a part
 * in which nothing of the subject is assessed.
 */
export const viewScoreSheet = query({
  action: scoreActions.view,
  input: scoreSheetChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<ScoreSheet> => {
    const [sheets, students, scores] = await read(
      selectSheet(db, viewer, schoolId, input),
      selectStudents(db, schoolId, input.sectionId),
      selectScores(db, schoolId, input),
    )
    const row = sheetFrom(sheets[0], input.part)
    const ground = row && groundOf(row)
    if (!row || !ground) throw notFound()
    return sheetOf({ ...row, ground, students, scores })
  },
})

/** Returns where the scores of a sheet stand; undefined where the part assesses nothing of the subject. */
function groundOf({ content, pattern, part }: SheetRow): ScoreGround | undefined {
  const ground = scoreGround(parseStored(content), pattern, part)
  return ground.columns.length === 0 ? undefined : ground
}

/** A sheet with what stands in it. */
interface FilledSheet extends SheetRow {
  ground: ScoreGround
  students: SheetStudent[]
  scores: ScoreRow[]
}

/** A sheet that is being changed, with its locks held. */
interface OpenSheet extends FilledSheet {
  /** The rows of the request's key. */
  key: { rowIds: number[] }[]
}

function sheetOf({ ground, students, scores, ...row }: FilledSheet): ScoreSheet {
  const byStudent = Map.groupBy(scores, ({ studentId }) => studentId)
  const place = new Map(ground.columns.map((column, index) => [columnKey(column), index]))
  const order = (score: SheetScore) => place.get(columnKey(score)) ?? 0
  return {
    ...row,
    ...ground,
    students: students.map((student) => ({
      ...student,
      scores: (byStudent.get(student.studentId) ?? [])
        .map((score) => ({
          component: score.component,
          test: score.test,
          value: showScore(scoreOf(score), ground.grades),
          changedAt: score.changedAt,
          changedByName: score.changedByName,
        }))
        .sort((first, second) => order(first) - order(second)),
    })),
  }
}

function columnKey({ component, test }: Pick<ScoreColumn, 'component' | 'test'>): string {
  return `${test} ${component}`
}

type Form = z.output<typeof scoresForm>
type Running = CommandContext<Form & { reason?: string }, OpenSheet>

/**
 * Locks and returns a sheet. The locks are taken before it is read: first the subject, for which `assessClass` and
 * `changeScheme` wait too, then the students and their places, then the request's key.
 */
async function openSheet(
  { db, read, viewer, schoolId, input }: Omit<Running, 'row'>,
  { name }: Action<SheetRow>,
): Promise<OpenSheet | undefined> {
  const ids = input.scores.map(({ studentId }) => studentId)
  const [, erasures, , key, sheets, students, scores] = await read(
    lockSubjects(db, schoolId, [input.subjectId]),
    erasureLocks(db, schoolId, ids),
    holdPlaces(db, schoolId, input.sectionId, ids),
    takeKey(db, { schoolId, viewer }, name, input, input.subjectId),
    selectSheet(db, viewer, schoolId, input),
    selectStudents(db, schoolId, input.sectionId),
    selectScores(db, schoolId, input),
  )
  const row = sheetFrom(sheets[0], input.part)
  const ground = row && groundOf(row)
  if (!row || !ground) return undefined
  refuseErased(erasures)
  return { ...row, ground, students, scores, key }
}

/**
 * Stores scores of a sheet that is not locked, all or none, and returns the sheet. A cell whose value is stored
 * already changes nothing.
 * @throws Refusal BAD_INPUT on `scores.N.value` for an unreadable value, a value above the highest mark, a student of
 *   another section, and a test that the scheme does not have
 * @throws Refusal CONFLICT on `scores.N` for a cell whose stored value is not `seen`, naming who changed it;
 *   without a path for a locked sheet
 * @throws Refusal FORBIDDEN for a TEACHER who sees the sheet and does not teach the subject
 */
export const enterScores = command<typeof scoresForm, OpenSheet, ScoreSheet>({
  action: scoreActions.submit,
  input: scoresForm,
  load: (loading) => openSheet(loading, scoreActions.enter),
  run: (running) => changeScores(running, scoreActions.enter),
})

/** Changes scores of a locked sheet, with the reason. Refused as `enterScores`, and with FORBIDDEN on an open sheet. */
export const correctScores = command<typeof scoreCorrections, OpenSheet, ScoreSheet>({
  action: scoreActions.submitCorrection,
  input: scoreCorrections,
  load: (loading) => openSheet(loading, scoreActions.correct),
  run: (running) => changeScores(running, scoreActions.correct),
})

function changeScores(running: Running, action: Action<SheetRow>) {
  const { db, viewer, school, input } = running
  const { key, ...row } = running.row
  return endOncePerKey<ScoreSheet>(running, action.name, input, {
    taken: key,
    first: async (id) => {
      requirePermission(may(action, { viewer, school, row }))
      const changes = await changesOf(running)
      if (changes.length === 0) return { result: sheetOf(row), ids: [id], fields: [] }
      const { subject, name } = viewer
      const stored = storedScores(db, row, changes, { reason: input.reason ?? '', subject, name })
      const last = lastStatements([stored], ([[moment]]) => {
        if (!moment) throw new Error('Scores that were stored have no moment.')
        return sheetOf({ ...row, scores: scoresAfter(row.scores, changes, { changedAt: moment.at, changedByName: name }) })
      })
      return { last, ids: [id], fields: ['scores'] }
    },
    again: async () => sheetOf(row),
  })
}

function cellKey({ studentId, ...place }: { studentId: number; component: string; test: number }): string {
  return `${studentId} ${columnKey(place)}`
}

/** Returns what changes, once every value of the input is right and nobody else has changed its cell. */
async function changesOf({ db, read, schoolId, input, row }: Running): Promise<ScoreChange[]> {
  const { grades } = row.ground
  const columns = new Map(row.ground.columns.map((column) => [columnKey(column), column]))
  const students = new Map(row.students.map((student) => [student.studentId, student]))
  const stored = new Map(row.scores.map((score) => [cellKey(score), scoreOf(score)]))
  const cells = new Set<string>()
  const wrong: Problem[] = []
  const late: { index: number; studentId: number; key: string }[] = []
  const changes = input.scores.flatMap((entry, index): ScoreChange[] => {
    const refuse = (message: string): [] => {
      wrong.push({ path: `scores.${index}.value`, message })
      return []
    }
    const { studentId, component, test, seen, value } = entry
    if (!students.has(studentId)) return refuse(notInSection(row))
    const column = columns.get(columnKey(entry))
    if (!column) return refuse(noSuchTest(row, component))
    const key = cellKey(entry)
    if (cells.has(key)) return refuse(t`This score is here twice`)
    cells.add(key)
    const typed = readScore(value, column, grades)
    if ('problem' in typed) return refuse(typed.problem)
    const was = stored.get(key) ?? null
    const { score } = typed
    if (score === was) return []
    if (!isStill(was, seen, column, row.ground)) late.push({ index, studentId, key })
    return [{ studentId, component, test, was, score }]
  })
  if (wrong[0]) throw new Refusal('BAD_INPUT', wrong[0].message, wrong)
  if (late.length > 0) {
    const [history] = await read(
      selectChanges(
        db,
        schoolId,
        input,
        late.map(({ studentId }) => studentId),
      ),
    )
    const problems = late.map(({ index, key }): Problem => {
      const last = history.find((change) => cellKey(change) === key)
      const now = showScore(stored.get(key) ?? null, grades)
      return { path: `scores.${index}`, message: changedMessage(last?.changedByName ?? '', now) }
    })
    throw new Refusal('CONFLICT', problems[0]?.message ?? '', problems)
  }
  return changes
}

function notInSection({ className, sectionName }: SheetRow): string {
  return t`This student is not in ${className}-${sectionName}`
}

function noSuchTest({ part }: SheetRow, component: string): string {
  return t`“${component}” has no such test in ${part} any more. Open the sheet again.`
}

function changedMessage(by: string, now: string): string {
  return now === '' ? t`${by} has cleared this meanwhile` : t`${by} has entered ${now} here meanwhile`
}

/** Whether a stored score is the one that was seen, as text. */
function isStill(stored: Score | null, seen: string, column: ScoreColumn, { grades }: ScoreGround): boolean {
  const read = readScore(seen, column, grades)
  return 'score' in read ? read.score === stored : seen === showScore(stored, grades)
}

function scoresAfter(
  stored: readonly ScoreRow[],
  changes: readonly ScoreChange[],
  by: Pick<ScoreRow, 'changedAt' | 'changedByName'>,
): ScoreRow[] {
  const changed = new Set(changes.map(cellKey))
  const added = changes.flatMap(({ studentId, component, test, score }) =>
    score === null ? [] : [{ studentId, component, test, ...storedScore(score), ...by }],
  )
  return [...stored.filter((score) => !changed.has(cellKey(score))), ...added]
}

/** A change of a cell as its history shows it. */
export interface CellChange {
  id: number
  was: string
  value: string
  reason: string
  at: Date
  changedByName: string
}

/** Returns every change of a cell, the newest first. NOT_FOUND for a sheet that the viewer may not see. */
export const viewScoreHistory = query({
  action: scoreActions.view,
  input: scoreCell,
  run: async ({ db, read, viewer, schoolId, input }): Promise<CellChange[]> => {
    const { studentId, ...place } = input
    const [sheets, changes] = await read(
      selectSheet(db, viewer, schoolId, input),
      selectChanges(db, schoolId, input, [studentId], place),
    )
    const row = sheetFrom(sheets[0], input.part)
    const ground = row && groundOf(row)
    if (!ground) throw notFound()
    return changes.map(({ id, wasMarks, wasCode, marks, code, reason, at, changedByName }) => ({
      id,
      was: showScore(scoreOf({ marks: wasMarks, code: wasCode }), ground.grades),
      value: showScore(scoreOf({ marks, code }), ground.grades),
      reason,
      at,
      changedByName,
    }))
  },
})
