import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { knownKeys, type Secrets } from '../secretKeys.ts'
import { endSessions } from './accounts.ts'
import { forgetAttempts } from './passwordAttempts.ts'
import { adminMark, phoneMark } from './passwordMarks.ts'

/*
 * One-time codes prove at a first sign-in that a person is who the record speaks of. An account has at most one of each kind:
 * `sent` goes to the phone or e-mail of the record and works only in the session that asked for it; `handed` is given out by whoever
 * manages the login, on paper or in a message, and takes the place of the password once.
 */

/** Codes that are handed out, in hours; those in a message go to the record's own phone, where families read them days later. */
export const codeHours = { handedOut: 24, inMessage: 7 * 24 } as const

/** Limits of codes that are sent. */
export const sentCode = { minutes: 10, tries: 5, pauseSeconds: 60, perDay: 10 } as const

/** No character that is mistaken for another: neither 0 and O nor 1, I and L. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Makes a code of six digits. */
function newSentCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Makes a code of eight characters (40 bits), written in two groups: `K7QM-3VXD`. */
function newHandedCode(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** Returns a code as it is hashed, however it was typed. */
function normalized(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase()
}

/** A code is hashed with the installation's secret: six digits would soon be found from a plain hash. */
function hashOf(secretKey: string, subject: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'shala one-time codes v1', 'key', 32))
  return createHmac('sha256', key)
    .update(`${subject} ${normalized(code)}`)
    .digest('base64url')
}

function hashesOf(secrets: Secrets, subject: string, code: string): string[] {
  return knownKeys(secrets).map((key) => hashOf(key, subject, code))
}

/**
 * Makes codes to hand out, thousands at once; each replaces the account's earlier one. A password that an admin set stops working,
 * and so does the person's own where `evenOwn` is set: sessions end with it.
 * @returns the codes by subject; without those who have no account, and without `evenOwn` those who have a password of their own
 */
export async function handOutCodes(
  tx: Tx,
  secrets: Secrets,
  subjects: readonly string[],
  { hours, evenOwn }: { hours: number; evenOwn: boolean },
): Promise<Map<string, { code: string; expiresAt: Date }>> {
  const { rows: changed } = await sql<{ subject: string }>`
    update auth.account set password = ${phoneMark} || "userId", "updatedAt" = now()
    where "userId" = any(${subjects}::uuid[]) and "providerId" = 'credential' and not starts_with(password, ${phoneMark})
      and (${evenOwn} or starts_with(password, ${adminMark}))
    returning "userId" as subject
  `.execute(tx)
  for (const { subject } of changed) await endSessions(tx, subject)
  await forgetAttempts(tx, ...subjects)
  const codes = new Map(subjects.map((subject) => [subject, newHandedCode()]))
  const { rows } = await sql<{ subject: string; expiresAt: Date }>`
    insert into auth.one_time_codes (user_id, kind, hash, expires_at)
    select given.subject, 'handed', given.hash, now() + make_interval(hours => ${hours})
    from unnest(
      ${[...codes.keys()]}::uuid[], ${[...codes].map(([subject, code]) => hashOf(secrets.current, subject, code))}::text[]
    ) as given (subject, hash)
    where exists (select from auth.account where "userId" = given.subject and "providerId" = 'credential' and starts_with(password, ${phoneMark}))
    on conflict (user_id, kind) do update set hash = excluded.hash, expires_at = excluded.expires_at, session_id = null
    returning user_id as subject, expires_at as "expiresAt"
  `.execute(tx)
  return new Map(rows.map(({ subject, expiresAt }) => [subject, { code: codes.get(subject) ?? '', expiresAt }]))
}

/** Whether a text is the code that was handed out for an account. */
export async function isHandedCode(db: Db | Tx, secrets: Secrets, subject: string, text: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.one_time_codes where user_id = ${subject} and kind = 'handed' and expires_at > now()
      and hash = any(${hashesOf(secrets, subject, text)}::text[])
  `.execute(db)
  return rows.length > 0
}

/** Notes which session was opened with the code that was handed out: there it need not be typed again. */
export async function bindHandedCode(db: Db | Tx, secrets: Secrets, given: { subject: string; session: string; text: string }) {
  const { subject, session, text } = given
  await sql`
    update auth.one_time_codes set session_id = ${session} where user_id = ${subject} and kind = 'handed' and expires_at > now()
      and hash = any(${hashesOf(secrets, subject, text)}::text[])
  `.execute(db)
}

/** Whether a session was opened with the code that was handed out. */
export async function hasHandedCode(db: Db | Tx, subject: string, session: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.one_time_codes where user_id = ${subject} and kind = 'handed' and expires_at > now() and session_id = ${session}
  `.execute(db)
  return rows.length > 0
}

/**
 * Asks for a code to be sent, which ends the one before. One statement, so that requests at the same time count as one.
 * @returns seconds to wait where one was asked for a moment ago or too many today; 0 when it may be sent
 */
export async function askForCode(db: Db | Tx, subject: string, session: string): Promise<number> {
  const { rows } = await sql`
    insert into auth.one_time_codes as kept (user_id, kind, session_id, expires_at, requests)
    values (${subject}, 'sent', ${session}, now() + make_interval(mins => ${sentCode.minutes}), array[now()])
    on conflict (user_id, kind) do update set hash = null, tries = 0, session_id = excluded.session_id, expires_at = excluded.expires_at,
      requests = array_append(
        array(select moment from unnest(kept.requests) as moment where moment > now() - interval '1 day' order by moment), now()
      )
    where kept.requests[cardinality(kept.requests)] <= now() - make_interval(secs => ${sentCode.pauseSeconds})
      and (select count(*) from unnest(kept.requests) as moment where moment > now() - interval '1 day') < ${sentCode.perDay}
    returning user_id
  `.execute(db)
  if (rows.length > 0) return 0
  const waiting = await sql<{ seconds: number }>`
    select greatest(
      extract(epoch from requests[cardinality(requests)] - now()) + ${sentCode.pauseSeconds},
      case when cardinality(requests) >= ${sentCode.perDay} then extract(epoch from requests[1] - now()) + 86400 else 1 end
    )::float8 as seconds from auth.one_time_codes where user_id = ${subject} and kind = 'sent'
  `.execute(db)
  return Math.max(1, Math.ceil(waiting.rows[0]?.seconds ?? 1))
}

/**
 * Makes the code that a session has asked for, in the moment in which it is sent: only its hash is stored.
 * @returns null where the session does not wait for one any more
 */
export async function newCodeToSend(tx: Tx, secrets: Secrets, subject: string, session: string): Promise<string | null> {
  const code = newSentCode()
  const { rows } = await sql`
    update auth.one_time_codes
    set hash = ${hashOf(secrets.current, subject, code)}, tries = 0, expires_at = now() + make_interval(mins => ${sentCode.minutes})
    where user_id = ${subject} and kind = 'sent' and session_id = ${session}
    returning user_id
  `.execute(tx)
  return rows.length > 0 ? code : null
}

/**
 * Whether a session may choose a password: it was opened with the code that was handed out, or the typed text is a code of the account.
 * A try is counted before the code is compared, so that parallel guesses cannot slip through.
 */
export async function provesIdentity(
  db: Db | Tx,
  secrets: Secrets,
  { subject, session, code }: { subject: string; session: string; code: string },
): Promise<boolean> {
  if (await hasHandedCode(db, subject, session)) return true
  if (code === '') return false
  const { rows } = await sql<{ hash: string }>`
    update auth.one_time_codes set tries = tries + 1
    where user_id = ${subject} and kind = 'sent' and session_id = ${session} and hash is not null and expires_at > now()
      and tries < ${sentCode.tries}
    returning hash
  `.execute(db)
  const [sent] = rows
  if (sent && hashesOf(secrets, subject, code).includes(sent.hash)) return true
  return isHandedCode(db, secrets, subject, code)
}

/** Removes the codes of accounts that have a password of their own. */
export async function forgetCodes(db: Db | Tx, subject: string): Promise<void> {
  await sql`delete from auth.one_time_codes where user_id = ${subject}`.execute(db)
}
