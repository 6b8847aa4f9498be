import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { appUrl } from '../src/platform/database/connect.ts'

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

/** A migrated, empty database for one test file. Call it in beforeAll, and `drop` in afterAll. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(template, `create database ${name} template ${template.pathname.slice(1)}`)
  const ownerUrl = new URL(template)
  ownerUrl.pathname = `/${name}`
  const dataDir = mkdtempSync(join(tmpdir(), 'shala-test-files-'))
  return {
    ownerUrl: ownerUrl.href,
    appUrl: appUrl(ownerUrl.href, testSecretKey),
    secretKey: testSecretKey,
    dataDir,
    drop: async () => {
      await onServer(template, `drop database if exists ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Never through the template itself: it can be copied only while nobody is connected to it. */
async function onServer(template: URL, statement: string): Promise<void> {
  const url = new URL(template)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
