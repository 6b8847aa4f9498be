import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './database.ts'
import { auditedBodies, storm } from './fuzz/storm.ts'
import { accountsOn, startWholeServer, type WholeServer } from './wholeServer.ts'
import { worldOn } from './world/testWorld.ts'

let on: TestDatabase
let server: WholeServer
let student: string

beforeAll(async () => {
  on = await testDatabase()
  server = await startWholeServer(on)
  const world = await worldOn(server.database, server.config)
  const { tokenOf } = await accountsOn(server, on)
  student = await tokenOf(world.own.subjects.student)
})

afterAll(async () => {
  await server.stop()
  await on.drop()
})

// How long it takes is measured without other load: npm run fuzz -- doors.
test('GET /health/live is answered every time while 60 hostile bodies arrive', async () => {
  const { answers, slowestLiveMs, liveAsked } = await storm(server.url, auditedBodies(student), 50_000)
  expect(slowestLiveMs, JSON.stringify(answers)).not.toBe(Infinity)
  expect(liveAsked).toBeGreaterThan(0)
  // 404 for unknown URLs, 413 for bodies that a student may not send and for unannounced ones, which have to be small.
  // No request waits forever. Answers that were missed, because the machine is busy, are not all of a kind.
  for (const status of ['404', '413']) expect(answers[status], status).toBeGreaterThan(0)
  expect(Object.keys(answers).filter((status) => !['404', '413', '400', '429', 'ended'].includes(status))).toEqual([])
})
