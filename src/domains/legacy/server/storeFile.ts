import { sql } from 'kysely'
import { msg } from '#shared/texts.ts'
import { addStudents, type Entry, type ProvidedFields } from '#domains/students/server/newStudents.exports.ts'
import { writeFreeRegisterKeys } from '#domains/students/server/registerNumbers.exports.ts'
import { command, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { removeFile } from '#platform/files/files.ts'
import { Refusal } from '#platform/refusal.ts'
import { unseal } from '#platform/sealed.ts'
import type { Secrets } from '#platform/secretKeys.ts'
import type { Claim } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { countWithNoun } from '#shared/plural.ts'
import { type LegacyProblem, type LegacyReport, maxStoredProblems } from '../legacy.rules.ts'
import { legacyImportId } from '../legacy.schema.ts'
import { legacyActions } from './legacy.permissions.ts'
import { finishImport, importById, type LegacyStep } from './legacyImports.sql.ts'
import { legacyColumns } from './legacyRow.ts'
import {
  countExisting,
  countNewStudents,
  type NewStudent,
  newStudents,
  recordAdded,
  registerNosOfFile,
  rememberLegacyIds,
} from './newStudents.sql.ts'
import { addClasses, addEnrolments, addSections, addTerms, termsOfFile } from './termsAndSections.sql.ts'
import type { ReadMessage } from './readLegacyFile.ts'
import { createStaging, matchStudents, stagedProblems, stageRows } from './staging.sql.ts'

/** Refusal of a file because of invalid rows. */
export class InvalidRows extends Refusal {
  readonly invalidCells: LegacyProblem[]
  readonly count: number

  constructor(invalidCells: LegacyProblem[], count: number) {
    super('BAD_INPUT', `${countWithNoun(count, 'cell of the file is', 'cells of the file are')} not valid.`)
    this.invalidCells = invalidCells
    this.count = count
  }
}

export interface StoreOptions {
  claim: Claim
  messages: AsyncIterable<ReadMessage>
  /** Sealing context of the file's Aadhaar numbers. */
  sealContext: string
  /** Updates the progress. @throws TaskLost if another run has the import */
  progress(step: LegacyStep, done: number, total: number): Promise<void>
}

const changedMeanwhile = msg`Somebody changed the terms, classes or students of this school meanwhile. Nothing was imported; please send the file again.`
const batchSize = 1000

/**
 * Returns the command that stages a file, checks it in the database and stores it in one transaction, all or nothing.
 * Existing data stays unchanged, so that importing the same file again adds nothing.
 * @throws InvalidRows with the problems of the file; Refusal as every command; TaskLost
 */
export function storeCommand({ claim, messages, sealContext, progress }: StoreOptions) {
  return command({
    action: legacyActions.store,
    input: legacyImportId,
    conflicts: Object.fromEntries(
      ['terms_name', 'classes_name', 'sections_name', 'legacy_students_pkey', 'students_rfid', 'students_login_email'].map(
        (constraint) => [constraint, { path: '', message: changedMeanwhile }],
      ),
    ),
    run: async (running) => {
      const { db, call, schoolId, input } = running
      await createStaging(db)
      const file = await stage(db, messages, progress)
      await progress('CHECKING', 0, file.rows)
      await matchStudents(db, schoolId)
      await refuseInvalidRows(db, schoolId, file)
      const result = await storeRows(running, file, { sealContext, progress, importId: input.id })
      const stored = await importById(db, schoolId, input.id).executeTakeFirst()
      await finishImport(db, claim, {
        state: 'DONE',
        step: 'STORING',
        report: JSON.stringify(result.report),
        done: file.rows,
        total: file.rows,
      })
      const remove = stored?.fileId ? await removeFile(db, call, schoolId, stored.fileId) : undefined
      return {
        result: result.report,
        ids: result.studentIds,
        fields: ['terms', 'classes', 'sections', 'students', 'places'],
        ...(remove ? { afterCommit: remove } : {}),
      }
    },
  })
}

interface StagedFile {
  rows: number
  unread: string[]
  problems: LegacyProblem[]
  count: number
  repairedPhones: number
  repairedPhoneRows: number[]
}

async function stage(db: Tx, messages: AsyncIterable<ReadMessage>, progress: StoreOptions['progress']): Promise<StagedFile> {
  const file: StagedFile = { rows: 0, unread: [], problems: [], count: 0, repairedPhones: 0, repairedPhoneRows: [] }
  let staged = 0
  for await (const message of messages) {
    if (message.kind === 'table') Object.assign(file, { rows: message.total, unread: message.unread })
    else if (message.kind === 'rows') {
      await stageRows(db, message.json)
      staged += message.count
      await progress('CHECKING', staged, file.rows)
    } else if (message.kind === 'end') {
      const { problems, count, repairedPhones, repairedPhoneRows } = message
      Object.assign(file, { problems, count, repairedPhones, repairedPhoneRows })
    }
  }
  return file
}

async function refuseInvalidRows(db: Tx, schoolId: number, { problems, count }: StagedFile): Promise<void> {
  const rowProblems = await stagedProblems(db, schoolId)
  const columnIndex = (column: string) => legacyColumns.findIndex(({ key }) => key === column)
  const all = [...problems, ...rowProblems.problems].toSorted(
    (a, b) => a.row - b.row || columnIndex(a.column) - columnIndex(b.column),
  )
  if (all.length > 0) throw new InvalidRows(all.slice(0, maxStoredProblems), count + rowProblems.count)
}

async function storeRows(
  running: CommandContext<unknown, unknown>,
  file: StagedFile,
  options: Pick<StoreOptions, 'sealContext' | 'progress'> & { importId: number },
): Promise<{ report: LegacyReport; studentIds: number[] }> {
  const { db, schoolId } = running
  const [terms, classes, sections] = [
    await addTerms(db, schoolId),
    await addClasses(db, schoolId),
    await addSections(db, schoolId),
  ]
  const { studentIds, disabled, termIds } = await addNewStudents(running, options)
  await rememberLegacyIds(db, schoolId, options.importId)
  const places = [...termIds, ...(await addEnrolments(db, schoolId))]
  await writeFreeRegisterKeys(db, schoolId, await registerNosOfFile(db, schoolId))
  const known = await countExisting(db)
  const countOf = (list: readonly number[], term: number) => list.filter((id) => id === term).length
  const byTerm = (await termsOfFile(db, schoolId)).map(({ id, name }) => ({
    term: name,
    added: terms.includes(id),
    classes: countOf(classes, id),
    sections: countOf(sections, id),
    places: countOf(places, id),
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

async function addNewStudents(
  running: CommandContext<unknown, unknown>,
  { sealContext, progress }: Pick<StoreOptions, 'sealContext' | 'progress'>,
): Promise<{ studentIds: number[]; disabled: number; termIds: number[] }> {
  const { db, schoolId, school, call } = running
  const total = await countNewStudents(db)
  const current = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .executeTakeFirst()
  const studentIds: number[] = []
  const termIds: number[] = []
  const disabledIds: number[] = []
  for (let after = 0; studentIds.length < total; ) {
    await progress('STORING', studentIds.length, total)
    const people = await newStudents(db, schoolId, after, batchSize)
    const last = people.at(-1)
    if (!last) throw new Error('Fewer students were found than were counted.')
    after = last.row
    // Only enabled students of the current term get a login e-mail by the school's format, because the others do not
    // sign in.
    const isCurrent = (person: NewStudent) => person.termId === current?.id && !person.disabled
    for (const [group, context] of [
      [people.filter(isCurrent), running],
      [people.filter((person) => !isCurrent(person)), { ...running, school: { ...school, studentEmail: '' } }],
    ] as const) {
      const entries = group.map((person) => studentEntry(person, call.services.config.secrets, sealContext))
      const ids = await addStudents(context, entries).catch((error: unknown) => {
        throw toInvalidRows(error, entries)
      })
      await recordAdded(
        db,
        group.map((person) => person.legacyId),
        ids,
      )
      studentIds.push(...ids)
      disabledIds.push(...ids.filter((_, nth) => group[nth]?.disabled))
      termIds.push(...group.map((person) => person.termId))
    }
  }
  await disable(db, schoolId, disabledIds)
  return { studentIds, disabled: disabledIds.length, termIds }
}

function studentEntry({ provided, aadhars, row, ...seat }: NewStudent, secrets: Secrets, sealContext: string): Entry {
  const fields: ProvidedFields = Object.assign({}, ...provided)
  const aadhar = aadhars.at(-1)
  if (aadhar) fields.aadharNumber = unseal(Buffer.from(aadhar.sealed, 'base64'), secrets, `${sealContext}/${aadhar.row}`)
  return { path: `${row}.`, provided: fields, seat }
}

/** Converts a refusal of Bulk Add into invalid rows with the cells' values; returns other errors unchanged. */
function toInvalidRows(error: unknown, entries: readonly Entry[]): unknown {
  if (!(error instanceof Refusal) || error.problems.length === 0) return error
  const providedByPath = new Map(entries.map((entry) => [entry.path, entry.provided]))
  const invalidCells = error.problems.map(({ path, message }): LegacyProblem => {
    const [row = '', column = ''] = path.split('.')
    return {
      row: Number(row),
      column,
      value: String(providedByPath.get(`${row}.`)?.[column as keyof ProvidedFields] ?? ''),
      message,
    }
  })
  return new InvalidRows(invalidCells.slice(0, maxStoredProblems), invalidCells.length)
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
