import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { writeTypedDocuments } from '#app/typedDocuments.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { clusterPatience, databaseOn, makeTemplate, onEveryNode, rest, serverAt, type TestServer } from './cluster/testServer.ts'
import { testSecretKey } from './database.ts'
import { assertedRows, type AssertedRow } from './rows/assertedRows.ts'
import { type PlantedWorld, plantWorld } from './world/testWorld.ts'
import { enterTestMoment } from './moment/testMoment.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    /** Name of the migrated, empty database that each test file copies. */
    template: string
    /** The tables that a cluster distributes by school. */
    schoolTables: string[]
    /** Name of the one that has the two schools of `testWorld`, and what is stored of them. */
    world: { template: string; planted: PlantedWorld }
    /** What the sources say that PostgreSQL answers. */
    assertedRows: AssertedRow[]
  }
}

/**
 * Starts one PostgreSQL for the whole run in a temporary folder, with a database migrated once. With DATABASE_URL it
 * uses that server or Citus cluster and leaves nothing behind.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // For `npx vitest`; `npm test` has done it before.
  await writeTypedDocuments()
  // What the template holds is older than every test.
  enterTestMoment(10)
  const asserted = assertedRows()
  const server = await testServer()
  const template = `shala_template_${randomBytes(6).toString('hex')}`
  const worldTemplate = `${template}_world`
  const stop = async () => {
    try {
      for (const name of [template, worldTemplate]) await onEveryNode(server, `drop database if exists ${name} with (force)`)
    } finally {
      await server.stop()
    }
  }
  try {
    const { url, nodes } = server
    if (nodes.length > 0) {
      for (const { config } of project.vitest.projects) {
        config.testTimeout *= clusterPatience
        config.hookTimeout *= clusterPatience
      }
    }
    const schoolTables = await makeTemplate(server, template, testSecretKey)
    project.provide('testServer', { url, nodes })
    project.provide('template', template)
    project.provide('schoolTables', schoolTables)
    project.provide('world', { template: worldTemplate, planted: await makeWorldTemplate(server, template, worldTemplate) })
    project.provide('assertedRows', await asserted)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeWorldTemplate(server: TestServer, template: string, name: string): Promise<PlantedWorld> {
  await onEveryNode(server, `create database ${name} template ${template} strategy file_copy`)
  const database = new Database(appUrl(databaseOn(server, name), testSecretKey), { onError: () => undefined, connections: 4 })
  const planted = await plantWorld(database).finally(() => database.close())
  await rest(server, name)
  return planted
}

async function testServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL
  // Tests of the settings, and servers started by tests, have their own.
  delete process.env.DATABASE_URL
  if (given) return { ...(await serverAt(given)), stop: async () => undefined }
  const dataDir = temporaryFolder('test')
  const embedded = await startEmbedded({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  })
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: embedded.ownerUrl, nodes: [], stop }
}
