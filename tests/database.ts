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
      await dropDatabase(template, name)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * A pool says that it has ended before the server has heard of it: a connection that is forced out then throws what nobody catches, in a
 * run whose tests have all passed. So those who are leaving are waited for, and only who stays is forced out.
 */
async function dropDatabase(template: URL, name: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    const dropped = await onServer(template, `drop database if exists ${name}`).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code !== '55006') throw error
        return false
      },
    )
    if (dropped) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await onServer(template, `drop database if exists ${name} with (force)`)
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
