import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { inject } from 'vitest'
import { appUrl } from '#platform/database/connect.ts'
import { clusterPatience, databaseOn, onEveryNode, onServer, shiftOnEveryNode, type TestServer } from './cluster/testServer.ts'
import { shiftDatabase } from './moment/testMoment.ts'
import { temporaryFolder } from '#scripts/temporaryFolder.ts'

/** The installation's secret in tests; the app role's password is derived from it. */
export const testSecretKey = 'the secret of the tests, and of nothing else'

export interface TestDatabase {
  /** Owner and superuser, not bound by row-level security: for preparing data and checking what is stored. */
  ownerUrl: string
  /** The server's role, as unprivileged as in production. */
  appUrl: string
  secretKey: string
  /** An empty folder that is deleted with the database. */
  dataDir: string
  /** Deletes both, even while connected. */
  drop(): Promise<void>
}

/** Returns a test's own timeout in milliseconds; longer on a cluster. */
export function patience(milliseconds: number): number {
  return inject('testServer').nodes.length > 0 ? milliseconds * clusterPatience : milliseconds
}

/**
 * A migrated, empty database for one test file, or a copy of another template. Call it in beforeAll, and `drop` in
 * afterAll.
 */
export async function testDatabase(template = inject('template')): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = newName()
  // Copied as files: PostgreSQL's usual way writes every page to its log too.
  await onEveryNode(server, `create database ${name} template ${template} strategy file_copy`)
  await shiftOnEveryNode(server, name)
  return testDatabaseOf(server, name)
}

/** Creates a database without tables. On one PostgreSQL server, even when the server is a cluster's coordinator. */
export async function unmigratedDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = newName()
  await onServer(server, `create database ${name}`)
  await shiftDatabase(databaseOn(server, name))
  return testDatabaseOf(server, name)
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

function testDatabaseOf(server: TestServer, name: string): TestDatabase {
  const ownerUrl = databaseOn(server, name)
  const dataDir = temporaryFolder('test-files')
  return {
    ownerUrl,
    appUrl: appUrl(ownerUrl, testSecretKey),
    secretKey: testSecretKey,
    dataDir,
    drop: async () => {
      await dropDatabase(server, name)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Drops a database after waiting for its connections to end, because a pool reports its end before the server has
 * closed them. A connection that is terminated would throw an uncaught error in a run whose tests all passed. Only
 * lasting connections are terminated.
 */
async function dropDatabase(server: TestServer, name: string): Promise<void> {
  // The nodes of a cluster reconnect to each other when they are terminated.
  const force = server.nodes.length > 0 ? ' with (force)' : ''
  for (let tries = 0; tries < 20; tries += 1) {
    const dropped = await onEveryNode(server, `drop database if exists ${name}${force}`).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== '55006') throw error
        return false
      },
    )
    if (dropped) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await onEveryNode(server, `drop database if exists ${name} with (force)`)
}
