import pg from 'pg'
import { appRole, nextAppRole } from '#platform/database/connect.ts'
import { isDistributed } from '#platform/database/citus/distribute.ts'
import { ensureAppRoles } from '#platform/database/migrate.ts'
import { crossedTables, type Grant, globalTables, ownersFunctions, tenantGrants } from './grants.ts'

/** A statement on a table, the expected answer of PostgreSQL and the real one. */
export interface TableCell {
  table: string
  what: string
  expected: string
  actual: string
}

interface Table {
  name: string
  granted: string
  columns: string[] | null
  forced: boolean
  key: string[]
  triggers: string
  policies: string[] | null
  loose: string[] | null
  open: boolean
}

/** Tables that kept sums depend on; on a cluster none is kept (decisions/0125). */
const stamped = new Set(
  `students enrolments sections section_teachers classes terms payments refunds collected_lines fees fee_categories
   student_fee_categories expenses expense_categories`.split(/\s+/),
)

const everything: Grant = { may: 'SIUD', because: 'an ordinary table of a school' }
const ofSchool = '(school_id = current_school())'
const isolation = [`* ${ofSchool} ${ofSchool}`]
/**
 * The same on a cluster, where rows become final: by command, for updates by the server and the owner (`joinPolicies`).
 */
const isolationByCommand = [
  `a ${ofSchool}`,
  `d ${ofSchool}`,
  `r ${ofSchool}`,
  `w ${ofSchool} ${ofSchool}`,
  `w ${ofSchool} ${ofSchool}`,
]

/** Excludes the two views that the Citus extension adds to `public`. */
const notOfCitus = `not exists (select from pg_depend join pg_extension on pg_extension.oid = refobjid
  where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e' and extname = 'citus')`

/** Returns a policy's condition; on a cluster, the part about the school. */
const condition = (cluster: boolean, column: string) =>
  cluster
    ? `regexp_replace(pg_get_expr(${column}, polrelid), '^\\(\\(school_id = current_school\\(\\)\\) AND .*\\)$', '${ofSchool}')`
    : `pg_get_expr(${column}, polrelid)`

const tableFacts = (cluster: boolean) => `
  select relname as name, relrowsecurity and relforcerowsecurity as forced,
    (select coalesce(string_agg(substr(privilege_type, 1, 1), '' order by position(substr(privilege_type, 1, 1) in 'SIUD')), '')
       from aclexplode(relacl) where grantee = $1::regrole) as granted,
    (select array_agg(attname::text order by attname) from pg_attribute, aclexplode(attacl) as a
      where attrelid = pg_class.oid and a.grantee = $1::regrole and a.privilege_type = 'UPDATE') as columns,
    (select array_agg(attname::text order by place) from pg_index, unnest(indkey) with ordinality as part(number, place)
       join pg_attribute on attnum = part.number and attrelid = pg_class.oid where indrelid = pg_class.oid and indisprimary) as key,
    (select coalesce(string_agg(tgname, ', '), '') from pg_trigger where tgrelid = pg_class.oid and not tgisinternal) as triggers,
    (select array_agg(concat_ws(' ', polcmd::text, ${condition(cluster, 'polqual')}, ${condition(cluster, 'polwithcheck')}) order by polcmd)
       from pg_policy where polrelid = pg_class.oid and polpermissive) as policies,
    (select array_agg(conname::text) from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and confrelid <> 'schools'::regclass and not exists (
        select from unnest(conkey, confkey) as pair(here, there)
          join pg_attribute as a on a.attrelid = conrelid and a.attnum = here and a.attname = 'school_id'
          join pg_attribute as b on b.attrelid = confrelid and b.attnum = there and b.attname = 'school_id')) as loose,
    exists (select from aclexplode(relacl) where grantee not in ($1::regrole, relowner)) as open
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    and ${notOfCitus}
  order by 1`

/**
 * Tries every table with the production role: its grants, its policies, and every way of reading and writing another
 * school's rows. An unlisted table counts as an ordinary one of a school. Tables without rows get one of each school
 * first, which violates their checks: the database cannot be used afterwards.
 * @param owner connection of the owner, which sees every row
 * @param app connection of the production role
 */
export async function* tableCells(owner: pg.Client, app: pg.Client, own: number, other: number): AsyncGenerator<TableCell> {
  const cluster = await isDistributed(owner)
  const { rows: tables } = await owner.query<Table>(tableFacts(cluster), [appRole])
  // The nodes of a cluster enforce what the coordinator was told not to check.
  const filled = !cluster
  if (filled) await fill(owner, tables, [own, other])
  for (const table of tables) yield* tenantCells(table, app, own, other, filled)
  const gone = [...Object.keys(globalTables), ...Object.keys(tenantGrants), ...Object.keys(crossedTables)].filter(
    (name) => !tables.some((one) => one.name === name),
  )
  yield { table: 'the lists', what: 'name tables that are there', expected: '', actual: gone.join(', ') }
  yield* roleCells(owner, appRole, [])
  yield* nextRoleCells(owner)
}

async function* tenantCells(
  table: Table,
  app: pg.Client,
  own: number,
  other: number,
  filled: boolean,
): AsyncGenerator<TableCell> {
  const cell = (what: string, expected: unknown, actual: unknown): TableCell => ({
    table: table.name,
    what,
    expected: String(expected),
    actual: String(actual),
  })
  const global = globalTables[table.name]
  const { may, columns = [] } = global ?? tenantGrants[table.name] ?? everything
  yield cell('what is granted', may, table.granted)
  yield cell('columns that may be changed', columns, table.columns ?? [])
  yield cell('granted to nobody else', false, table.open)
  if (global) return

  yield cell('forced row-level security', true, table.forced)
  const byCommand = !filled && table.policies?.length === isolationByCommand.length
  const crossed = crossedTables[table.name]
  const policies = crossed ? [...isolation, crossed.policy] : isolation
  yield cell('one permissive policy, of the school', byCommand ? isolationByCommand : policies, table.policies)
  const across = filled && crossed?.byInstallation ? 'rows: 2' : 'rows: 0'
  yield cell(
    'select of every school by the installation',
    across,
    await attempt(app, '0', `select from ${pg.escapeIdentifier(table.name)} where school_id in (${own}, ${other})`),
  )
  yield cell('school_id first in its key', 'school_id', table.key[0])
  yield cell('foreign keys without school_id', '', table.loose ?? '')
  yield cell('no triggers but the stamp', filled && stamped.has(table.name) ? 'stamped' : '', table.triggers)

  const name = pg.escapeIdentifier(table.name)
  const column = may.includes('U') ? 'school_id' : columns[0]
  const changing = column === undefined ? 'school_id' : pg.escapeIdentifier(column)
  const changed = column === undefined ? 'permission denied' : 'rows: 0'
  const removed = may.includes('D') ? 'rows: 0' : 'permission denied'
  for (const [where, setting] of [
    ['of another school', String(own)],
    ['without a school', ''],
  ] as const) {
    const tried = (statement: string) => attempt(app, setting, statement)
    yield cell(`select ${where}`, 'rows: 0', await tried(`select from ${name} where school_id = ${other}`))
    yield cell(`insert ${where}`, 'row-level security', await tried(`insert into ${name} (school_id) values (${other})`))
    yield cell(`update ${where}`, changed, await tried(`update ${name} set ${changing} = ${changing} where school_id = ${other}`))
    yield cell(`delete ${where}`, removed, await tried(`delete from ${name} where school_id = ${other}`))
  }
  yield cell('select of every school', 'rows: 0', await attempt(app, '', `select from ${name}`))
  const there = filled || (await attempt(app, String(own), `select from ${name}`)) !== 'rows: 0'
  const refused = !may.includes('U') ? 'permission denied' : there ? 'row-level security' : 'rows: 0'
  // The distribution column cannot be changed at all.
  const moved = filled ? refused : 'modifying the partition value of rows is not allowed'
  const moving = `update ${name} set school_id = ${other} where school_id = ${own}`
  yield cell('move a row to another school', moved, await attempt(app, String(own), moving))
  // The same statement for the own school succeeds, so that no check passes by accident.
  const seen = await attempt(app, String(own), `select from ${name} where school_id = ${own}`)
  yield cell('select in the own school', !there, seen === 'rows: 0')
  const mine = await attempt(app, String(own), `insert into ${name} (school_id) values (${own})`)
  yield cell('insert in the own school', false, mine === 'row-level security' || mine === 'permission denied')
}

/** Adds a row of each of these schools to every table of a school. Drops the checks of tables without rows. */
export async function fill(owner: pg.Client, tables: readonly Pick<Table, 'name'>[], schools: readonly number[]): Promise<void> {
  await owner.query("set session_replication_role = 'replica'")
  for (const table of tables.filter(({ name }) => !globalTables[name])) {
    const name = pg.escapeIdentifier(table.name)
    for (const school of schools) {
      if ((await owner.query(`select from ${name} where school_id = ${school} limit 1`)).rowCount !== 0) continue
      const { rows: columns } = await owner.query<{ column: string; kind: string }>(
        `select attname as column, format_type(atttypid, null) as kind
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and attnotnull and not atthasdef and attname <> 'school_id'`,
        [table.name],
      )
      const { rows: checks } = await owner.query<{ name: string }>(
        `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
        [table.name],
      )
      for (const check of checks) await owner.query(`alter table ${name} drop constraint ${pg.escapeIdentifier(check.name)}`)
      const values = columns.map(({ kind }) => `${valueOf(kind)}::${kind}`)
      const names = columns.map(({ column }) => pg.escapeIdentifier(column))
      await owner.query(`insert into ${name} (${['school_id', ...names].join(', ')}) values (${[school, ...values].join(', ')})`)
    }
  }
  await owner.query("set session_replication_role = 'origin'")
}

/** Returns any value of a type, as SQL. */
function valueOf(kind: string): string {
  if (kind.endsWith('[]') || kind.startsWith('json')) return "'{}'"
  if (kind === 'uuid') return 'gen_random_uuid()'
  if (kind === 'date' || kind.startsWith('time')) return 'now()'
  return kind === 'boolean' ? 'true' : "'1'"
}

/** Returns PostgreSQL's answer to a statement in a school's name, in a transaction that is rolled back. */
async function attempt(app: pg.Client, school: string, statement: string): Promise<string> {
  await app.query('begin')
  try {
    await app.query(`set local app.school_id to '${school}'`)
    return `rows: ${(await app.query(statement)).rowCount}`
  } catch (error) {
    const { message } = error as Error
    return ['row-level security', 'permission denied'].find((words) => message.includes(words)) ?? message
  } finally {
    await app.query('rollback')
  }
}

/**
 * Checks the servers' role during a secret rotation. Creates it as the rotation does, and drops it afterwards if it did
 * not exist.
 */
async function* nextRoleCells(owner: pg.Client): AsyncGenerator<TableCell> {
  await owner.query('begin')
  try {
    // Servers of other tests alter the same role at their start, after which this transaction could not go on.
    await owner.query('lock table pg_authid in share row exclusive mode')
    await ensureAppRoles(owner, { current: 'the next secret of the matrix', previous: 'the secret of the matrix' })
    yield* roleCells(owner, nextAppRole, [appRole])
  } finally {
    await owner.query('rollback')
  }
}

/** Checks a role's rights beyond the schools' tables: none that is not listed, by itself or by membership. */
async function* roleCells(owner: pg.Client, role: string, memberOf: readonly string[]): AsyncGenerator<TableCell> {
  const ask = async (what: string, expected: string, sql: string): Promise<TableCell> => {
    const { rows } = await owner.query<{ found: string | null }>(sql, sql.includes('$1') ? [role] : [])
    return { table: `the role ${role}`, what, expected, actual: rows[0]?.found ?? '' }
  }
  const attributes = ['rolsuper', 'rolbypassrls', 'rolcreaterole', 'rolcreatedb', 'rolreplication']
  for (const attribute of attributes)
    yield await ask(attribute, 'false', `select ${attribute}::text as found from pg_roles where rolname = $1`)
  yield await ask(
    'is a member of these roles alone',
    memberOf.join(','),
    `select string_agg(roleid::regrole::text, ',') as found from pg_auth_members where member = $1::regrole`,
  )
  yield await ask('owns nothing', '0', `select count(*)::text as found from pg_class where relowner = $1::regrole`)
  for (const schema of ['public', 'auth', 'jobs'])
    yield await ask(
      `makes nothing in ${schema}`,
      'false',
      `select has_schema_privilege($1, '${schema}', 'create')::text as found`,
    )
  yield await ask(
    'sets no sequence back',
    '',
    `select string_agg(relname, ',') as found from pg_class, aclexplode(relacl) as a
      where relkind = 'S' and relnamespace = 'public'::regnamespace and a.grantee <> relowner and a.privilege_type <> 'USAGE'`,
  )
  // The sign-in service and the queue work with this role, in their own schemas without records of schools.
  yield await ask(
    'tables of other schemas',
    memberOf.length === 0 ? 'auth, jobs, public' : '',
    `select string_agg(distinct nspname, ', ' order by nspname) as found from pg_class join pg_namespace on pg_namespace.oid = relnamespace,
      aclexplode(relacl) as a where a.grantee = $1::regrole and relkind in ('r', 'p', 'v', 'm', 'f')`,
  )
  yield await ask(
    'nothing is granted to everybody',
    '',
    `select string_agg(relname, ',') as found from pg_class join pg_namespace on pg_namespace.oid = relnamespace, aclexplode(relacl) as a
      where a.grantee = 0 and nspname in ('public', 'auth', 'jobs') and ${notOfCitus}`,
  )
  yield await ask(
    'functions that do as the owner does',
    Object.keys(ownersFunctions).sort().join(', '),
    `select string_agg(proname, ', ' order by proname) as found from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
      where prosecdef and nspname in ('public', 'auth', 'jobs')`,
  )
  yield await ask(
    'each of them closed to the public, with a search path, looking at the school',
    '',
    `select string_agg(proname, ', ') as found from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
      and (proconfig is null or not 'search_path=public, pg_temp' = any (proconfig) or prosrc not like '%current_school()%'
        or proacl is null or exists (select from aclexplode(proacl) where grantee = 0))`,
  )
}
