import type { z } from 'zod'
import { may, requirePermission } from '#platform/action.ts'
import { command, type CommandContext, type CommandResult, query } from '#platform/command.ts'
import {
  type Imported,
  importIdInput,
  type ImportRow,
  importWithRows,
  lockImport,
  markUndone,
  recordImport,
} from '#platform/imports.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { erasureLocks, refuseErased } from '#domains/students/server/erased.exports.ts'
import { plural, t } from '#shared/texts.ts'
import { readScore, type ScoreColumn, type ScoreGround, scoreGround, scoreOf, showScore } from '../scores.rules.ts'
import { fileStudentFinder, readFileCell, twiceInFile } from '../scoresImport.rules.ts'
import { scoreFileChoice, scoresImport } from '../scoresImport.schema.ts'
import { scoreActions } from './scores.permissions.ts'
import {
  holdPlaces,
  lockSubjects,
  type ScoreChange,
  selectSheet,
  selectSheets,
  sheetFrom,
  type SheetRow,
  storedScores,
} from './scores.sql.ts'
import {
  type FileStudentRow,
  type ImportedChange,
  type SectionScoreRow,
  selectFileStudents,
  selectImportedChanges,
  selectSectionScores,
} from './scoresImport.sql.ts'
import { parseStored } from './storedScheme.ts'

/** A sheet of a file: a subject with its tests and its stored scores. */
export interface FileSheet extends SheetRow, ScoreGround {
  scores: readonly SectionScoreRow[]
}

/** What a file of a section in a part may have. */
export interface ScoreFile {
  sectionName: string
  className: string
  termName: string
  part: string
  students: readonly FileStudentRow[]
  /** In the order of the class's subjects. */
  sheets: readonly FileSheet[]
}

/**
 * Returns the students of a section and the tests of its subjects in a part, for a file with their marks: of one
 * subject, or of all whose scores the viewer enters. NOT_FOUND for a section or subject that the viewer does not see,
 * and where nothing is assessed.
 */
export const viewScoreFile = query({
  action: scoreActions.view,
  input: scoreFileChoice,
  run: async ({ db, read, viewer, school, schoolId, input }): Promise<ScoreFile> => {
    const { subjectId, ...place } = input
    const [rows, students] = await read(
      selectSheets(db, viewer, schoolId, place, subjectId ? [subjectId] : null),
      selectFileStudents(db, schoolId, place.sectionId),
    )
    const [scores] = await read(
      selectSectionScores(
        db,
        schoolId,
        place,
        rows.map((row) => row.subjectId),
      ),
    )
    const sheets = sheetsOf(rows, place.part, scores).filter(
      (row) => subjectId || may(scoreActions.enter, { viewer, school, row }).allowed,
    )
    const [first] = sheets
    if (!first) throw notFound()
    const { sectionName, className, termName, part } = first
    return { sectionName, className, termName, part, students, sheets }
  },
})

/** Returns the sheets in which the part assesses something, with their scores. */
function sheetsOf(
  rows: readonly Parameters<typeof sheetFrom>[0][],
  part: string,
  scores: readonly SectionScoreRow[],
): FileSheet[] {
  const bySubject = Map.groupBy(scores, ({ subjectId }) => subjectId)
  return rows.flatMap((selected): FileSheet[] => {
    const row = sheetFrom(selected, part)
    if (!row) return []
    const ground = scoreGround(parseStored(row.content), row.pattern, part)
    return ground.columns.length === 0 ? [] : [{ ...row, ...ground, scores: bySubject.get(row.subjectId) ?? [] }]
  })
}

/** The sheets of a file that is being imported, with their locks held. */
interface OpenFile {
  schoolId: number
  sheets: ReadonlyMap<number, FileSheet>
  students: readonly FileStudentRow[]
}

type Form = z.output<typeof scoresImport>
type Importing = CommandContext<Form, OpenFile>

/** Locks and returns the sheets of a file, in the order of `enterScores`: subjects, students, places. */
async function openFile({ db, read, viewer, schoolId, input }: Omit<Importing, 'row'>): Promise<OpenFile | undefined> {
  const subjectIds = [...new Set(input.columns.map(({ subjectId }) => subjectId))]
  const [before] = await read(selectFileStudents(db, schoolId, input.sectionId))
  const ids = before.map(({ studentId }) => studentId)
  const [, erasures, , rows, students, scores] = await read(
    lockSubjects(db, schoolId, subjectIds),
    erasureLocks(db, schoolId, ids),
    holdPlaces(db, schoolId, input.sectionId, ids),
    selectSheets(db, viewer, schoolId, input, subjectIds),
    selectFileStudents(db, schoolId, input.sectionId),
    selectSectionScores(db, schoolId, input, subjectIds),
  )
  const sheets = new Map(sheetsOf(rows, input.part, scores).map((sheet) => [sheet.subjectId, sheet]))
  if (subjectIds.some((id) => !sheets.has(id))) return undefined
  refuseErased(erasures)
  return { schoolId, sheets, students }
}

const nothingNew: Imported = { id: 0, count: 0 }

/**
 * Imports the scores of a section in a part from a file, all or none. A blank cell leaves what stands, and so does one
 * with the stored score. The rules and rights are those of `enterScores`. The same key with the same rows returns the
 * first import again.
 * @returns how many scores were stored; without any there is no import to undo
 * @throws Refusal BAD_INPUT with problems at `rows.N.registerNo`, `roll` or `name` (unknown, ambiguous, twice), at
 *   `rows.N.cM` for the cell of column M, and at `columns.M` for a test that the scheme does not have
 * @throws Refusal CONFLICT on `rows.N.cM` for a cell that has another value than `seen`; without a path for a locked
 *   sheet
 * @throws Refusal FORBIDDEN for a TEACHER who does not teach one of the subjects
 */
export const importScores = command<typeof scoresImport, OpenFile, Imported>({
  action: scoreActions.import,
  input: scoresImport,
  load: openFile,
  run: (running) =>
    runOncePerKey(
      running,
      scoreActions.import.name,
      running.input,
      () => storeFile(running),
      async (ids) =>
        ids[0] === undefined ? nothingNew : { id: (await importWithRows(running, 'scores', ids)).id, count: ids.length },
    ),
})

async function storeFile(running: Importing): Promise<CommandResult<Imported>> {
  const { db, read, viewer, school, row } = running
  for (const sheet of row.sheets.values()) requirePermission(may(scoreActions.enter, { viewer, school, row: sheet }))
  const changes = changesOf(running)
  if (changes.size === 0) return { result: nothingNew, ids: [] }
  const { subject, name } = viewer
  const stored = await read(
    ...[...changes].map(([sheet, cells]) => storedScores(db, sheet, cells, { reason: '', subject, name })),
  )
  const ids = stored.flatMap((rows) => rows.flatMap((one) => one.ids)).toSorted((a, b) => a - b)
  return { result: { id: await recordImport(running, 'scores', ids), count: ids.length }, ids, fields: ['scores'] }
}

/** Returns what changes by sheet, once every cell of the file is right and nobody else has changed one. */
function changesOf({ input, row: { sheets, students } }: Importing): Map<FileSheet, ScoreChange[]> {
  const columns = columnsOf(input, sheets)
  const { className, sectionName } = columns[0]?.sheet ?? { className: '', sectionName: '' }
  const findStudent = fileStudentFinder(students, `${className}-${sectionName}`)
  const stored = new Map([...sheets.values()].flatMap(({ scores }) => scores.map((score) => [cellKey(score), score] as const)))
  const rowOf = new Map<number, number>()
  const wrong: Problem[] = []
  const late: Problem[] = []
  const changes = new Map<FileSheet, ScoreChange[]>()
  for (const [place, line] of input.rows.entries()) {
    const student = findStudent(line)
    if ('problem' in student) {
      wrong.push({ path: `rows.${place}.${student.problem.key}`, message: student.problem.message })
      continue
    }
    const { studentId } = student.found
    const first = rowOf.get(studentId)
    if (first !== undefined) {
      const key = line.registerNo ? 'registerNo' : line.roll ? 'roll' : 'name'
      wrong.push({ path: `rows.${place}.${key}`, message: twiceInFile(first) })
      continue
    }
    rowOf.set(studentId, place)
    for (const [index, { sheet, column }] of columns.entries()) {
      const path = `rows.${place}.c${index}`
      const read = readFileCell(line.values[index] ?? '', column, sheet.grades)
      if ('problem' in read) {
        wrong.push({ path, message: read.problem })
        continue
      }
      const { component, test } = column
      const before = stored.get(cellKey({ subjectId: sheet.subjectId, studentId, component, test }))
      const was = before ? scoreOf(before) : null
      const { score } = read
      if (score === null || score === was) continue
      const seen = readScore(line.seen[index] ?? '', column, sheet.grades)
      if (!('score' in seen) || seen.score !== was) {
        const [now, by] = [showScore(was, sheet.grades), before?.changedByName ?? '']
        late.push({ path, message: before ? t`${by} has entered ${now} here meanwhile` : t`This was cleared meanwhile` })
      }
      const own = changes.get(sheet) ?? []
      own.push({ studentId, component, test, was, score })
      changes.set(sheet, own)
    }
  }
  refuseAt('BAD_INPUT', wrong)
  refuseAt('CONFLICT', late)
  return changes
}

/** Returns the columns of a file with their sheets. */
function columnsOf({ columns, part }: Form, sheets: OpenFile['sheets']): { sheet: FileSheet; column: ScoreColumn }[] {
  const taken = new Set<string>()
  return columns.map(({ subjectId, component, test }, index) => {
    const refuse = (message: string) => new Refusal('BAD_INPUT', message, [{ path: `columns.${index}`, message }])
    const sheet = sheets.get(subjectId)
    const column = sheet?.columns.find((each) => each.component === component && each.test === test)
    if (!sheet || !column) throw refuse(t`“${component}” has no such test in ${part} any more. Open the page again.`)
    const key = `${subjectId} ${test} ${component}`
    if (taken.has(key)) throw refuse(t`Two columns are of ${component}`)
    taken.add(key)
    return { sheet, column }
  })
}

function cellKey({
  subjectId,
  studentId,
  component,
  test,
}: Pick<SectionScoreRow, 'subjectId' | 'studentId' | 'component' | 'test'>) {
  return `${subjectId} ${studentId} ${test} ${component}`
}

function refuseAt(code: 'BAD_INPUT' | 'CONFLICT', problems: readonly Problem[]): void {
  if (problems[0]) throw new Refusal(code, problems[0].message, problems.slice(0, 1000))
}

/**
 * Undoes an import of scores, and returns their number: what stood before stands again, with a line of its own in the
 * history.
 * @throws Refusal CONFLICT when one of the scores was changed since, or a sheet is locked
 */
export const undoScoresImport = command<typeof importIdInput, ImportRow, number>({
  action: scoreActions.undoImport,
  input: importIdInput,
  load: lockImport('scores'),
  run: async ({ db, read, viewer, school, schoolId, row }) => {
    await markUndone(db, row)
    const [subjects] = await read(selectImportedChanges(db, schoolId, row.rowIds))
    const ids = [...new Set(subjects.map(({ studentId }) => studentId))]
    const [, erasures, changes] = await read(
      lockSubjects(db, schoolId, [...new Set(subjects.map(({ subjectId }) => subjectId))]),
      erasureLocks(db, schoolId, ids),
      // Read once the subjects are locked, because scores change under that lock alone.
      selectImportedChanges(db, schoolId, row.rowIds),
    )
    refuseErased(erasures)
    const later = changes.filter(({ changedSince }) => changedSince).length
    if (later > 0) {
      const marks = plural(later, { one: '# mark of it was', other: '# marks of it were' })
      throw new Refusal('CONFLICT', t`This import cannot be undone any more: ${marks} changed since.`)
    }
    const { subject, name } = viewer
    for (const cells of Map.groupBy(changes, ({ sectionId, subjectId, part }) => `${sectionId} ${subjectId} ${part}`).values()) {
      const [first] = cells
      if (!first) continue
      const [sheets] = await read(
        selectSheet(db, viewer, schoolId, first),
        holdPlaces(
          db,
          schoolId,
          first.sectionId,
          cells.map(({ studentId }) => studentId),
        ),
      )
      const sheet = sheetFrom(sheets[0], first.part)
      if (!sheet) throw notFound()
      requirePermission(may(scoreActions.enter, { viewer, school, row: sheet }))
      await read(storedScores(db, sheet, cells.map(takenBack), { reason: '', subject, name }))
    }
    return { result: changes.length, ids: [row.id], fields: ['scores'] }
  },
})

function takenBack({ studentId, component, test, wasMarks, wasCode, marks, code }: ImportedChange): ScoreChange {
  return {
    studentId,
    component,
    test,
    was: scoreOf({ marks, code }),
    score: scoreOf({ marks: wasMarks, code: wasCode }),
  }
}
