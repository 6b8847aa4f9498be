import type { z } from 'zod'
import { requestCounter } from '#platform/auth/requestCounter.ts'
import { type Call, parseInput } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { auditWithoutPerson } from '#platform/auditWithoutPerson.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { reloadSchool, type School, schoolById } from '#platform/school.ts'
import { t } from '#shared/texts.ts'
import { schoolOfOwnPlace } from '#shared/ownPlace.ts'
import { schoolIdIn, tokenPattern } from '../onlinefees.rules.ts'
import { type ProvedPhone, requireGuardian } from '#platform/guardians/sessions.ts'
import { linkMadeAt, linksOfPhones } from './links.sql.ts'
import { secretHash } from './secrets.ts'

/**
 * The holder of a guardian link, or a guardian who is signed in: one phone at one school. All access is limited to that
 * phone's children who were listed when the phone was proved, or when the link was made.
 */
export interface Guardian extends ProvedPhone {
  school: School
  schoolId: number
  /** 0 for a guardian who is signed in and has no link yet. */
  linkId: number
  /** The phone was proved by a code. Then children with the phone among their other phones belong to it too. */
  signedIn: boolean
}

/** The same message for unknown, expired and revoked links, so that it tells nothing about them. */
export const invalidLinkMessage = () => t`This link is no longer valid. Please ask the school for a new one.`

/** Unknown links allowed per network address. Families mistype a few, and many families may share one address. */
const guessLimit = { window: 900, max: 60 }

/** Milliseconds between two updates of a link's `lastUsedAt`. */
const lastUsedIntervalMs = 3_600_000

/**
 * Returns the guardian that a link's token stands for.
 * @throws Refusal NOT_FOUND for a link that is unknown, expired or revoked
 * @throws Refusal RATE_LIMITED when the network address tried too many unknown links
 */
export async function guardianOf(call: Call, token: string): Promise<Guardian> {
  const ownSchoolId = schoolOfOwnPlace(token)
  if (ownSchoolId !== null) return signedInGuardianAt(call, ownSchoolId)
  const schoolId = tokenPattern.test(token) ? schoolIdIn(token, '-') : null
  const guardian = schoolId === null ? undefined : await findGuardian(call, schoolId, token)
  if (guardian) return guardian
  await countGuess(call)
  throw new Refusal('NOT_FOUND', invalidLinkMessage())
}

/**
 * Returns the guardian who is signed in, at one school.
 * @throws Refusal SIGNED_OUT when nobody is signed in, NOT_FOUND for a school that does not exist
 */
export async function signedInGuardianAt(call: Call, schoolId: number): Promise<Guardian> {
  const guardian = await phoneSignedInAt(call, schoolId)
  const [[link]] = await call.database
    .read(schoolId, [linksOfPhones(call.database.kysely, schoolId, [guardian.phone])] as const)
    .catch(throwAsRefusal)
  return { ...guardian, linkId: link?.id ?? 0 }
}

/**
 * Returns the guardian who is signed in, at one school, without the link of the phone, which orders need alone.
 * @throws Refusal as {@link signedInGuardianAt}
 */
export async function phoneSignedInAt(call: Call, schoolId: number): Promise<Omit<Guardian, 'linkId'>> {
  const { phone, provedAt } = await requireGuardian(call).catch(throwAsRefusal)
  const school = await schoolById(call.database, schoolId).catch(throwAsRefusal)
  if (!school) throw notFound()
  return { school, schoolId, phone, provedAt, signedIn: true }
}

/**
 * Counts an unknown link against the caller's network address.
 * @throws Refusal RATE_LIMITED when the address tried too many unknown links
 */
export async function countGuess({ database, address }: Pick<Call, 'database' | 'address'>): Promise<void> {
  const wait = await requestCounter(database.pool).consumeByNetwork('guardian-link', address, guessLimit)
  if (wait !== null) throw new Refusal('RATE_LIMITED', t`Too many links were tried from here. Please wait a quarter of an hour.`)
}

async function findGuardian(call: Call, schoolId: number, token: string): Promise<Guardian | undefined> {
  const { database } = call
  const known = await schoolById(database, schoolId).catch(throwAsRefusal)
  if (!known) return undefined
  const school = known.onlineFees ? known : ((await reloadSchool(database, schoolId).catch(throwAsRefusal)) ?? known)
  const now = new Date()
  const [[link]] = await database
    .read(schoolId, [
      database.kysely
        .selectFrom('guardianLinks')
        .select(['id', 'phone', 'lastUsedAt', linkMadeAt])
        .where('schoolId', '=', schoolId)
        .where('tokenHash', '=', secretHash(token))
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now),
    ] as const)
    .catch(throwAsRefusal)
  if (!link) return undefined
  if (!link.lastUsedAt || now.getTime() - link.lastUsedAt.getTime() > lastUsedIntervalMs)
    await database.transaction(schoolId, (db) =>
      db
        .updateTable('guardianLinks')
        .set({ lastUsedAt: now })
        .where('schoolId', '=', schoolId)
        .where('id', '=', link.id)
        .execute(),
    )
  return { school, schoolId, linkId: link.id, phone: link.phone, provedAt: link.madeAt, signedIn: false }
}

function throwAsRefusal(error: unknown): never {
  throw asRefusal(error)
}

/**
 * Runs a guardian's change: parses the input, opens a transaction of the school and writes an audit row without a
 * person.
 * @throws Refusal BAD_INPUT with a problem per field, and every refusal of `run`
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
    .catch(throwAsRefusal)
}
