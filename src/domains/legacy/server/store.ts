import { sql } from 'kysely'
import { addStudents, type Entry, type ProvidedFields } from '#domains/students/server/newStudents.exports.ts'
import { command, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { removeFile } from '#platform/files/files.ts'
import { Refusal } from '#platform/refusal.ts'
import { unseal } from '#platform/sealed.ts'
import type { Secrets } from '#platform/secretKeys.ts'
import { counted } from '#shared/counted.ts'
import { type LegacyProblem, type LegacyReport, keptProblems, legacyImportOfId } from '../legacy.schema.ts'
import { legacyActions } from './legacy.permissions.ts'
import { changeOwn, ended, importById, type LegacyStep, unqueueImport } from './legacyImports.sql.ts'
import { legacyColumns } from './legacyRow.ts'
import { countKnown, countNew, type NewPerson, newPeople, noteAdded, rememberLegacyIds } from './people.sql.ts'
import { addClasses, addPlaces, addSections, addTerms, termsOfFile } from './places.sql.ts'
import type { Answer } from './readFile.ts'
import { createStaging, matchPeople, stagedProblems, stageRows } from './staging.sql.ts'

/** Rows of a file that keep all of it out. */
export class WrongRows extends Refusal {
  readonly wrong: LegacyProblem[]
  readonly count: number

  constructor(wrong: LegacyProblem[], count: number) {
    super('BAD_INPUT', `${counted(count, 'cell of the file is', 'cells of the file are')} not valid.`)
    this.wrong = wrong
    this.count = count
  }
}

/** The run was given up for dead, and somebody else has its import. */
export class Lost extends Error {}

export interface Storing {
  run: string
  answers: AsyncIterable<Answer>
  /** Where the Aadhaar numbers of the file are sealed for. */
  place: string
  /** Shows how far it is. @throws Lost when the import is not this run's any more */
  progress(step: LegacyStep, done: number, total: number): Promise<void>
}

const meanwhile =
  'Somebody changed the terms, classes or students of this school meanwhile. Nothing was imported; please send the file again.'
const peopleAtOnce = 1000

/**
 * Stores a file that is being read: staged, checked by the database and stored in one transaction, all of it or nothing. What the school
 * has already stays as it is, so that the same file again adds nothing.
 * @throws WrongRows with what keeps the file out; Refusal as every command; Lost
 */
export function storing({ run, answers, place, progress }: Storing) {
  return command({
    action: legacyActions.store,
    input: legacyImportOfId,
    conflicts: Object.fromEntries(
      ['terms_name', 'classes_name', 'sections_name', 'legacy_students_pkey', 'students_rfid', 'students_login_email'].map(
        (constraint) => [constraint, { path: '', message: meanwhile }],
      ),
    ),
    run: async (running) => {
      const { db, call, schoolId, input } = running
      await createStaging(db)
      const file = await stage(db, answers, progress)
      await progress('CHECKING', 0, file.rows)
      await matchPeople(db, schoolId)
      await refuseWrong(db, schoolId, file)
      const report = await store(running, file, { place, progress, importId: input.id })
      const stored = await importById(db, schoolId, input.id).executeTakeFirst()
      const at = { schoolId, importId: input.id }
      const mine = await changeOwn(db, at, run, {
        ...ended,
        state: 'DONE',
        step: 'STORING',
        report: JSON.stringify(report.report),
        done: file.rows,
        total: file.rows,
      })
      if (!mine) throw new Lost()
      await unqueueImport(db, at)
      const remove = stored?.fileId ? await removeFile(db, call, schoolId, stored.fileId) : undefined
      return {
        result: report.report,
        ids: report.studentIds,
        fields: ['terms', 'classes', 'sections', 'students', 'places'],
        ...(remove ? { after: remove } : {}),
      }
    },
  })
}

interface File {
  rows: number
  unread: string[]
  problems: LegacyProblem[]
  count: number
  repairedPhones: number
  repairedPhoneRows: number[]
}

async function stage(db: Tx, answers: AsyncIterable<Answer>, progress: Storing['progress']): Promise<File> {
  const file: File = { rows: 0, unread: [], problems: [], count: 0, repairedPhones: 0, repairedPhoneRows: [] }
  let staged = 0
  for await (const answer of answers) {
    if (answer.kind === 'table') Object.assign(file, { rows: answer.total, unread: answer.unread })
    else if (answer.kind === 'rows') {
      await stageRows(db, answer.json)
      staged += answer.count
      await progress('CHECKING', staged, file.rows)
    } else if (answer.kind === 'end') {
      const { problems, count, repairedPhones, repairedPhoneRows } = answer
      Object.assign(file, { problems, count, repairedPhones, repairedPhoneRows })
    }
  }
  return file
}

async function refuseWrong(db: Tx, schoolId: number, { problems, count }: File): Promise<void> {
  const together = await stagedProblems(db, schoolId)
  const place = (column: string) => legacyColumns.findIndex(({ key }) => key === column)
  const all = [...problems, ...together.problems].toSorted((a, b) => a.row - b.row || place(a.column) - place(b.column))
  if (all.length > 0) throw new WrongRows(all.slice(0, keptProblems), count + together.count)
}

async function store(
  running: Running<unknown, unknown>,
  file: File,
  given: Pick<Storing, 'place' | 'progress'> & { importId: number },
): Promise<{ report: LegacyReport; studentIds: number[] }> {
  const { db, schoolId } = running
  const [terms, classes, sections] = [
    await addTerms(db, schoolId),
    await addClasses(db, schoolId),
    await addSections(db, schoolId),
  ]
  const { studentIds, disabled, seats } = await addPeople(running, given)
  await rememberLegacyIds(db, schoolId, given.importId)
  const places = [...seats, ...(await addPlaces(db, schoolId))]
  const known = await countKnown(db)
  const of = (list: readonly number[], term: number) => list.filter((one) => one === term).length
  const byTerm = (await termsOfFile(db, schoolId)).map(({ id, name }) => ({
    term: name,
    added: terms.includes(id),
    classes: of(classes, id),
    sections: of(sections, id),
    places: of(places, id),
  }))
  return {
    studentIds,
    report: {
      rows: file.rows,
      terms: terms.length,
      classes: classes.length,
      sections: sections.length,
      students: studentIds.length,
      disabled,
      places: places.length,
      placesKept: file.rows - places.length,
      knownByLegacyId: known.byLegacyId,
      knownByRegisterNo: known.byRegisterNo,
      unread: file.unread,
      byTerm,
      repairedPhones: file.repairedPhones,
      repairedPhoneRows: file.repairedPhoneRows,
    },
  }
}

async function addPeople(
  running: Running<unknown, unknown>,
  { place, progress }: Pick<Storing, 'place' | 'progress'>,
): Promise<{ studentIds: number[]; disabled: number; seats: number[] }> {
  const { db, schoolId, school, call } = running
  const total = await countNew(db)
  const current = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .executeTakeFirst()
  const studentIds: number[] = []
  const seats: number[] = []
  const disabledIds: number[] = []
  for (let after = 0; studentIds.length < total; ) {
    await progress('STORING', studentIds.length, total)
    const people = await newPeople(db, schoolId, after, peopleAtOnce)
    const last = people.at(-1)
    if (!last) throw new Error('Fewer students were found than were counted.')
    after = last.row
    // Who has left signs in nowhere: only those who sit in the current term get an address by the school's format.
    const sits = (person: NewPerson) => person.termId === current?.id && !person.disabled
    for (const [some, context] of [
      [people.filter(sits), running],
      [people.filter((person) => !sits(person)), { ...running, school: { ...school, studentEmail: '' } }],
    ] as const) {
      const entries = some.map((person) => entryOf(person, call.services.config.secrets, place))
      const ids = await addStudents(context, entries).catch((error: unknown) => {
        throw wrongRows(error, entries)
      })
      await noteAdded(
        db,
        some.map((person) => person.legacyId),
        ids,
      )
      studentIds.push(...ids)
      disabledIds.push(...ids.filter((_, nth) => some[nth]?.disabled))
      seats.push(...some.map((person) => person.termId))
    }
  }
  await disable(db, schoolId, disabledIds)
  return { studentIds, disabled: disabledIds.length, seats }
}

function entryOf({ said, aadhars, row, ...seat }: NewPerson, secrets: Secrets, place: string): Entry {
  const whole: ProvidedFields = Object.assign({}, ...said)
  const aadhar = aadhars.at(-1)
  if (aadhar) whole.aadharNumber = unseal(Buffer.from(aadhar.sealed, 'base64'), secrets, `${place}/${aadhar.row}`)
  return { path: `${row}.`, said: whole, seat }
}

/** What Bulk Add says of a row, with the value of the cell. */
function wrongRows(error: unknown, entries: readonly Entry[]): unknown {
  if (!(error instanceof Refusal) || error.problems.length === 0) return error
  const said = new Map(entries.map((entry) => [entry.path, entry.said]))
  const wrong = error.problems.map(({ path, message }): LegacyProblem => {
    const [row = '', column = ''] = path.split('.')
    return { row: Number(row), column, value: String(said.get(`${row}.`)?.[column as keyof ProvidedFields] ?? ''), message }
  })
  return new WrongRows(wrong.slice(0, keptProblems), wrong.length)
}

async function disable(db: Tx, schoolId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('students')
    .set({ disabled: true })
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}
