import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { distribute, isDistributed } from './distribute.ts'
import { makeBackup } from '../../backup/backup.ts'
import { Database } from '../connect.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(async () => {
  await database.drop()
})

const cluster = () => inject('testServer').nodes.length > 0

test('a database that is no cluster is refused in words, and nothing is changed', async () => {
  if (cluster()) return
  await expect(distribute(database.ownerUrl, () => undefined)).rejects.toThrow('This database knows nothing of Citus.')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    expect(await isDistributed(owner)).toBe(false)
  } finally {
    await owner.end()
  }
})

test('on a cluster it can be run again: everything is where it belongs, with its foreign keys', async () => {
  if (!cluster()) return
  const lines: string[] = []
  const { distributed, reference, left } = await distribute(database.ownerUrl, (line) => lines.push(line))
  expect({ reference, left }).toEqual({ reference: 4, left: [] })
  expect(lines.filter((line) => line.startsWith('distributed'))).toHaveLength(distributed)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query(
      `select count(*)::int as keys, to_regclass('distributing.foreign_keys') as waiting
       from pg_constraint where contype = 'f' and conrelid = 'marks'::regclass`,
    )
    expect(rows).toEqual([{ keys: 2, waiting: null }])
  } finally {
    await owner.end()
  }
})

test('while the product is at work on a cluster it is refused', async () => {
  if (!cluster()) return
  const product = new Database(database.appUrl, { onError: () => undefined, connections: 1 })
  try {
    await product.pool.query('select 1')
    await expect(distribute(database.ownerUrl, () => undefined)).rejects.toThrow('Stop it first')
  } finally {
    await product.close()
  }
})

test('of a cluster no backup is written that would be of several moments', async () => {
  if (!cluster()) return
  const { secretKey, dataDir, ownerUrl } = database
  const settings = { secretKey, dataDir, backupKey: undefined, storageUrl: undefined }
  const written = makeBackup(ownerUrl, settings, { to: `${dataDir}/backups/`, keep: 1 })
  await expect(written).rejects.toThrow('This database is spread over several nodes')
  expect(await readdir(`${dataDir}/backups`)).toEqual([])
})
