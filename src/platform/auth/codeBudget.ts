import { channel } from 'node:diagnostics_channel'
import { sql } from 'kysely'
import { auditWithoutPerson } from '../auditWithoutPerson.ts'
import type { Database, Db, Tx } from '../database/connect.ts'

/*
 * What all one-time codes together may come to: the wrong ones that are typed, and the messages that are sent. The
 * limits of one phone, account or network do not bound what many of them add up to (decisions/0117).
 */

/** The row of `auth.code_counts` that counts for all schools; no school has this id. */
const installation = 0

/**
 * Wrong codes within one and 24 hours, of a school and of the installation. On the evening of results a school of 2,000
 * families types some hundred. Beyond this nobody is refused: new codes have letters, and need no limit.
 */
const wrongCodes = { ofSchool: { 1: 300, 24: 1000 }, ofAll: { 1: 2000, 24: 10_000 } } as const

/** Messages of codes of one school: 2,000 families sign in within an hour, and every other one asks twice. */
const sentPerHour = 3000
/** So many hours' messages within 24 hours. */
const hoursPerDay = 3

/**
 * Codes asked for from one network, by families and by newcomers apart, of which a message is sent. A mobile provider
 * puts a school of 2,000 families behind one address. It is less than a school may send, so that no address alone uses
 * up a school's messages.
 */
export const codesOfNetwork = { window: 3600, max: 2000 } as const

type Kind = 'WRONG' | 'SENT'
/** What happened to a code; `refused` was not sent, because the budget was used up. */
export type CodeOutcome = 'wrong' | 'sent' | 'refused'

/** A limit of codes that is passed; `school` is null for the limit of the installation. */
export interface CodeLimit {
  kind: Kind
  school: number | null
}

const outcomes = channel('shala:one-time-code')
const passedLimits = channel('shala:one-time-code-limit')

/** Reports what happens to one-time codes, for metrics. */
export function observeCodes(report: (outcome: CodeOutcome) => void): void {
  outcomes.subscribe((outcome) => report(outcome as CodeOutcome))
}

/** Reports every wrong code and every refused message beyond a limit, for metrics. */
export function observeCodeLimits(report: (limit: CodeLimit) => void): void {
  passedLimits.subscribe((limit) => report(limit as CodeLimit))
}

/** Counts a code whose characters were made to be sent, for metrics. */
export function reportSentCode(): void {
  outcomes.publish('sent')
}

/** A row of `auth.code_counts`. */
interface Counter {
  school: number
  hours: 1 | 24
}

interface Counted extends Counter {
  count: number
  /** Remaining seconds of the window. */
  seconds: number
}

/** Returns the counters of an hour and of a day. */
function countersOf(school: number): Counter[] {
  return [
    { school, hours: 1 },
    { school, hours: 24 },
  ]
}

/** Adds `times` to counters, in their windows. */
async function count(db: Db, kind: Kind, counters: readonly Counter[], times: 1 | -1): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    insert into auth.code_counts as kept (kind, school, hours, window_start, count)
    select ${kind}, school, hours, now(), greatest(0, ${times}::integer)
    from unnest(${counters.map(({ school }) => school)}::bigint[], ${counters.map(({ hours }) => hours)}::integer[]) as counter (school, hours)
    order by school, hours
    on conflict (kind, school, hours) do update set
      count = greatest(0, ${times}::integer + case when kept.window_start > now() - make_interval(hours => kept.hours) then kept.count else 0 end),
      window_start = case when kept.window_start > now() - make_interval(hours => kept.hours) then kept.window_start else now() end
    returning school::integer as school, hours, count,
      ceil(extract(epoch from window_start - now()) + hours * 3600)::integer as seconds
  `.execute(db)
  return rows
}

/** Reports the limit of a counter that is passed. */
function reportLimit(kind: Kind, { school }: Counter): void {
  passedLimits.publish({ kind, school: school === installation ? null : school } satisfies CodeLimit)
}

/** Counts a wrong code that was typed for a person of these schools; none for somebody unknown. */
export async function countWrongCode(db: Db, schoolIds: readonly number[]): Promise<void> {
  outcomes.publish('wrong')
  const counted = await count(db, 'WRONG', [...new Set([installation, ...schoolIds])].flatMap(countersOf), 1)
  const { ofAll, ofSchool } = wrongCodes
  for (const counter of counted)
    if (counter.count > (counter.school === installation ? ofAll : ofSchool)[counter.hours]) reportLimit('WRONG', counter)
}

/**
 * Returns whether so many wrong codes were typed, at one school or at all, that new codes must have letters. It is the
 * same for every school, so that the answer to somebody who asks for a code tells nothing about the phone.
 */
export async function isAnybodyGuessing(db: Db | Tx): Promise<boolean> {
  const { ofAll, ofSchool } = wrongCodes
  const { rows } = await sql`
    select from auth.code_counts
    where kind = 'WRONG' and window_start > now() - make_interval(hours => hours)
      and count > case when school = ${installation}
        then case hours when 1 then ${ofAll[1]}::integer else ${ofAll[24]} end
        else case hours when 1 then ${ofSchool[1]}::integer else ${ofSchool[24]} end end
    limit 1
  `.execute(db)
  return rows.length > 0
}

/**
 * Counts a message with a code before it is queued. A refused message counts only where it is refused: the counters of
 * its school come first, so that a school over its limit uses up neither its own day nor what all schools share. The
 * first one of a school that is not sent is in its audit log.
 *
 * @param perHour the limit of the installation, the setting CODES_PER_HOUR
 * @returns null when the message may be sent; else the seconds until codes are sent again
 */
export async function admitCodeMessage(database: Database, schoolId: number, perHour: number): Promise<number | null> {
  const most = ({ school, hours }: Counter) => (school === installation ? perHour : sentPerHour) * (hours === 1 ? 1 : hoursPerDay)
  const counters = messageCounters(schoolId)
  for (const [index, counter] of counters.entries()) {
    const [counted] = await count(database.kysely, 'SENT', [counter], 1)
    if (!counted || counted.count <= most(counter)) continue
    if (index > 0) await count(database.kysely, 'SENT', counters.slice(0, index), -1)
    outcomes.publish('refused')
    reportLimit('SENT', counter)
    if (counter.school !== installation && counted.count === most(counter) + 1)
      await database.transaction(schoolId, (db) =>
        auditWithoutPerson(db, schoolId, { role: 'JOB', action: 'code.budgetReached', ids: [], requestId: '' }),
      )
    return counted.seconds
  }
  return null
}

/** Takes back a message that {@link admitCodeMessage} admitted and that is not sent. */
export async function withdrawCodeMessage(db: Db, schoolId: number): Promise<void> {
  await count(db, 'SENT', messageCounters(schoolId), -1)
}

/** The counters of a message, the narrowest first. */
function messageCounters(schoolId: number): Counter[] {
  return [schoolId, installation].flatMap(countersOf)
}

/** Returns the seconds until the installation sends codes again; null while it does. */
export async function secondsWithoutCodes(db: Db, perHour: number): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select max(ceil(extract(epoch from window_start - now()) + hours * 3600))::integer as seconds from auth.code_counts
    where kind = 'SENT' and school = ${installation} and window_start > now() - make_interval(hours => hours)
      and count >= ${perHour}::integer * case hours when 1 then 1 else ${hoursPerDay}::integer end
  `.execute(db)
  return rows[0]?.seconds ?? null
}
