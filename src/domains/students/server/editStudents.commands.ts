import { writeCsv } from '#shared/csv.ts'
import { writeDay } from '#shared/dates.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { z } from 'zod'
import { command, type Done, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { isErased } from '#platform/erased.ts'
import { importMs } from '#platform/imports.ts'
import { once } from '#platform/once.ts'
import type { Problem } from '#platform/refusal.ts'
import { forgetViewer } from '#platform/viewer.ts'
import { sectionsByName } from '#domains/classes/server/classes.exports.ts'
import { openFields, type StudentField, studentFields } from '../students.fields.ts'
import { type EditRow, fileWords, studentEdit } from '../studentFiles.schema.ts'
import { nameKey, placeKey, repeated } from '../students.rules.ts'
import { studentsOfTerm } from '../students.schema.ts'
import { providedFields } from './providedFields.ts'
import { refuseRolls } from './rolls.ts'
import { deleteRows } from './students.commands.ts'
import { studentsForFile } from './studentList.sql.ts'
import { studentActions } from './students.permissions.ts'
import { lockStudents, placesOf, termNames } from './students.sql.ts'
import { addStudents, changeStudents, refuse, type Seat } from './writeStudents.ts'

/** How many students a Bulk Edit added, changed and deleted. */
export interface StudentEdits {
  added: number
  updated: number
  deleted: number
}

/**
 * Changes (U), adds (A) and deletes (D) students from a file, all or none. What is blank in a U stays as it is stored.
 * Problems stand at `rows.N.field`, N from 0: BAD_INPUT for a cell that is not valid, for a term, a class and section, or an
 * id that the school does not have or of a student who was erased, and for an id that stands twice; CONFLICT for a login e-mail or RFID that is taken, and
 * for a D on whom other records stand. The same key with the same rows answers what the first one did.
 */
export const editStudents = command({
  action: studentActions.editStudents,
  input: studentEdit,
  statementTimeoutMs: importMs,
  run: (running) => {
    const { rows } = running.input
    const how = (action: EditRow['action']) => rows.filter((row) => row.action === action).length
    return once(
      running,
      studentActions.editStudents.name,
      running.input,
      () => storeEdits(running),
      async () => ({ added: how('A'), updated: how('U'), deleted: how('D') }),
    )
  },
})

async function storeEdits(running: Running<z.output<typeof studentEdit>, unknown>): Promise<Done<StudentEdits>> {
  const { db, call, schoolId, input } = running
  const seats = await seatsOf(db, schoolId, input.rows)
  const ids = input.rows.map((row) => (row.action === 'A' ? '' : String(Number(row.id))))
  const stored = new Map(
    (await lockStudents(db, schoolId, ids.filter(Boolean).map(Number))).map((student) => [student.id, student]),
  )
  const problems: Problem[] = []
  const entries = input.rows.map((row, place) => {
    const path = `rows.${place}.`
    const seat = seats(row)
    if (typeof seat === 'string') problems.push({ path: `${path}${seat}`, message: seatWords[seat] })
    const student = stored.get(Number(ids[place]))
    if (row.action !== 'A' && !student) problems.push({ path: `${path}id`, message: 'No student of this school has this id' })
    if (student?.erasedAt) problems.push({ path: `${path}id`, message: isErased })
    return { action: row.action, row, student, path, place, seat: typeof seat === 'string' ? nowhere : seat }
  })
  // What is deleted for good must be meant: a wrong id is noticed by the place that does not fit it.
  const leaving = entries.flatMap(({ action, student }) => (action === 'D' && student ? [student.id] : []))
  const seated = await placesOf(db, schoolId, leaving)
  for (const { action, student, path, seat } of entries)
    if (action === 'D' && student && seat !== nowhere && !seated.has(`${student.id} ${seat.sectionId}`))
      problems.push({ path: `${path}id`, message: 'The student with this id does not sit in this class and section' })
  for (const place of repeated(ids)) problems.push({ path: `rows.${place}.id`, message: 'This id stands in the file twice' })
  refuse('BAD_INPUT', problems)

  await refuseRolls(
    running,
    entries.flatMap(({ action, path, seat, student }) =>
      action === 'D' ? [] : [{ path, seat, studentId: student?.id ?? null }],
    ),
    leaving,
  )

  // Deletions come first, so that what they free can be used by the other rows.
  const gone = entries.flatMap(({ action, student }) => (action === 'D' && student ? [student] : []))
  const remove = await deleteRows({ db, call, schoolId }, gone, (id) => `rows.${ids.indexOf(String(id))}.action`)
  const changes = entries.flatMap(({ action, row, student, path, seat }) =>
    action === 'U' && student ? [{ entry: { path, said: providedFields(row), seat }, stored: student }] : [],
  )
  const fields = await changeStudents(running, changes)
  const added = await addStudents(
    running,
    entries.flatMap(({ action, row, path, seat }) =>
      action === 'A' ? [{ path, said: { phone: defaultPhone, ...providedFields(row) }, seat }] : [],
    ),
  )
  return {
    result: { added: added.length, updated: changes.length, deleted: gone.length },
    ids: [...gone, ...changes.map((change) => change.stored)].map((student) => student.id).concat(added),
    fields: [...fields, 'section', 'roll'],
    after: async () => {
      for (const { stored: student } of changes) forgetViewer(call.database, student.subject)
      await remove()
    },
  }
}

/**
 * The students of a term as a file for Bulk Edit (CSV): every field that may leave the product, the action left blank.
 * Written into the audit log.
 */
export const exportStudents = command({
  action: studentActions.exportStudents,
  input: studentsOfTerm,
  run: async ({ db, viewer, schoolId, input }) => {
    const rows = await studentsForFile(db, schoolId, viewer, input.termId).execute()
    const plain = ['id', 'term', 'roll', 'class', 'section', 'name', 'phone', 'gender', 'loginEmail'] as const
    const file = writeCsv([
      ['action', ...plain, ...openFields],
      ...rows.map((row) => [
        '',
        ...plain.map((column) => row[column]),
        ...openFields.map((field) => fileCell(field, row[field])),
      ]),
    ])
    return { result: file, ids: rows.map((row) => row.id), fields: [...plain, ...openFields] }
  },
})

function fileCell(field: StudentField, value: string | boolean | readonly string[] | null): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return value.join(', ')
  return studentFields[field].kind === 'day' ? writeDay(value) : value
}

const seatWords = { term: fileWords.noTerm, section: fileWords.noSection }
const nowhere: Seat = { termId: 0, sectionId: 0, className: '', sectionName: '', roll: '' }

/** Finds the seat a row names, or the column that names none. */
async function seatsOf(db: Tx, schoolId: number, rows: readonly EditRow[]): Promise<(row: EditRow) => Seat | 'term' | 'section'> {
  const terms = new Map((await termNames(db, schoolId)).map((term) => [nameKey(term.name), term.id]))
  const wanted = new Set(rows.map((row) => terms.get(nameKey(row.term)) ?? 0))
  const sections = new Map<string, Omit<Seat, 'roll'>>()
  for (const termId of wanted)
    for (const { id, className, name } of termId === 0 ? [] : await sectionsByName(db, schoolId, termId).execute())
      sections.set(`${termId}\n${placeKey(className, name)}`, { termId, sectionId: id, className, sectionName: name })
  return (row) => {
    const termId = terms.get(nameKey(row.term))
    if (termId === undefined) return 'term'
    const section = sections.get(`${termId}\n${placeKey(row.class, row.section)}`)
    return section ? { ...section, roll: row.roll } : 'section'
  }
}
