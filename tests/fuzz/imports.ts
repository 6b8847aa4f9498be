import Fastify from 'fastify'
import { sql } from 'kysely'
import { schema } from '#app/schema.ts'
import { loadConfig } from '#platform/config.ts'
import { appUrl, Database, enterSchool, type Tx } from '#platform/database/connect.ts'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { registerGraphql } from '#platform/graphql/endpoint.ts'
import { workBudget } from '#platform/graphql/workBudget.ts'
import { matchHeaders } from '#shared/importColumns.ts'
import { type ParsedFile, parseFile, UnreadableFile } from '#shared/parseFile.ts'
import {
  toTableRows,
  checkTableRow,
  checkAcrossRows,
  isRefused,
  assignServerProblems,
  problemsOfRow,
  refusedCells,
  type TableRow,
  toImportRow,
  summarize,
} from '#ui/import/importTable.ts'
import { type Chance, chanceOf } from '../faults/random.ts'
import { addExtra } from '../matrix/extra.ts'
import { startStopwatch } from '../stopwatch.ts'
import { worldOn } from '../world/testWorld.ts'
import { hostileFile } from './files.ts'
import { groundOf, type Importer, importersOf } from './importers.ts'
import { type BringIn, legacyBringIn, legacyHeaders, legacyRowOf } from './legacyFiles.ts'
import { changedTables, fingerprints, type Watch, watchFor } from './verdict.ts'

export interface ImportsRun {
  seed: number
  /** Files per importer. */
  files: number
  only?: readonly string[]
  ownerUrl: string
  secretKey: string
  dataDir: string
  say(text: string): void
}

export interface ImportsCount {
  importers: number
  files: number
  crashed: number
  partial: number
  /** Number of files by result. */
  ends: Readonly<Record<string, number>>
  wrong: readonly string[]
  /** Files that took too long; it depends on what else the machine does. */
  tooSlow: readonly string[]
}

/** Time limit for a file of a few kilobytes, also on a busy machine; a longer time would freeze the page. */
const mostMs = 5000

class RolledBack {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

type Counts = ReadonlyMap<string, number>

/** Counts the school's rows after every command, and rolls back. */
class CountingDatabase extends Database {
  tables: readonly string[] = []
  /** Row counts after the last successful command. */
  last: Counts | undefined

  override async transaction<T>(schoolId: number, run: (db: Tx) => Promise<T>): Promise<T> {
    try {
      return await this.kysely.transaction().execute(async (db) => {
        await enterSchool(db, schoolId)
        const result = await run(db)
        this.last = await this.countedIn(db)
        throw new RolledBack(result)
      })
    } catch (thrown) {
      if (thrown instanceof RolledBack) return thrown.result as T
      throw thrown
    }
  }

  async countedIn(db: Tx): Promise<Counts> {
    const ofSchool = (name: string) => (name === 'logins' ? sql`` : sql`where school_id = ${currentSchool}`)
    const each = this.tables.map(
      (name) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.table(name)} ${ofSchool(name)}`,
    )
    const { rows } = await sql<{ name: string; rows: number }>`${sql.join(each, sql` union all `)}`.execute(db)
    return new Map(rows.map((row) => [row.name, row.rows]))
  }
}

const counted = [
  'users',
  'logins',
  'classes',
  'sections',
  'section_teachers',
  'students',
  'enrolments',
  'registers',
  'marks',
  'terms',
  'fee_categories',
  'student_fee_categories',
  'collected_lines',
  'earlier_results',
  'scores',
  'score_changes',
  'imports',
  'legacy_students',
]

/** Imports generated files as a person does: through the screen's parser and checks, then the server's command. */
export async function runImports(run: ImportsRun): Promise<ImportsCount> {
  const url = appUrl(run.ownerUrl, run.secretKey)
  const config = loadConfig({ DATA_DIR: run.dataDir, DATABASE_URL: run.ownerUrl, SECRET_KEY: run.secretKey })
  const options = { onError: () => undefined, connections: 4 }
  const [database, counting] = [new Database(url, options), new CountingDatabase(url, options)]
  const prints = await fingerprints(run.ownerUrl)
  const watch = await watchFor(run.ownerUrl)
  const app = Fastify()
  const score = new Score(run.say)
  try {
    const world = await worldOn(database, config)
    const { own } = world
    const { legacyFile } = await addExtra(database, own, run.secretKey)
    const call = { ...(await world.call('superadmin')), database: counting }
    const logged: unknown[] = []
    registerGraphql(app, {
      schema,
      services: call.services,
      database: counting,
      verifyAccessToken: async () => ({ subject: call.viewer?.subject ?? '' }),
      log: { error: ({ err }) => logged.push(err) },
      budget: workBudget(0),
    })
    const legacy = await legacyBringIn(database, call, own.id, String(legacyFile))
    counting.tables = counted
    const before = await database.transaction(own.id, (db) => counting.countedIn(db))
    const world0 = await prints.of(own.id)
    const ground = await groundOf(database, own)
    const send = async (importer: Importer, rows: readonly TableRow[]): Promise<string> => {
      const { rules, operation } = importer
      const lines = rows.map((row) => toImportRow(row, rules.columns))
      const input = {
        ...(importer.term ? { termId: ground.termId } : {}),
        ...importer.also,
        rows: lines.map((line) => importer.send(line)),
      }
      const type = schema.getMutationType()!.getFields()[operation]!
      const of = String(type.args.find((arg) => arg.name === 'input')!.type)
      const fields =
        {
          importAttendance: '{ marks registers }',
          importFeeAssignments: '',
          importOpeningDues: '{ count }',
          importEarlierResults: '{ count }',
          importScores: '{ count }',
          editStudents: '{ added }',
        }[operation] ?? '{ __typename }'
      const query = `mutation ($schoolId: ID!, $input: ${of}) { ${operation}(schoolId: $schoolId, input: $input) ${fields} }`
      counting.last = undefined
      const answer = await app.inject({
        method: 'POST',
        url: '/graphql',
        payload: JSON.stringify({ query, variables: { schoolId: String(own.id), input } }),
        headers: { 'content-type': 'application/json', accept: 'application/json', authorization: 'Bearer x' },
      })
      const failed = logged.splice(0)
      if (failed.length > 0 || answer.statusCode !== 200)
        throw failed[0] ?? new Error(`${answer.statusCode}: ${answer.body.slice(0, 300)}`)
      const told = answer.json<{
        data?: Record<string, unknown>
        errors?: { message: string; extensions: { problems?: { path: string; message: string }[] } }[]
      }>()
      const error = told.errors?.[0]
      if (!error) {
        const after: Counts = counting.last ?? before
        const added = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0)
        if (!importer.whole(lines, added, told.data?.[operation]))
          throw new Partial(
            `${rows.length} rows were sent, and it has ${JSON.stringify(Object.fromEntries(counted.map((name) => [name, added(name)])))}`,
          )
        return 'stored'
      }
      // A single changed table would be a partial import.
      const problems = error.extensions.problems ?? []
      for (const { message } of [error, ...problems]) mustBeSentence(message, watch, JSON.stringify(lines))
      const loose = assignServerProblems(rows, rules.columns, problems)
      if (loose.length > 0 || problems.length === 0)
        throw new Error(`It says of no row what is wrong: ${error.message} ${loose.join(' ')}`)
      return 'refused by the server'
    }

    const all: {
      name: string
      headers: readonly string[]
      good(nth: number): string[]
      bringIn(bytes: Uint8Array, chance: Chance): Promise<string>
    }[] = [
      ...importersOf(ground).map((importer) => ({
        name: importer.name,
        good: importer.good,
        headers: importer.rules.columns.map(({ key }) => key),
        bringIn: (bytes: Uint8Array, chance: Chance) => asAPerson(importer, bytes, chance, watch, (rows) => send(importer, rows)),
      })),
      { name: 'legacy', headers: legacyHeaders, good: legacyRowOf, bringIn: byLegacy(legacy, counting, before, watch) },
    ]
    const chosen = all.filter(({ name }) => run.only?.includes(name) ?? true)
    for (const [nth, { name, headers, good, bringIn }] of chosen.entries()) {
      for (let file = 0; file < run.files; file += 1) {
        const chance = chanceOf(run.seed + nth, file)
        const bytes = hostileFile(chance, headers, good)
        await score.of(`${name}, file ${file}`, bytes, () => bringIn(bytes, chance))
      }
      const changed = changedTables(world0, await prints.of(own.id))
      if (changed.length > 0) score.left(name, changed)
    }
    return score.done(chosen.length, run.files)
  } finally {
    await app.close()
    await Promise.all([database.close(), counting.close(), prints.close()])
  }
}

class Partial extends Error {}

/** Does what the screen does, from choosing a file to clicking its button. */
async function asAPerson(
  { rules }: Importer,
  bytes: Uint8Array,
  chance: Chance,
  watch: Watch,
  send: (rows: readonly TableRow[]) => Promise<string>,
): Promise<string> {
  const parsed = await readAs(bytes, watch)
  if (!parsed) return 'not read'
  const matched = matchHeaders(parsed.headers, rules.columns)
  const rows = toTableRows(parsed, rules.columns, matched)
  if (rules.columns.some((column) => column.required && !matched.has(column.key))) return 'columns missing'
  for (const row of rows) row.problems = checkTableRow(row, rules)
  checkAcrossRows(rows, rules)
  const verdict = summarize(rows, rules)
  const keys = new Set(rules.columns.map(({ key }) => key))
  for (const row of rows)
    for (const { key, message } of problemsOfRow(row)) {
      if (key !== null && !keys.has(key)) throw new Error(`A problem stands at no column: ${key}`)
      if (!Number.isSafeInteger(row.number) || row.number < 2) throw new Error(`A problem stands at no row: ${row.number}`)
      mustBeSentence(message, watch, row.values.join('\n'))
    }
  if (verdict.refused > 0) {
    refusedCells(rows, rules.columns)
    if (!chance.of100(50)) return 'refused by the screen'
    for (const row of rows) if (isRefused(row)) row.leftOut = true
    checkAcrossRows(rows, rules)
    if (rows.some(isRefused)) return 'refused by the screen'
  }
  const kept = rows.filter((row) => !row.leftOut)
  return kept.length === 0 ? 'no rows' : send(kept)
}

async function readAs(bytes: Uint8Array, watch: Watch): Promise<ParsedFile | null> {
  try {
    return await parseFile(bytes)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    mustBeSentence(error.message, watch, '')
    return null
  }
}

function byLegacy(bringIn: BringIn, counting: CountingDatabase, before: Counts, watch: Watch) {
  return async (bytes: Uint8Array): Promise<string> => {
    counting.last = undefined
    const end = await bringIn(bytes)
    if ('unreadable' in end) {
      mustBeSentence(end.unreadable, watch, '')
      return 'not read'
    }
    if ('problems' in end) {
      if (end.problems.length === 0) throw new Error('It says of no row what is wrong.')
      for (const { row, message, value } of end.problems) {
        if (!Number.isSafeInteger(row) || row < 2) throw new Error(`A problem stands at no row: ${row}`)
        mustBeSentence(message, watch, value)
      }
      return 'refused by the server'
    }
    const after: Counts = counting.last ?? before
    const added = (table: string) => (after.get(table) ?? 0) - (before.get(table) ?? 0)
    const { students, places, terms, classes, sections, rows, placesKept } = end.report
    const whole =
      [added('students') === students, added('enrolments') === places, places + placesKept === rows].every(Boolean) &&
      [added('terms') === terms, added('classes') === classes, added('sections') === sections].every(Boolean)
    if (!whole)
      throw new Partial(
        `It tells of ${JSON.stringify(end.report)}, and added ${added('students')} students and ${added('enrolments')} places`,
      )
    return 'stored'
  }
}

function mustBeSentence(message: string, watch: Watch, said: string): void {
  const shown = watch.leak(message, said)
  if (shown !== null) throw new Error(`It shows ${shown}: ${message.slice(0, 300)}`)
  if (['', 'undefined', '[object Object]'].includes(message.trim())) throw new Error(`It says nothing: ${message}`)
}

/** Counts results, and keeps each kind of failure once, with its file. */
class Score {
  readonly #say: (text: string) => void
  readonly #ends = new Map<string, number>()
  readonly #wrong = new Map<string, string>()
  #crashed = 0
  #partial = 0
  readonly #tooSlow: string[] = []

  constructor(say: (text: string) => void) {
    this.#say = say
  }

  async of(which: string, bytes: Uint8Array, bringIn: () => Promise<string>): Promise<void> {
    const stopwatch = startStopwatch()
    let end = 'failed'
    try {
      end = await bringIn()
    } catch (error) {
      const partial = error instanceof Partial
      if (partial) this.#partial += 1
      else this.#crashed += 1
      const place =
        error instanceof Error
          ? error.stack?.split('\n').find((line) => line.includes('/src/') && !line.includes('node_modules'))
          : ''
      this.#note(
        `${which.replace(/,.*/, '')} ${String(error)}`,
        `${which}: ${partial ? 'partial' : 'crashed'}: ${String(error).slice(0, 400)} ${place?.trim() ?? ''}\n  ${shown(bytes)}`,
      )
    }
    const took = stopwatch()
    if (took > mostMs) {
      this.#tooSlow.push(`${which}: took ${Math.round(took)} ms\n  ${shown(bytes)}`)
    }
    if (took > 1000) this.#say(`${which}: ${Math.round(took)} ms (${end})`)
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
  }

  left(name: string, tables: readonly string[]): void {
    this.#partial += 1
    this.#note(`${name} left`, `${name}: after its files other rows than before stand in ${tables.join(', ')}`)
  }

  done(importers: number, files: number): ImportsCount {
    const ends = Object.fromEntries([...this.#ends].toSorted(([, a], [, b]) => b - a))
    const [crashed, partial, tooSlow] = [this.#crashed, this.#partial, this.#tooSlow]
    return { importers, files, crashed, partial, ends, wrong: [...this.#wrong.values()], tooSlow }
  }

  #note(key: string, text: string): void {
    const kind = key.replace(/\d+/g, '#').slice(0, 120)
    if (!this.#wrong.has(kind)) this.#wrong.set(kind, text)
  }
}

function shown(bytes: Uint8Array): string {
  return `${bytes.length} bytes: ${JSON.stringify(Buffer.from(bytes.subarray(0, 300)).toString('latin1'))}`
}
