import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownMigrations, migrate } from '#platform/database/migrate.ts'
import { nameKey } from '#shared/names.ts'
import { type TestDatabase, testSecretKey, unmigratedDatabase } from './database.ts'

interface Category {
  id: number
  name: string
  key: string | null
  deleted: boolean
  /** Sum of expenses that are not deleted, in paise. */
  spent: number
  expenses: number
  deletedExpenses: number
}

/** Names of one category, in the order in which a school added them before names were compared without spaces. */
const teaStall = ['Tea Stall', 'TeaStall', 'TEA  STALL', 'tea\u00a0stall', 'Tea\u200b Stall', 'Tea\u3000Stall', 'Tea\u061c Stall']
const own = 1
const other = 2

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await unmigratedDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function addSchool(school: number): Promise<void> {
  await owner.query("insert into schools (id, name, admin_phone) values ($1, $2, '9876543210')", [school, `School ${school}`])
  await owner.query("insert into terms (school_id, id, name, current) values ($1, 1, '2026-27', true)", [school])
}

/** Adds a category with two expenses and a deleted one, of amounts that no other category has. */
async function addCategory(school: number, id: number, name: string, deleted = false): Promise<void> {
  await owner.query('insert into expense_categories (school_id, id, name, deleted_at) values ($1, $2, $3, $4)', [
    school,
    id,
    name,
    deleted ? new Date() : null,
  ])
  for (const place of deleted ? [3] : [1, 2, 3])
    await owner.query(
      `insert into expenses (school_id, term_id, expense_category_id, amount, paid_on, entered_on, created_by, created_by_name, deleted_at, deleted_by, deleted_by_name)
       values ($1, 1, $2, $3, '2026-11-12', '2026-11-12', $4, 'Clerk', $5, $6, $7)`,
      [
        school,
        id,
        id * 1000 + place,
        randomUUID(),
        ...(place === 3 ? [new Date(), randomUUID(), 'Principal'] : [null, null, null]),
      ],
    )
}

async function categories(school: number): Promise<Category[]> {
  const { rows } = await owner.query<Category>(
    `select c.id::int, c.name, to_jsonb(c) ->> 'name_key' as key, c.deleted_at is not null as deleted,
       coalesce(sum(e.amount) filter (where e.deleted_at is null), 0)::int as spent,
       (count(e.id) filter (where e.deleted_at is null))::int as expenses,
       (count(e.id) filter (where e.deleted_at is not null))::int as "deletedExpenses"
     from expense_categories c left join expenses e on e.school_id = c.school_id and e.expense_category_id = c.id
     where c.school_id = $1 group by c.school_id, c.id order by c.id`,
    [school],
  )
  return rows
}

/** Returns the expenses without their categories. */
async function books(): Promise<unknown[]> {
  const { rows } = await owner.query(
    "select to_jsonb(e) - 'expense_category_id' as expense from expenses e order by school_id, id",
  )
  return rows
}

/** Values of an issued certificate, its former name in the register, and the name on the paper. */
const certificates: [values: Record<string, string>, before: string, after: string][] = [
  [{ firstName: 'Ishaan', fatherName: 'Mahesh Gupta', surname: 'Gupta' }, 'Ishaan Mahesh Gupta Gupta', 'Ishaan Mahesh Gupta'],
  [{ firstName: 'Ishaan', fatherName: 'Mahesh  GUPTA', surname: 'Gupta' }, 'Ishaan Mahesh GUPTA Gupta', 'Ishaan Mahesh Gupta'],
  [{ firstName: 'Asha', fatherName: 'Ravi', surname: 'Patil' }, 'Asha Ravi Patil', 'Asha Ravi Patil'],
  [{ firstName: 'Asha', fatherName: 'Ravi Patil', surname: '' }, 'Asha Ravi Patil', 'Asha Ravi Patil'],
  // A name that ends like the surname is another name, and % and _ are no wildcards.
  [{ firstName: 'Om', fatherName: 'Ravi Mahagupta', surname: 'Gupta' }, 'Om Ravi Mahagupta Gupta', 'Om Ravi Mahagupta Gupta'],
  [{ firstName: 'Om', fatherName: 'Ravi Rao', surname: 'R_o' }, 'Om Ravi Rao R_o', 'Om Ravi Rao R_o'],
  // The office has corrected the register by hand.
  [{ firstName: 'Ishaan', fatherName: 'Mahesh Gupta', surname: 'Gupta' }, 'Ishaan M. Gupta', 'Ishaan M. Gupta'],
]

async function addCertificate(school: number, id: number, values: object, studentName: string): Promise<void> {
  // Skips the foreign keys to student and format.
  await owner.query("set session_replication_role = 'replica'")
  await owner.query(
    `insert into certificates (school_id, id, serial, student_id, term_id, format_id, format, "values", student_name, token, issued_by, issued_by_name)
     values ($1, $2::bigint, $2::bigint, $2::bigint, 1, 1, '{}', $3, $4, $5, $6, 'Clerk')`,
    [school, id, JSON.stringify(values), studentName, `token ${school} ${id}`, randomUUID()],
  )
  await owner.query("set session_replication_role = 'origin'")
}

describe('existing rows are corrected', () => {
  let before: unknown[]

  beforeAll(async () => {
    const known = knownMigrations().map(({ name }) => name)
    await migrate(database.ownerUrl, testSecretKey, { only: known.filter((name) => name < '0033') })
    for (const school of [own, other]) await addSchool(school)
    await addCategory(own, 9, 'Tea Stall', true)
    for (const [place, name] of teaStall.entries()) await addCategory(own, 10 + place, name)
    await addCategory(own, 30, 'Bus Fuel')
    await addCategory(own, 31, 'Tea Stalls')
    await addCategory(other, 10, 'TeaStall')
    await addCategory(other, 11, 'Tea Stall')
    for (const school of [own, other])
      for (const [place, [values, name]] of certificates.entries()) await addCertificate(school, place + 1, values, name)
    before = await books()
    await migrate(database.ownerUrl, testSecretKey)
  })

  test('expense categories that differ only in spaces are merged into the oldest active one, with all expenses unchanged', async () => {
    const ids = teaStall.map((_, place) => 10 + place)
    const spent = ids.reduce((sum, id) => sum + 2 * (id * 1000) + 3, 0)
    expect((await categories(own)).filter(({ deleted }) => !deleted)).toEqual([
      {
        id: 10,
        name: 'Tea Stall',
        key: 'teastall',
        deleted: false,
        spent,
        expenses: 2 * ids.length,
        deletedExpenses: ids.length,
      },
      { id: 30, name: 'Bus Fuel', key: 'busfuel', deleted: false, spent: 60_003, expenses: 2, deletedExpenses: 1 },
      { id: 31, name: 'Tea Stalls', key: 'teastalls', deleted: false, spent: 62_003, expenses: 2, deletedExpenses: 1 },
    ])
    expect(await books()).toEqual(before)
  })

  test('the other categories are deleted and empty; one deleted earlier stays unchanged', async () => {
    const deleted = (await categories(own)).filter((category) => category.deleted)
    expect(deleted.map(({ id, expenses, deletedExpenses }) => [id, expenses, deletedExpenses])).toEqual([
      [9, 0, 1],
      ...teaStall.slice(1).map((_, place) => [11 + place, 0, 0]),
    ])
    expect(deleted.map(({ key }) => key).filter((key) => key !== null)).toEqual([])
  })

  test('each school keeps its own categories, and its audit log lists the deleted ones', async () => {
    expect((await categories(other)).map(({ id, expenses, deleted }) => [id, expenses, deleted])).toEqual([
      [10, 4, false],
      [11, 0, true],
    ])
    const { rows } = await owner.query(
      "select school_id::int as school, row_ids::int[] as ids from audit_log where action = 'expenseCategory.delete' order by school_id",
    )
    expect(rows).toEqual([
      { school: own, ids: teaStall.slice(1).map((_, place) => 11 + place) },
      { school: other, ids: [11] },
    ])
  })

  test('the database compares names like the server, so it refuses a duplicate', async () => {
    for (const { name, key } of (await categories(own)).filter((category) => !category.deleted)) expect(key).toBe(nameKey(name))
    const adding = owner.query('insert into expense_categories (school_id, name, name_key) values ($1, $2, $3)', [
      own,
      'T ea Stall',
      nameKey('T ea Stall'),
    ])
    await expect(adding).rejects.toMatchObject({ constraint: 'expense_categories_name_key' })
  })

  test('the register of leaving certificates shows the name on the paper', async () => {
    for (const school of [own, other]) {
      const { rows } = await owner.query<{ name: string }>(
        'select student_name as name from certificates where school_id = $1 order by id',
        [school],
      )
      expect(rows.map(({ name }) => name)).toEqual(certificates.map(([, , after]) => after))
    }
  })
})
