import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { appUrl } from '#platform/database/connect.ts'
import { clusterPatience, databaseOn, onEveryNode, onServer, type TestServer } from './cluster.ts'

/** The installation's secret in tests: the app role's password follows from it. */
export const testSecretKey = 'the secret of the tests, and of nothing else'

export interface TestDatabase {
  /** Owner and superuser, which row-level security does not bind: for setting scenes and looking at what is stored. */
  ownerUrl: string
  /** The role the server works as, as unprivileged as in production. */
  appUrl: string
  secretKey: string
  /** An empty folder that goes with the database. */
  dataDir: string
  /** Removes both, whoever is still connected. */
  drop(): Promise<void>
}

/** How long a test may take that says so itself, in milliseconds: on a cluster longer, as every other test. */
export function patience(milliseconds: number): number {
  return inject('testServer').nodes.length > 0 ? milliseconds * clusterPatience : milliseconds
}

/** A migrated, empty database for one test file. Call it in beforeAll, and `drop` in afterAll. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = newName()
  await onEveryNode(server, `create database ${name} template ${inject('template')}`)
  return testDatabaseOf(server, name)
}

/** One in which nothing is yet, not even the tables. It is of one PostgreSQL also where the server is the coordinator of a cluster. */
export async function unmigratedDatabase(): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = newName()
  await onServer(server, `create database ${name}`)
  return testDatabaseOf(server, name)
}

const newName = () => `test_${randomBytes(6).toString('hex')}`

function testDatabaseOf(server: TestServer, name: string): TestDatabase {
  const ownerUrl = databaseOn(server, name)
  const dataDir = mkdtempSync(join(tmpdir(), 'shala-test-files-'))
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
 * A pool says that it has ended before the server has heard of it: a connection that is forced out then throws what nobody catches, in a
 * run whose tests have all passed. So those who are leaving are waited for, and only who stays is forced out.
 */
async function dropDatabase(server: TestServer, name: string): Promise<void> {
  // The nodes of a cluster stay connected to each other, and come back when they are forced out.
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
