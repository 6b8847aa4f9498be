import pg from 'pg'
import { distribute, distributeTables, isDistributed, placements } from '#platform/database/citus/distribute.ts'
import { migrate } from '#platform/database/migrate.ts'
import { shiftDatabase } from '../moment/testMoment.ts'

/**
 * A running server for database tests: DATABASE_URL's. On the coordinator of a Citus cluster a test database exists on
 * every node, and copying copies all of them. A shard's node follows from the ids inside, which stay the same.
 */
export interface TestServer {
  /** The owner's URL of the server's own database. */
  url: string
  /** Host and port of a cluster's other nodes; empty on an ordinary server. */
  nodes: { host: string; port: number }[]
}

/**
 * Factor for test timeouts on a cluster: each statement passes two more processes, and several nodes share a machine.
 */
export const clusterPatience = 5

export async function serverAt(url: string): Promise<TestServer> {
  const nodes = await asOwner(url, async (owner) => {
    const { rows } = await owner.query<{ cluster: boolean }>(
      "select to_regclass('pg_catalog.pg_dist_node') is not null as cluster",
    )
    if (rows[0]?.cluster !== true) return []
    const workers = await owner.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by 2, 1',
    )
    return workers.rows
  })
  return { url, nodes }
}

/** Returns the URL of a database on the server. */
export function databaseOn(server: TestServer, name: string): string {
  return addressesOf(server, name)[0] ?? ''
}

/** Runs a statement about databases on every node, from the maintenance database. */
export async function onEveryNode(server: TestServer, statement: string): Promise<void> {
  for (const address of addressesOf(server, 'postgres')) await asOwner(address, (owner) => owner.query(statement))
}

/** Runs a statement only on the server itself. */
export async function onServer(server: TestServer, statement: string): Promise<void> {
  await asOwner(databaseOn(server, 'postgres'), (owner) => owner.query(statement))
}

/** Lets the clock of a database agree with this process's, on every node. */
export async function shiftOnEveryNode(server: TestServer, name: string): Promise<void> {
  for (const address of addressesOf(server, name)) await shiftDatabase(address)
}

/**
 * Creates the migrated, empty database that is copied for each test file, distributed over the nodes if there are some.
 * @returns the tables that a cluster distributes by school
 */
export async function makeTemplate(server: TestServer, name: string, secretKey: string): Promise<string[]> {
  await onEveryNode(server, `create database ${name}`)
  await shiftOnEveryNode(server, name)
  const [main = '', ...workers] = addressesOf(server, name)
  if (workers.length === 0) {
    await migrate(main, secretKey)
    return schoolTablesOf(main)
  }
  for (const address of [main, ...workers]) await asOwner(address, (owner) => owner.query('create extension citus'))
  await asOwner(main, async (owner) => {
    const { hostname, port } = new URL(server.url)
    await owner.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port || 5432)])
    for (const { host, port: at } of server.nodes) await owner.query('select citus_add_node($1, $2)', [host, at])
  })
  await migrate(main, secretKey)
  // Two shards per node: enough to spread schools over nodes, with few files to copy.
  const shards = new URL(main)
  shards.searchParams.set('options', `-c citus.shard_count=${server.nodes.length * 2}`)
  await distribute(shards.href, () => undefined)
  const tables = await schoolTablesOf(main)
  await rest(server, name)
  return tables
}

async function schoolTablesOf(address: string): Promise<string[]> {
  const places = await asOwner(address, placements)
  return places.filter(({ kind }) => kind === 'DISTRIBUTED').map(({ table }) => table)
}

/** Creates a test's own table that refers to schools' rows. On a cluster it is distributed, as after a migration. */
export async function tableOfTest(owner: pg.Client, definition: string): Promise<void> {
  await owner.query(definition)
  if (await isDistributed(owner)) await distributeTables(owner, () => undefined)
}

/**
 * Closes a database that is to be copied, and waits until nobody is connected to it. Each node has a daemon that
 * reconnects.
 */
export async function rest(server: TestServer, name: string): Promise<void> {
  await onEveryNode(server, `alter database ${name} allow_connections false`)
  for (let tries = 0; ; tries += 1) {
    await onEveryNode(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    const busy: boolean[] = []
    for (const address of addressesOf(server, 'postgres'))
      busy.push(
        await asOwner(address, async (owner) => {
          const { rowCount } = await owner.query('select from pg_stat_activity where datname = $1', [name])
          return rowCount !== 0
        }),
      )
    if (!busy.includes(true)) return
    if (tries > 100) throw new Error(`Somebody stays connected to ${name}.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function addressesOf({ url, nodes }: TestServer, name: string): string[] {
  const main = new URL(url)
  main.pathname = `/${name}`
  return [
    main.href,
    ...nodes.map(({ host, port }) => {
      const worker = new URL(main)
      worker.hostname = host
      worker.port = String(port)
      return worker.href
    }),
  ]
}

async function asOwner<T>(address: string, run: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: address })
  await owner.connect()
  try {
    return await run(owner)
  } finally {
    await owner.end()
  }
}
