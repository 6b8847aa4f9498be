import type { z } from 'zod'
import { requestCounter } from '#platform/auth/requestCounter.ts'
import { type Call, parseInput } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { Refusal } from '#platform/refusal.ts'
import { type School, schoolById } from '#platform/school.ts'
import { schoolOf, tokenShape } from '../onlinefees.rules.ts'
import { secretHash } from './secrets.ts'

/** Who comes with a guardian link: the phone it was made for, in one school. Everything is narrowed to that phone's children. */
export interface Guardian {
  school: School
  schoolId: number
  linkId: number
  phone: string
}

/** Said of a link that is unknown, expired or revoked, alike. */
export const noLink = 'This link is no longer valid. Please ask the school for a new one.'

/** Unknown links from one network address: a family mistypes a few, and behind one address there may be many families. */
const guesses = { window: 900, max: 60 }

/** When a link was last used is not written more often than this. */
const usedAfter = 3_600_000

/**
 * The guardian of a token.
 * @throws Refusal NOT_FOUND for a link that is unknown, expired or revoked; RATE_LIMITED for an address that tries many
 */
export async function guardianOf(call: Call, token: string): Promise<Guardian> {
  const schoolId = tokenShape.test(token) ? schoolOf(token, '-') : null
  const found = schoolId === null ? undefined : await linkOf(call, schoolId, token)
  if (found) return found
  await countGuess(call)
  throw new Refusal('NOT_FOUND', noLink)
}

/** @throws Refusal RATE_LIMITED when an address has tried too many links that are none */
export async function countGuess({ database, address }: Pick<Call, 'database' | 'address'>): Promise<void> {
  const { allowed } = await requestCounter(database.pool).consume(`guardian-link ${address}`, guesses)
  if (!allowed) throw new Refusal('RATE_LIMITED', 'Too many links were tried from here. Please wait a quarter of an hour.')
}

async function linkOf(call: Call, schoolId: number, token: string): Promise<Guardian | undefined> {
  const { database } = call
  const school = await schoolById(database, schoolId).catch(refused)
  if (!school) return undefined
  const now = new Date()
  const [[link]] = await database
    .read(schoolId, [
      database.kysely
        .selectFrom('guardianLinks')
        .select(['id', 'phone', 'lastUsedAt'])
        .where('schoolId', '=', schoolId)
        .where('tokenHash', '=', secretHash(token))
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now),
    ] as const)
    .catch(refused)
  if (!link) return undefined
  if (!link.lastUsedAt || now.getTime() - link.lastUsedAt.getTime() > usedAfter)
    await database.transaction(schoolId, (db) =>
      db
        .updateTable('guardianLinks')
        .set({ lastUsedAt: now })
        .where('schoolId', '=', schoolId)
        .where('id', '=', link.id)
        .execute(),
    )
  return { school, schoolId, linkId: link.id, phone: link.phone }
}

function refused(error: unknown): never {
  throw asRefusal(error)
}

/**
 * One change asked for by a guardian: the input parsed, one transaction of the school, an audit row without a person.
 * @throws Refusal BAD_INPUT with a problem per field, and what `run` refuses
 */
export async function changeAsGuardian<Schema extends z.ZodType, Result>(
  call: Call,
  guardian: Guardian,
  { action, input: schema }: { action: string; input: Schema },
  rawInput: unknown,
  run: (db: Tx, input: z.output<Schema>) => Promise<{ result: Result; ids: readonly number[] }>,
): Promise<Result> {
  const input = parseInput(schema, rawInput)
  return call.database
    .transaction(guardian.schoolId, async (db) => {
      const { result, ids } = await run(db, input)
      await auditWithoutPerson(db, guardian.schoolId, { role: 'GUARDIAN', action, ids, requestId: call.requestId })
      return result
    })
    .catch(refused)
}

/** The audit row of a change that no signed-in person has asked for. */
export async function auditWithoutPerson(
  db: Tx,
  schoolId: number,
  {
    role,
    action,
    ids,
    requestId,
  }: { role: 'GUARDIAN' | 'GATEWAY' | 'JOB'; action: string; ids: readonly number[]; requestId: string },
): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ schoolId, subject: null, role, action, rowIds: [...ids], fields: [], requestId })
    .execute()
}
