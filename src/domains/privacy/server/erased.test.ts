import { execute, parse } from 'graphql'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import { Database, enterSchool, readIn, type Tx } from '#platform/database/connect.ts'
import { testDatabase, testSecretKey } from '#tests/database.ts'
import { operations } from '#tests/matrix/cells.ts'
import { documentFor } from '#tests/matrix/documents.ts'
import { expectations } from '#tests/matrix/expectations.ts'
import { type Ground, groundOn } from '#tests/matrix/ground.ts'
import { eraseStudentRows, lockStudent } from './erase.ts'
import { studentTables } from './studentTables.ts'

/*
 * Calls every writing operation about an erased student, by id or by anything that finds the student, and rolls it
 * back. In no table may a row of the student be added, removed or changed. Other rows may change.
 */

let database: Awaited<ReturnType<typeof testDatabase>>
let ground: Ground
let watching: WatchingDatabase

/** Compares the student's rows after each command with the rows before, and rolls the command back. */
class WatchingDatabase extends Database {
  changed: string[] = []
  student = 0
  readonly #before = new Map<number, Map<string, string>>()

  override async transaction<T>(schoolId: number, run: (db: Tx) => Promise<T>): Promise<T> {
    const taken = new Error('taken back')
    let result: { of: T } | undefined
    const work = this.kysely.transaction().execute(async (db) => {
      await enterSchool(db, schoolId)
      const before = this.#before.get(schoolId) ?? (await this.#rows(db, schoolId))
      this.#before.set(schoolId, before)
      result = { of: await run(db) }
      const after = await this.#rows(db, schoolId)
      this.changed.push(...[...after].filter(([table, rows]) => before.get(table) !== rows).map(([table]) => table))
      throw taken
    })
    await work.catch((error: unknown) => {
      if (error !== taken) throw error
    })
    return (result as { of: T }).of
  }

  async #rows(db: Tx, schoolId: number): Promise<Map<string, string>> {
    const parts = studentTables.map(({ table, rows }) => {
      const hers = rows.replaceAll('$1', `${schoolId}::bigint`).replaceAll('$2', `${this.student}::bigint`)
      const school = table === 'device_tokens' ? 'true' : `t.school_id = ${schoolId}`
      return `select '${table}' as name, coalesce(string_agg(t::text, ' ' order by t::text), '') as rows from ${table} t where ${school} and (${hers})`
    })
    const { rows } = await sql.raw<{ name: string; rows: string }>(parts.join(' union all ')).execute(db)
    return new Map(rows.map((row) => [row.name, row.rows]))
  }
}

beforeAll(async () => {
  database = await testDatabase()
  ground = await groundOn(database.ownerUrl, { DATA_DIR: database.dataDir, SECRET_KEY: testSecretKey })
  const { own, config } = ground
  watching = new WatchingDatabase(database.appUrl, { onError: () => undefined, connections: 3 })
  watching.student = own.student7A
  await ground.database.transaction(own.id, async (db) => {
    const student = await lockStudent(db, own.id, own.student7A)
    if (student) await eraseStudentRows({ db, read: readIn(db), database: ground.database, config }, { ...student, again: true })
  })
})
afterAll(async () => {
  await watching.close()
  await ground.close()
  await database.drop()
})

/** Operations that need more input than the matrix has. */
const also: Readonly<Record<string, (school: Ground['own']) => Record<string, unknown>[]>> = {
  assignFeeCategory: ({ extra, section7A, student7A }) => [
    { input: { feeCategoryId: extra.spareCategory, sectionIds: [section7A] } },
    { input: { feeCategoryId: extra.spareCategory, studentIds: [student7A] } },
  ],
  undoStudentsImport: () => [{ id: ofHer }],
}

/** Operations that only finish what was under way: money in transit, and papers of payments and refunds. */
const goesOn = ['checkOrder', 'issueReceipt', 'issueVoucher', 'markGatewayNoticeSeen', 'settleCheque', 'settleSurplus']
/** The import that added the student. */
let ofHer = 0

test('no operation adds, changes or removes rows of an erased student', {
  timeout: 300_000,
}, async () => {
  const { own } = ground
  const imported = await ground.owner.query(
    `insert into imports (school_id, kind, row_ids, created_by) values ($1, 'students', $2, $3) returning id`,
    [own.id, [own.student7A], own.subjects.admin],
  )
  ofHer = Number(imported.rows[0].id)
  const call = { ...(await ground.world.call('superadmin')), database: watching }
  const changing: string[] = []
  const refusals = new Map<string, string>()
  for (const { name } of operations(schema).filter(({ kind }) => kind === 'mutation')) {
    const document = parse(documentFor(schema, 'mutation', name))
    for (const variables of [expectations[name]?.variables?.(own), ...(also[name]?.(own) ?? [])]) {
      watching.changed = []
      const variableValues = { schoolId: String(own.id), ...variables }
      const { errors } = await execute({ schema, document, contextValue: call, variableValues })
      if (watching.changed.length > 0 && !goesOn.includes(name)) changing.push(`${name}: ${watching.changed.join(', ')}`)
      if (errors?.[0]?.message.includes('erased')) refusals.set(name, errors[0].message)
    }
  }
  expect(changing).toEqual([])
  expect([...new Set(refusals.values())]).toEqual(['This student was erased.'])
  expect([...refusals.keys()].toSorted()).toEqual(
    [
      'updateStudent',
      'setStudentDisabled',
      'setStudentPhoto',
      'openAadhaarScan',
      'revealAadhaar',
      'handOutStudentCode',
      'orderStudentData',
      'undoStudentsImport',
      'assignFeeCategory',
      'setStudentFeeCategories',
      'collectPayment',
      'deletePayment',
      'movePayment',
      'giveBack',
      'cancelRefund',
      'sendReceipt',
      'giveDiscount',
      'deleteDiscounts',
      'deleteWriteOffs',
      'undoWaivers',
      'waiveLateFee',
      'writeOff',
      'giveConcessions',
      'endConcession',
      'approveDiscount',
      'refuseDiscount',
      'withdrawDiscount',
      'correctMark',
      'setLectureMark',
      'importAttendance',
      'updateIncident',
      'deleteIncident',
      'issueCertificate',
      'enterScores',
      'correctScores',
      'chooseRemarks',
      'enterHolistic',
      'enterReexaminations',
    ].toSorted(),
  )
})
