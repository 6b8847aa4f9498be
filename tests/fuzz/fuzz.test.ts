import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database.ts'
import { runDocuments } from './documents.ts'
import { runDoors } from './doors.ts'
import { runImports } from './imports.ts'
import { runOperations } from './operations.ts'

const databases: TestDatabase[] = []
const say = () => undefined

beforeAll(async () => {
  for (let of = 0; of < 4; of += 1) databases.push(await testDatabase())
})

afterAll(async () => {
  for (const database of databases) await database.drop()
})

test('every operation answers or refuses unexpected input and a NUL in each of its texts', {
  timeout: 600_000,
}, async () => {
  const counted = await runOperations({ ...databases[0]!, seed: 1, inputs: 4, say })
  expect(counted.wrong).toEqual([])
  expect(counted.answers).toMatchObject({ ok: expect.any(Number), BAD_INPUT: expect.any(Number), NOT_FOUND: expect.any(Number) })
})

test('every importer stores a file completely or not at all, and names the wrong rows', async () => {
  const counted = await runImports({ ...databases[1]!, seed: 1, files: 20, say })
  expect(counted.wrong).toEqual([])
  expect(counted).toMatchObject({ importers: 11, ends: { stored: expect.any(Number) } })
})

test('every public door refuses unknown input and stores nothing', async () => {
  const counted = await runDoors({ ...databases[3]!, seed: 1, inputs: 5, storms: 0, say })
  expect(counted.wrong).toEqual([])
  expect(counted).toMatchObject({ doors: 20, answers: { 200: expect.any(Number), 401: expect.any(Number) } })
})

test('hostile documents are refused', async () => {
  const counted = await runDocuments({ ...databases[2]!, seed: 1, each: 1, tries: 1, say })
  expect(counted.accepted).toBe(0)
  expect(counted.wrong).toEqual([])
})
