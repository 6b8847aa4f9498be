import pg from 'pg'
import { CannotStart } from '../../cannotStart.ts'
import { appRole } from '../connect.ts'
import { refuseUntriedVersions, versionsOf } from './versions.ts'
import { isServing } from '../isServing.ts'
import { addForeignKeys, dropForeignKeys, type ForeignKey, foreignKeysOf } from '../foreignKeys.ts'
import { connectionTimeoutMillis } from '../connectionTimeout.ts'

/** How a table is placed on a cluster, and why. */
interface Placement {
  table: string
  kind: 'DISTRIBUTED' | 'REFERENCE' | 'LOCAL'
  reason: string
}

/** Tables of the schema `public` with a copy on every node. */
const referenceTables: Readonly<Record<string, string>> = {
  schools: 'every table of a school refers to it, and every node joins it',
  logins: 'an account is found by its subject before its school is known',
  guardian_sessions: 'a phone is that of several schools, and each asks whether it has a device',
  device_tokens: 'statements of a school ask who has a device',
}

/** The first distributed table; all others are colocated with it. */
const anchor = 'terms'

/** Tables whose key must include the school before they can be distributed, because one node enforces a key alone. */
const widenedKeys: Readonly<Record<string, string>> = { message_refs: 'provider, ref, school_id' }

/**
 * Policies with subqueries are not possible on a distributed table. These replacements say the same without a subquery;
 * the nightly check `lines-follow-their-payment` covers the rest.
 */
const plainPolicies: Readonly<Record<string, string>> = {
  collected_lines: `alter policy final_line on collected_lines
    with check (deleted_at is not null or status in ('PAID', 'PART_PAID') or status = 'FAILED' and payment_id is not null)`,
}

export interface Distribution {
  distributed: number
  reference: number
  /** Tables of schools that are on the coordinator alone. */
  left: string[]
}

/**
 * Returns whether this database is the coordinator of a Citus cluster over which the tables of schools are distributed.
 */
export async function isDistributed(runner: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await runner.query<{ known: boolean }>(
    "select to_regclass('pg_catalog.pg_dist_partition') is not null as known",
  )
  if (rows[0]?.known !== true) return false
  const { rowCount } = await runner.query('select from pg_catalog.pg_dist_partition where logicalrelid = to_regclass($1)', [
    `public.${anchor}`,
  ])
  return rowCount === 1
}

/**
 * Creates a role on the nodes. A role made for another database of the coordinator is unknown to them and could not be
 * altered.
 */
export async function ensureRoleOnNodes(owner: pg.Client, role: string): Promise<void> {
  const { rows } = await owner.query<{ cluster: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_node') is not null and exists (select from pg_roles where rolname = $1) as cluster`,
    [role],
  )
  if (rows[0]?.cluster !== true) return
  const name = pg.escapeIdentifier(role)
  const made = `do $made$ begin
    set local citus.enable_ddl_propagation to off;
    if not exists (select from pg_roles where rolname = ${pg.escapeLiteral(role)}) then create role ${name}; end if;
  end $made$`
  const { rows: answers } = await owner.query<{ success: boolean; result: string }>('select * from run_command_on_workers($1)', [
    made,
  ])
  const refused = answers.find(({ success }) => !success)
  if (refused) throw new Error(`A node of the cluster does not take the role ${role}: ${refused.result}`)
}

/**
 * Distributes the tables over the nodes of a Citus cluster by school_id, with all rows of a school on one node, and
 * gives every node a copy of the few shared tables. Distributed tables stay as they are, so it may be repeated: after
 * new tables, and after an interruption. Foreign keys are dropped meanwhile and recorded; adding them again validates
 * every row.
 *
 * @throws CannotStart with a sentence when this is no such cluster, its versions were not tried, or servers are running
 * on it
 */
export async function distribute(ownerUrl: string, say: (line: string) => void): Promise<Distribution> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis, application_name: 'shala distribute' })
  await owner.connect()
  try {
    await refuseWhereNoCluster(owner)
    refuseUntriedVersions(await versionsOf(owner))
    await refuseWhileAtWork(owner)
    return await distributeTables(owner, say)
  } finally {
    await owner.end()
  }
}

/** Does the work of {@link distribute} without its refusals: migrations add new tables while the servers wait. */
export async function distributeTables(owner: pg.Client, say: (line: string) => void): Promise<Distribution> {
  const places = await placements(owner)
  const placed = await placedTables(owner)
  const waiting = places.filter(({ kind, table }) => kind !== 'LOCAL' && !placed.has(table))
  if (waiting.length > 0) await dropKeys(owner, waiting)
  for (const place of waiting) await distributeTable(owner, place)
  await restoreKeys(owner)
  await prepareNodes(owner)
  for (const { kind, table, reason } of places) say(`${kind.toLowerCase().padEnd(11)} ${table.padEnd(28)} ${reason}`)
  const now = await placedTables(owner)
  const count = (kind: Placement['kind']) => places.filter((place) => place.kind === kind && now.has(place.table)).length
  const left = places.filter(({ kind, table }) => kind !== 'LOCAL' && !now.has(table)).map(({ table }) => table)
  return { distributed: count('DISTRIBUTED'), reference: count('REFERENCE'), left }
}

async function refuseWhereNoCluster(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ known: boolean; workers: string }>(
    `select exists (select from pg_extension where extname = 'citus') as known,
            (select count(*) from pg_class where relname = 'pg_dist_node') as workers`,
  )
  if (rows[0]?.known !== true)
    throw new CannotStart(
      'This database knows nothing of Citus. Install it on every node (shared_preload_libraries = citus), create the database on each with `create extension citus`, and name the nodes on the coordinator with citus_set_coordinator_host and citus_add_node.',
    )
  const { rowCount } = await owner.query('select from pg_dist_node where isactive and shouldhaveshards')
  if (rowCount === 0)
    throw new CannotStart(
      "The cluster has no node that takes rows. Name one on the coordinator: select citus_add_node('HOST', PORT).",
    )
}

async function refuseWhileAtWork(owner: pg.Client): Promise<void> {
  if (await isServing(owner))
    throw new CannotStart('Shala is running on this database. Stop it first: while the tables move, no foreign key guards them.')
}

/**
 * Returns the placement of each table of `public`. Tables of the schemas auth and jobs have no school and stay on the
 * coordinator.
 */
export async function placements(owner: Pick<pg.ClientBase, 'query'>): Promise<Placement[]> {
  const { rows } = await owner.query<{ table: string; ofSchool: boolean }>(
    `select relname as table,
            exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'school_id' and not attisdropped) as "ofSchool"
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname <> $1, relname`,
    [anchor],
  )
  return rows.map(({ table, ofSchool }) => {
    const shared = referenceTables[table]
    if (shared !== undefined) return { table, kind: 'REFERENCE', reason: shared }
    if (ofSchool) return { table, kind: 'DISTRIBUTED', reason: 'rows of schools' }
    return { table, kind: 'LOCAL', reason: 'no rows of schools: on the coordinator alone' }
  })
}

/** Returns the tables of `public` that are distributed or copied. */
async function placedTables(owner: pg.Client): Promise<Set<string>> {
  const { rows } = await owner.query<{ table: string }>(
    `select relname as table from pg_catalog.pg_dist_partition join pg_class on pg_class.oid = logicalrelid
     where relnamespace = 'public'::regnamespace and (partmethod = 'h' or repmodel = 't')`,
  )
  return new Set(rows.map(({ table }) => table))
}

/** Drops the foreign keys of and to tables that move, and records them, so that they survive an interruption. */
async function dropKeys(owner: pg.Client, moving: readonly Placement[]): Promise<void> {
  const names = new Set(moving.map(({ table }) => table))
  const keys = (await foreignKeysOf(owner)).filter(
    ({ table, definition }) => names.has(table) || [...names].some((name) => refersTo(definition, name)),
  )
  await inTransaction(owner, async () => {
    await owner.query('create schema if not exists distributing')
    await owner.query(
      'create table if not exists distributing.foreign_keys ("schema" text, "table" text, name text, definition text, primary key ("schema", "table", name))',
    )
    for (const { schema, table, name, definition } of keys)
      await owner.query('insert into distributing.foreign_keys values ($1, $2, $3, $4)', [schema, table, name, definition])
    await dropForeignKeys(owner, keys)
  })
}

function refersTo(definition: string, table: string): boolean {
  return new RegExp(` REFERENCES (public\\.)?${table}\\(`).test(definition)
}

/**
 * Adds the keys that {@link dropKeys} dropped, also in an interrupted run. A key that includes the school cannot set
 * a column to null on deletion (`on delete set null`): it only refuses. References are set to null before a row is
 * deleted (clearReferences.ts).
 */
async function restoreKeys(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ known: boolean }>("select to_regclass('distributing.foreign_keys') is not null as known")
  if (rows[0]?.known !== true) return
  const keys = await owner.query<ForeignKey>('select * from distributing.foreign_keys order by "schema", "table", name')
  for (const key of keys.rows)
    await inTransaction(owner, async () => {
      // A key to a table that every node has is looked at node by node, in one connection each.
      await owner.query("set local citus.multi_shard_modify_mode to 'sequential'")
      await addForeignKeys(owner, [{ ...key, definition: key.definition.replace(/ ON DELETE SET NULL( \([^)]*\))?/, '') }])
      await owner.query('delete from distributing.foreign_keys where "schema" = $1 and "table" = $2 and name = $3', [
        key.schema,
        key.table,
        key.name,
      ])
    })
  await owner.query('drop schema distributing cascade')
}

/** Distributes one table. Its rows leave the coordinator's disk when the nodes have them. */
async function distributeTable(owner: pg.Client, { table, kind }: Placement): Promise<void> {
  const name = `public.${pg.escapeIdentifier(table)}`
  await inTransaction(owner, async () => {
    const { rows } = await owner.query<{ forced: boolean }>(
      'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
      [name],
    )
    const forced = rows[0]?.forced === true
    // The owner would copy no row of a table whose policies bind it too.
    if (forced) await owner.query(`alter table ${name} no force row level security`)
    // Citus has no triggers of a distributed table; on a cluster no sums are kept (stampedRead.ts).
    await owner.query(`drop trigger if exists stamped on ${name}`)
    const policy = plainPolicies[table]
    if (policy !== undefined) await owner.query(policy)
    await joinPolicies(owner, table)
    const key = widenedKeys[table]
    if (key !== undefined)
      await owner.query(
        `alter table ${name} drop constraint ${pg.escapeIdentifier(`${table}_pkey`)}, add constraint ${pg.escapeIdentifier(`${table}_pkey`)} primary key (${key})`,
      )
    if (kind === 'REFERENCE') await owner.query('select create_reference_table($1)', [name])
    else if (table === anchor)
      await owner.query("select create_distributed_table($1, 'school_id', colocate_with => 'none')", [name])
    else await owner.query("select create_distributed_table($1, 'school_id', colocate_with => $2)", [name, `public.${anchor}`])
    if (forced) await owner.query(`alter table ${name} force row level security`)
  })
  await owner.query('select truncate_local_data_after_distributing_table($1)', [name])
}

interface Policy {
  name: string
  command: string
  restrictive: boolean
  using: string
  check: string
}

/**
 * On the nodes Citus turns a restrictive policy into a permissive one (13.2.2, `CreatePolicyCommands`): an update would
 * have to satisfy only one of it and the school's own. So one policy for updates combines both, and each other command
 * has one.
 */
async function joinPolicies(owner: pg.Client, table: string): Promise<void> {
  const { rows: policies } = await owner.query<Policy>(
    `select policyname as name, cmd as command, permissive = 'RESTRICTIVE' as restrictive, coalesce(qual, 'true') as using,
            coalesce(with_check, qual, 'true') as check
     from pg_policies where schemaname = 'public' and tablename = $1`,
    [table],
  )
  const final = policies.filter(({ restrictive }) => restrictive)
  const tenant = policies.find(({ name }) => name === 'tenant')
  if (final.length === 0) return
  if (!tenant || policies.length !== final.length + 1 || final.some(({ command }) => command !== 'UPDATE'))
    throw new Error(
      `The policies of ${table} cannot be joined into one: a cluster takes a restricting one for updates beside the school's own.`,
    )
  const name = `public.${pg.escapeIdentifier(table)}`
  const both = (part: 'using' | 'check') => [tenant, ...final].map((policy) => `(${policy[part]})`).join(' and ')
  for (const policy of policies) await owner.query(`drop policy ${pg.escapeIdentifier(policy.name)} on ${name}`)
  await owner.query(`create policy tenant_select on ${name} for select using (${tenant.using})`)
  await owner.query(`create policy tenant_insert on ${name} for insert with check (${tenant.check})`)
  await owner.query(`create policy tenant_delete on ${name} for delete using (${tenant.using})`)
  await owner.query(
    `create policy tenant_update on ${name} for update to ${appRole} using (${both('using')}) with check (${both('check')})`,
  )
  // What is final binds the server; an erasure is its owner's.
  await owner.query(
    `create policy owner_update on ${name} for update to current_user using (${tenant.using}) with check (${tenant.check})`,
  )
}

/**
 * Creates on the nodes what they need besides the tables: the functions that policies call. A function that runs as the
 * owner runs on the school's own node. On the coordinator it would connect to that node as another role than the one
 * that began the transaction there, and be refused.
 */
async function prepareNodes(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ signature: string; delegated: boolean }>(
    `select oid::regprocedure::text as signature, prosecdef and proargnames[1] = 'school' as delegated from pg_proc
     where pronamespace = 'public'::regnamespace and prokind = 'f'
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
       and not exists (select from pg_catalog.pg_dist_object known where known.classid = 'pg_proc'::regclass and known.objid = pg_proc.oid
         and (known.force_delegation or not prosecdef or proargnames[1] is distinct from 'school'))
     order by 1`,
  )
  for (const { signature, delegated } of rows)
    await (delegated
      ? owner.query("select create_distributed_function($1, 'school', colocate_with => $2, force_delegation => true)", [
          signature,
          `public.${anchor}`,
        ])
      : owner.query('select create_distributed_function($1)', [signature]))
}

async function inTransaction(owner: pg.Client, run: () => Promise<void>): Promise<void> {
  await owner.query('begin')
  try {
    await run()
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
