import { rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { testSecretKey } from './database.ts'
import { temporaryFolder } from '../scripts/temporaryFolder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's address of the migrated, empty database that every test file gets a copy of. */
    templateUrl: string
  }
}

/** One PostgreSQL for the whole run, in a temporary folder, migrated once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = temporaryFolder('test')
  const server = await startEmbedded({
    dataDir,
    log: () => undefined,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
  })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const template = new URL(server.ownerUrl)
    template.pathname = '/template'
    const client = new pg.Client({ connectionString: server.ownerUrl })
    await client.connect()
    await client.query('create database template')
    await client.end()
    await migrate(template.href, testSecretKey)
    project.provide('templateUrl', template.href)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
