import { oauthProvider } from '@better-auth/oauth-provider'
import { getMigrations } from 'better-auth/db/migration'
import { jwt } from 'better-auth/plugins'
import pg from 'pg'
import { appRole } from '../database/connect.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

/** The advisory lock that lets one process at a time migrate the sign-in tables. */
const migrationLock = 7_422_502

/**
 * Migrates the schema `auth` on the owner's connection: the tables of the sign-in library, four of our own, and the
 * rights of the unprivileged role. That role owns none of the tables.
 */
export async function migrateAuth(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 2,
    connectionTimeoutMillis,
    options: '-c search_path=auth',
    application_name: 'shala migrate',
  })
  const lock = await pool.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [migrationLock])
    await lock.query('create schema if not exists auth')
    const { runMigrations } = await getMigrations({
      advanced: { database: { generateId: 'uuid' } },
      database: pool,
      logger: { level: 'error' },
      plugins: [jwt(), oauthProvider({ loginPage: '/', consentPage: '/' })],
    })
    await runMigrations()
    await lock.query(ownTables)
  } finally {
    lock.release(true)
    await pool.end()
  }
}

/**
 * Deletes a session's tokens with it, however it ends. The library sets the column to null instead, and such a refresh
 * token stays valid for 30 days. When the constraint is replaced, the orphaned tokens are deleted once.
 */
function tokensEndWithSession(table: string): string {
  const constraint = `${table}_sessionId_fkey`
  return `
    do $$ begin
      if not exists (
        select from pg_constraint
        where conrelid = 'auth."${table}"'::regclass and conname = '${constraint}' and confdeltype = 'c'
      ) then
        delete from auth."${table}" where "sessionId" is null;
        alter table auth."${table}" drop constraint if exists "${constraint}";
        alter table auth."${table}" alter column "sessionId" set not null;
        alter table auth."${table}" add constraint "${constraint}"
          foreign key ("sessionId") references auth.session (id) on delete cascade;
      end if;
    end $$;`
}

// Unlogged: these counters restart after a crash of the database, which harms nobody.
const ownTables = `
  -- The version before counts guesses in auth.sign_in_attempts. The table stays, because its processes sign people in during an upgrade.
  create unlogged table if not exists auth.password_attempts (
    account bytea not null,
    source text not null,
    attempts timestamptz[] not null,
    locked boolean not null default false,
    primary key (account, source)
  );
  create unlogged table if not exists auth.request_counts (
    key text primary key,
    window_start timestamptz not null,
    count integer not null
  );
  -- Wrong codes that were typed and codes that were sent, within one and 24 hours; school 0 is the installation.
  create unlogged table if not exists auth.code_counts (
    kind text not null check (kind in ('WRONG', 'SENT')),
    school bigint not null,
    hours integer not null check (hours in (1, 24)),
    window_start timestamptz not null,
    count integer not null,
    primary key (kind, school, hours)
  );
  create table if not exists auth.one_time_codes (
    user_id uuid not null references auth."user" (id) on delete cascade,
    -- Sent to the phone or e-mail of the record, or handed out by whoever manages the login.
    kind text not null check (kind in ('sent', 'handed')),
    -- Null until a code that was asked for is sent.
    hash text,
    expires_at timestamptz not null,
    tries integer not null default 0,
    -- The session that asked for the code, or was opened with it.
    session_id uuid,
    -- When codes were asked for, within a day.
    requests timestamptz[] not null default '{}',
    primary key (user_id, kind)
  );
  create unique index if not exists account_provider on auth.account ("providerId", "accountId");
  ${tokensEndWithSession('oauthAccessToken')}
  ${tokensEndWithSession('oauthRefreshToken')}
  grant usage on schema auth to ${appRole};
  grant select, insert, update, delete on all tables in schema auth to ${appRole};
`
