import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { addForeignKeys, dropForeignKeys, foreignKeysOf } from './foreignKeys.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('foreign keys come back as they were, in every schema', async () => {
  const schemas = ['public', 'auth', 'jobs']
  const keys = await foreignKeysOf(owner, schemas)
  expect(new Set(keys.map((key) => key.schema))).toEqual(new Set(schemas))
  await dropForeignKeys(owner, keys)
  expect(await foreignKeysOf(owner, schemas)).toEqual([])
  await addForeignKeys(owner, keys)
  expect(await foreignKeysOf(owner, schemas)).toEqual(keys)
})

test('a row that refers to nothing is found when the keys come back', async () => {
  const keys = (await foreignKeysOf(owner)).filter((key) => key.table === 'buses')
  await dropForeignKeys(owner, keys)
  await owner.query("insert into buses (school_id, busno, device_id, sim_number) values (987654, '1', '1', '1')")
  await expect(addForeignKeys(owner, keys)).rejects.toThrow(/violates foreign key constraint/)
})
