import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/connect.ts'
import { knownKeys, type Secrets } from '../secretKeys.ts'
import { endSessions } from './accounts.ts'
import { isAnybodyGuessing, reportSentCode } from './codeBudget.ts'
import { codeOfDigits, codeOfLetters, normalizeCode } from './codeText.ts'
import { clearAttempts } from './passwordAttempts.ts'
import { adminPrefix, phonePrefix } from './passwordPrefixes.ts'

/*
 * One-time codes prove at a first sign-in that a person is the one of the record. An account has at most one of each
 * kind: `sent` goes to the phone or e-mail of the record and works only in the session that requested it; `handed` is
 * given out by whoever manages the login, on paper or in a message, and replaces the password once.
 */

/**
 * How many hours handed-out codes are valid. A code in a message goes to the record's own phone, where families read it
 * days later.
 */
export const codeHours = { handedOut: 24, inMessage: 7 * 24 } as const

/** Limits of sent codes. */
export const sentCode = { minutes: 10, tries: 5, pauseSeconds: 60, perDay: 6 } as const

/** Hashes a code with the installation's secret, because eight digits are soon found from a plain hash. */
function hashCode(secretKey: string, subject: string, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'shala one-time codes v1', 'key', 32))
  return createHmac('sha256', key)
    .update(`${subject} ${normalizeCode(code)}`)
    .digest('base64url')
}

function hashCodeWithAll(secrets: Secrets, subject: string, code: string): string[] {
  return knownKeys(secrets).map((key) => hashCode(key, subject, code))
}

/**
 * Creates codes to hand out, thousands at once. Each replaces the account's earlier one. A password that an admin set
 * stops working. With `evenOwn` an own password stops working too, and the sessions end.
 *
 * @returns the codes by subject, without people who have no account; without `evenOwn` also without those who have an
 * own password
 */
export async function handOutCodes(
  tx: Tx,
  secrets: Secrets,
  subjects: readonly string[],
  { hours, evenOwn }: { hours: number; evenOwn: boolean },
): Promise<Map<string, { code: string; expiresAt: Date }>> {
  const { rows: changed } = await sql<{ subject: string }>`
    update auth.account set password = ${phonePrefix} || "userId", "updatedAt" = now()
    where "userId" = any(${subjects}::uuid[]) and "providerId" = 'credential' and not starts_with(password, ${phonePrefix})
      and (${evenOwn} or starts_with(password, ${adminPrefix}))
    returning "userId" as subject
  `.execute(tx)
  for (const { subject } of changed) await endSessions(tx, subject)
  await clearAttempts(tx, ...subjects)
  const codes = new Map(subjects.map((subject) => [subject, codeOfLetters()]))
  const { rows } = await sql<{ subject: string; expiresAt: Date }>`
    insert into auth.one_time_codes (user_id, kind, hash, expires_at)
    select given.subject, 'handed', given.hash, now() + make_interval(hours => ${hours})
    from unnest(
      ${[...codes.keys()]}::uuid[], ${[...codes].map(([subject, code]) => hashCode(secrets.current, subject, code))}::text[]
    ) as given (subject, hash)
    where exists (select from auth.account where "userId" = given.subject and "providerId" = 'credential' and starts_with(password, ${phonePrefix}))
    on conflict (user_id, kind) do update set hash = excluded.hash, expires_at = excluded.expires_at, session_id = null
    returning user_id as subject, expires_at as "expiresAt"
  `.execute(tx)
  return new Map(rows.map(({ subject, expiresAt }) => [subject, { code: codes.get(subject) ?? '', expiresAt }]))
}

/** Returns whether a text is the code that was handed out for an account. */
export async function isHandedCode(db: Db | Tx, secrets: Secrets, subject: string, text: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.one_time_codes where user_id = ${subject} and kind = 'handed' and expires_at > now()
      and hash = any(${hashCodeWithAll(secrets, subject, text)}::text[])
  `.execute(db)
  return rows.length > 0
}

/** Records which session was opened with the handed-out code, so that it need not be typed again there. */
export async function bindHandedCode(db: Db | Tx, secrets: Secrets, given: { subject: string; session: string; text: string }) {
  const { subject, session, text } = given
  await sql`
    update auth.one_time_codes set session_id = ${session} where user_id = ${subject} and kind = 'handed' and expires_at > now()
      and hash = any(${hashCodeWithAll(secrets, subject, text)}::text[])
  `.execute(db)
}

/** Returns whether a session was opened with the handed-out code. */
export async function isOpenedWithHandedCode(db: Db | Tx, subject: string, session: string): Promise<boolean> {
  const { rows } = await sql`
    select from auth.one_time_codes where user_id = ${subject} and kind = 'handed' and expires_at > now() and session_id = ${session}
  `.execute(db)
  return rows.length > 0
}

/**
 * Requests a code, which invalidates the previous one. One statement, so that concurrent requests count as one.
 *
 * @returns the seconds to wait when one was requested a moment ago or too many today; 0 when it may be sent
 */
export async function requestCode(db: Db | Tx, subject: string, session: string): Promise<number> {
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
 * Generates the code that a session requested, when it is sent: of digits or, while somebody guesses, of letters. Only
 * its hash is stored.
 *
 * @returns null when the session no longer waits for one
 */
export async function createCodeToSend(tx: Tx, secrets: Secrets, subject: string, session: string): Promise<string | null> {
  const code = (await isAnybodyGuessing(tx)) ? codeOfLetters() : codeOfDigits()
  const { rows } = await sql`
    update auth.one_time_codes
    set hash = ${hashCode(secrets.current, subject, code)}, tries = 0, expires_at = now() + make_interval(mins => ${sentCode.minutes})
    where user_id = ${subject} and kind = 'sent' and session_id = ${session}
    returning user_id
  `.execute(tx)
  if (rows.length === 0) return null
  reportSentCode()
  return code
}

/**
 * Returns whether a session may choose a password: it was opened with the handed-out code, or the typed text is a code
 * of the account. Counts an attempt before comparing, so that parallel guesses cannot slip through.
 */
export async function provesIdentity(
  db: Db | Tx,
  secrets: Secrets,
  { subject, session, code }: { subject: string; session: string; code: string },
): Promise<boolean> {
  if (await isOpenedWithHandedCode(db, subject, session)) return true
  if (code === '') return false
  const { rows } = await sql<{ hash: string }>`
    update auth.one_time_codes set tries = tries + 1
    where user_id = ${subject} and kind = 'sent' and session_id = ${session} and hash is not null and expires_at > now()
      and tries < ${sentCode.tries}
    returning hash
  `.execute(db)
  const [sent] = rows
  if (sent && hashCodeWithAll(secrets, subject, code).includes(sent.hash)) return true
  return isHandedCode(db, secrets, subject, code)
}

/** Deletes the codes of an account that has an own password. */
export async function deleteCodes(db: Db | Tx, subject: string): Promise<void> {
  await sql`delete from auth.one_time_codes where user_id = ${subject}`.execute(db)
}
