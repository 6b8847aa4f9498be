import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Viewer } from '#platform/viewer.ts'
import { audiences } from '../messaging.schema.ts'
import { kindSetting, notReady, textKindsOf } from '../kinds.rules.ts'
import type { MessageChannel, MessageKind } from '../messaging.rules.ts'
import { type Listener, listeners } from './audience.sql.ts'
import { kindsOfSchool, type StoredKind, templatesOfSchool } from './templates.sql.ts'
import { counted } from '#shared/counted.ts'

/*
 * For the domains that have something to tell by themselves, each minute or each day, in every process at once.
 */

/**
 * Does something for every school, one after the other; a school where it fails keeps no other waiting.
 * @returns the sum of what `work` has answered
 * @throws AggregateError at the end, when it failed for some schools
 */
export async function ofAllSchools(database: Database, work: (school: School) => Promise<number>): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').selectAll().where('id', '>', 0).orderBy('id').execute()
  const errors: unknown[] = []
  let sum = 0
  for (const school of schools)
    sum += await work(school).catch((error: unknown) => {
      errors.push(error)
      return 0
    })
  if (errors.length > 0) throw new AggregateError(errors, `Messages of ${counted(errors.length, 'school')} could not be queued.`)
  return sum
}

/**
 * Tells a school something once on an occasion, such as a day or a month: whoever comes second waits for the first, and then finds it
 * done. Where the kind is not ready in the school, nothing is told and the occasion stays open.
 * @param tell queues the messages in the transaction, and answers how many
 * @returns how many were queued; 0 where it was told already
 */
export async function oncePerOccasion(
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
    templatesOfSchool(db, school.id).where('kind', 'in', textKindsOf(kind)),
  ] as const)
  if (done || notReady(school, templates, kind, kindSetting(school, kind, kinds[0])) !== null) return 0
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

/** The ways a kind goes in a school, from the rows of `kindsOfSchool`; none where it is switched off. */
export function waysOf(school: School, kind: MessageKind, stored: readonly StoredKind[]): MessageChannel[] {
  const { enabled, channels } = kindSetting(
    school,
    kind,
    stored.find((row) => row.kind === kind),
  )
  return enabled ? channels : []
}

/** The enabled students of the current term, by their ids, as messages find and name them. */
export async function recipients(db: Tx, school: School): Promise<Map<number, Listener>> {
  const rows = await listeners(db, school, nobody(school.id), {
    audience: audiences.school,
    sectionIds: [],
    studentIds: [],
  }).execute()
  return new Map(rows.filter((one) => !one.disabled).map((one) => [one.studentId, one]))
}

/** Reads some students of the current term as messages find and name them, disabled ones too. */
export function recipientRows(db: Db | Tx, school: School, studentIds: readonly number[]) {
  return listeners(db, school, nobody(school.id), { audience: audiences.students, sectionIds: [], studentIds })
}

/** Who stands for nobody: a job sees every section. */
function nobody(schoolId: number): Viewer {
  return {
    subject: '00000000-0000-0000-0000-000000000000',
    role: 'ADMIN',
    schoolId,
    userId: null,
    studentId: null,
    name: '',
    email: '',
    phone: '',
    classIds: null,
    zoom: null,
    place: null,
    ownPassword: true,
  }
}
