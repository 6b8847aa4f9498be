import { writeCsv } from '#shared/csv.ts'
import { writeDay } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { englishLanguageNames, isLanguage } from '#shared/languages.ts'
import type { z } from 'zod'
import { command, type CommandResult, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { erasedMessage } from './erased.exports.ts'
import { importTimeoutMs } from '#platform/imports.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import type { Problem } from '#platform/refusal.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { sectionsByName } from '#domains/classes/server/classes.exports.ts'
import { t } from '#shared/texts.ts'
import { exportableFields, type StudentField, studentFields } from '../students.fields.ts'
import { type EditRow, fileMessages, studentEdit } from '../studentFiles.schema.ts'
import { nameKey, sectionKey, duplicateIndexes } from '../students.rules.ts'
import { studentsOfTerm } from '../students.schema.ts'
import { providedFields } from './providedFields.ts'
import { registerNoConflict } from './registerNumbers.ts'
import { refuseTakenRolls } from './refuseTakenRolls.ts'
import { deleteStudentRows } from './students.commands.ts'
import { studentsForFile } from './studentList.sql.ts'
import { studentActions } from './students.permissions.ts'
import { afterPlacements, beforePlacements } from './studentHooks.exports.ts'
import { lockStudents, enrolledClasses, enrolledSections, termNames } from './students.sql.ts'
import { addStudents, changeStudents, refuseProblems, type Seat } from './writeStudents.ts'

/** Numbers of students that a Bulk Edit added, changed and deleted. */
export interface StudentEdits {
  added: number
  updated: number
  deleted: number
}

/**
 * Changes (U), adds (A) and deletes (D) students from a file, all or none. A blank cell of a U keeps the stored value.
 * The same key with the same rows returns the first result again.
 * @throws Refusal with problems at `rows.N.field`, N from 0. BAD_INPUT: an invalid cell; an unknown term, section or
 * id; an erased student; an id that occurs twice. CONFLICT: a login e-mail or RFID that is taken, and a D of a student
 * with records that must be kept
 */
export const editStudents = command({
  action: studentActions.editStudents,
  input: studentEdit,
  statementTimeoutMs: importTimeoutMs,
  conflicts: registerNoConflict,
  run: (running) => {
    const { rows } = running.input
    const countOf = (action: EditRow['action']) => rows.filter((row) => row.action === action).length
    return runOncePerKey(
      running,
      studentActions.editStudents.name,
      running.input,
      () => storeEdits(running),
      async () => ({ added: countOf('A'), updated: countOf('U'), deleted: countOf('D') }),
    )
  },
})

async function storeEdits(running: CommandContext<z.output<typeof studentEdit>, unknown>): Promise<CommandResult<StudentEdits>> {
  const { db, call, schoolId, input } = running
  const findSeat = await seatFinder(db, schoolId, input.rows)
  const ids = input.rows.map((row) => (row.action === 'A' ? '' : String(Number(row.id))))
  const stored = new Map(
    (await lockStudents(db, schoolId, ids.filter(Boolean).map(Number))).map((student) => [student.id, student]),
  )
  const problems: Problem[] = []
  const entries = input.rows.map((row, index) => {
    const path = `rows.${index}.`
    const seat = findSeat(row)
    if (typeof seat === 'string')
      problems.push({ path: `${path}${seat}`, message: seat === 'term' ? fileMessages.noTerm : fileMessages.noSection })
    const student = stored.get(Number(ids[index]))
    if (row.action !== 'A' && !student) problems.push({ path: `${path}id`, message: t`No student of this school has this id` })
    if (student?.erasedAt) problems.push({ path: `${path}id`, message: erasedMessage() })
    return { action: row.action, row, student, path, seat: typeof seat === 'string' ? noSeat : seat }
  })
  // A deletion must name the student's own section, so that a mistyped id deletes nobody.
  const leaving = entries.flatMap(({ action, student }) => (action === 'D' && student ? [student.id] : []))
  const enrolled = await enrolledSections(db, schoolId, leaving)
  for (const { action, student, path, seat } of entries)
    if (action === 'D' && student && seat !== noSeat && !enrolled.has(`${student.id} ${seat.sectionId}`))
      problems.push({ path: `${path}id`, message: t`The student with this id does not sit in this class and section` })
  for (const index of duplicateIndexes(ids)) problems.push({ path: `rows.${index}.id`, message: t`This id is in the file twice` })
  refuseProblems('BAD_INPUT', problems)

  await refuseTakenRolls(
    running,
    entries.flatMap(({ action, path, seat, student }) =>
      action === 'D' ? [] : [{ path, seat, studentId: student?.id ?? null }],
    ),
    leaving,
  )

  await beforePlacements(db, schoolId, [...new Set(entries.map(({ seat }) => seat.termId))])
  // Deletions run first, so that other rows can reuse the e-mails, RFIDs and rolls that they free.
  const deleted = entries.flatMap(({ action, student }) => (action === 'D' && student ? [student] : []))
  const remove = await deleteStudentRows({ db, call, schoolId }, deleted, (id) => `rows.${ids.indexOf(String(id))}.action`)
  const changes = entries.flatMap(({ action, row, student, path, seat }) =>
    action === 'U' && student ? [{ entry: { path, provided: providedFields(row), seat }, stored: student }] : [],
  )
  const classesBefore = await enrolledClasses(
    db,
    schoolId,
    changes.map(({ stored: student }) => student.id),
  )
  const fields = await changeStudents(running, changes)
  const added = await addStudents(
    running,
    entries.flatMap(({ action, row, path, seat }) =>
      action === 'A' ? [{ path, provided: { phone: defaultPhone, ...providedFields(row) }, seat }] : [],
    ),
  )
  const also = await afterPlacements(running, [
    ...changes.map(({ entry, stored: student }) => {
      const { termId } = entry.seat
      return { termId, studentId: student.id, fromClassId: classesBefore.get(`${student.id} ${termId}`) ?? null }
    }),
    ...entries
      .filter(({ action }) => action === 'A')
      .map(({ seat: { termId } }, index) => ({ termId, studentId: added[index] ?? 0, fromClassId: null })),
  ])
  return {
    result: { added: added.length, updated: changes.length, deleted: deleted.length },
    ids: [...deleted, ...changes.map((change) => change.stored)].map((student) => student.id).concat(added),
    fields: [...fields, 'section', 'roll', ...also],
    afterCommit: async () => {
      for (const { stored: student } of changes) invalidateViewer(call.database, student.subject)
      await remove()
    },
  }
}

/**
 * Returns the students of a term as a CSV file for Bulk Edit, with every exportable field and a blank action. Each
 * export is audited.
 */
export const exportStudents = command({
  action: studentActions.exportStudents,
  input: studentsOfTerm,
  run: async ({ db, viewer, schoolId, input }) => {
    const rows = await studentsForFile(db, schoolId, viewer, input.termId).execute()
    const plain = ['id', 'term', 'roll', 'class', 'section', 'name', 'phone', 'gender', 'loginEmail'] as const
    const file = writeCsv([
      ['action', ...plain, ...exportableFields],
      ...rows.map((row) => [
        '',
        ...plain.map((column) => row[column]),
        ...exportableFields.map((field) => fileCell(field, row[field])),
      ]),
    ])
    return { result: file, ids: rows.map((row) => row.id), fields: [...plain, ...exportableFields] }
  },
})

function fileCell(field: StudentField, value: string | boolean | readonly string[] | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return value.join(', ')
  const { kind } = studentFields[field]
  if (kind === 'language') return isLanguage(value) ? englishLanguageNames[value] : ''
  return kind === 'day' ? writeDay(value) : value
}

const noSeat: Seat = { termId: 0, sectionId: 0, className: '', sectionName: '', roll: '' }

/**
 * Returns a lookup of the seat of a row. The lookup returns the column's name when its value does not exist in the
 * school.
 */
async function seatFinder(
  db: Tx,
  schoolId: number,
  rows: readonly EditRow[],
): Promise<(row: EditRow) => Seat | 'term' | 'section'> {
  const terms = new Map((await termNames(db, schoolId)).map((term) => [nameKey(term.name), term.id]))
  const termIds = new Set(rows.map((row) => terms.get(nameKey(row.term)) ?? 0))
  const sections = new Map<string, Omit<Seat, 'roll'>>()
  for (const termId of termIds)
    for (const { id, className, name } of termId === 0 ? [] : await sectionsByName(db, schoolId, termId).execute())
      sections.set(`${termId}\n${sectionKey(className, name)}`, { termId, sectionId: id, className, sectionName: name })
  return (row) => {
    const termId = terms.get(nameKey(row.term))
    if (termId === undefined) return 'term'
    const section = sections.get(`${termId}\n${sectionKey(row.class, row.section)}`)
    return section ? { ...section, roll: row.roll } : 'section'
  }
}
