import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { patience, type TestDatabase, testDatabase } from '../database.ts'
import { runOnline } from './online.ts'
import { chanceOf } from './random.ts'

vi.setConfig({ testTimeout: patience(600_000) })

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test('thirty orders with lost, late, duplicate and forged callbacks and an unavailable gateway: money and books agree', async () => {
  const counted = await runOnline({ ...database, seed: 20, orders: 30, kills: false, dropAfter: 3000, say: () => undefined })
  expect(counted.wrong).toEqual([])
  expect([counted.orders, counted.posted]).toEqual([30, counted.received])
  expect(counted.received).toBeGreaterThan(0)
})

test('the same seed gives the same random numbers, and another part gives others', () => {
  const chances = (seed: number, part: number) => Array.from({ length: 20 }, chanceOf(seed, part).next)
  expect(chances(7, 1)).toEqual(chances(7, 1))
  expect(chances(7, 1)).not.toEqual(chances(7, 2))
  expect(chances(7, 1)).not.toEqual(chances(8, 1))
})
