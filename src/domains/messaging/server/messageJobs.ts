import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { systemViewer } from '#platform/viewer.ts'
import { audiences } from '../messaging.schema.ts'
import { kindSetting, notReadyReason, templateKindsFor } from '../kinds.rules.ts'
import type { MessageChannel, MessageKind } from '../messaging.rules.ts'
import { type Recipient, recipientsOfAudience } from './audience.sql.ts'
import type { Composing } from './orderBatch.ts'
import { kindsOfSchool, type StoredKind, templatesOfSchool } from './templates.sql.ts'
import { countWithNoun } from '#shared/plural.ts'

/* Helpers for domains whose jobs queue messages, every minute or every day. Each job runs in every process. */

/**
 * Calls `work` for every school in turn. A failure in one school does not stop the others.
 * @returns the sum of the results
 * @throws AggregateError at the end when it failed for some schools
 */
export async function forEachSchool(database: Database, work: (school: School) => Promise<number>): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').selectAll().where('id', '>', 0).orderBy('id').execute()
  const errors: unknown[] = []
  let sum = 0
  for (const school of schools)
    sum += await work(school).catch((error: unknown) => {
      errors.push(error)
      return 0
    })
  if (errors.length > 0) throw new AggregateError(errors, `The work for ${countWithNoun(errors.length, 'school')} failed.`)
  return sum
}

/**
 * Queues a school's messages once per occasion, such as a day or a month. A second process waits for the first and then
 * does nothing. When the kind is not ready in the school, nothing is queued and the occasion stays open.
 * @param tell queues the messages in the transaction and returns their number
 * @returns the number of queued messages; 0 when the occasion was done before
 */
export async function runOncePerOccasion(
  database: Database,
  school: School,
  { kind, occasion }: { kind: MessageKind; occasion: string },
  tell: (db: Tx) => Promise<number>,
): Promise<number> {
  const db = database.kysely
  const [[done], kinds, templates] = await database.read(school.id, [
    db
      .selectFrom('messageRuns')
      .select('at')
      .where('schoolId', '=', school.id)
      .where('kind', '=', kind)
      .where('occasion', '=', occasion),
    kindsOfSchool(db, school.id).where('kind', '=', kind),
    templatesOfSchool(db, school.id).where('kind', 'in', templateKindsFor(kind)),
  ] as const)
  if (done || notReadyReason(school, templates, kind, kindSetting(school, kind, kinds[0])) !== null) return 0
  return database.transaction(school.id, async (tx) => {
    const run = await tx
      .insertInto('messageRuns')
      .values({ schoolId: school.id, kind, occasion })
      .onConflict((conflict) => conflict.columns(['schoolId', 'kind', 'occasion']).doNothing())
      .returning('occasion')
      .executeTakeFirst()
    if (!run) return 0
    const queued = await tell(tx)
    await tx
      .updateTable('messageRuns')
      .set({ queued })
      .where('schoolId', '=', school.id)
      .where('kind', '=', kind)
      .where('occasion', '=', occasion)
      .execute()
    return queued
  })
}

/** Reads why a school can send a kind by no channel, as text for staff; null when it can. */
export async function readNotReadyReason(
  { db, read, school }: Pick<Composing, 'db' | 'read' | 'school'>,
  kind: MessageKind,
): Promise<string | null> {
  const [kinds, templates] = await read(
    kindsOfSchool(db as Db, school.id).where('kind', '=', kind),
    templatesOfSchool(db as Db, school.id).where('kind', 'in', templateKindsFor(kind)),
  )
  return notReadyReason(school, templates, kind, kindSetting(school, kind, kinds[0]))
}

/** Returns a kind's channels in a school from the rows of `kindsOfSchool`; none when the kind is disabled. */
export function enabledChannels(school: School, kind: MessageKind, stored: readonly StoredKind[]): MessageChannel[] {
  const { enabled, channels } = kindSetting(
    school,
    kind,
    stored.find((row) => row.kind === kind),
  )
  return enabled ? channels : []
}

/** Reads the enabled students of the current term by id. */
export async function recipientsOfCurrentTerm(db: Tx, school: School): Promise<Map<number, Recipient>> {
  const rows = await recipientsOfAudience(db, school, systemViewer(school.id), {
    audience: audiences.school,
    sectionIds: [],
    studentIds: [],
  }).execute()
  return new Map(rows.filter((student) => !student.disabled).map((student) => [student.studentId, student]))
}

/** Selects students of the current term by id, disabled ones too. */
export function recipientsByIds(db: Db | Tx, school: School, studentIds: readonly number[]) {
  return recipientsOfAudience(db, school, systemViewer(school.id), { audience: audiences.students, sectionIds: [], studentIds })
}
