import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { eventually } from './eventually.ts'
import { lockWaiters } from './lockWaiters.ts'

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('testServer').url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a transaction counts who waits on a connection that was opened after its first count', async () => {
  const owner = await connect()
  await owner.query('begin')
  await owner.query('select pg_advisory_xact_lock(1)')
  const wait = async () => (await connect()).query('select pg_advisory_xact_lock(1)')
  const first = wait()
  await eventually(async () => expect(await lockWaiters(owner)).toBe(1))
  const second = wait()
  await eventually(async () => expect(await lockWaiters(owner)).toBe(2))
  await owner.query('commit')
  await Promise.all([first, second])
})
