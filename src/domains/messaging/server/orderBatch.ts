import { t } from '#shared/texts.ts'
import type { CommandContext, QueryContext } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { kindSetting } from '../kinds.rules.ts'
import type { BatchKind } from '../messaging.schema.ts'
import type { Recipient } from './audience.sql.ts'
import { latestBatchWithToken } from './batches.sql.ts'
import { type BatchRequest, type ComposedBatch, composeBatch } from './composeBatch.ts'
import { type NewMessage, queueMessages } from './queue.sql.ts'
import { kindsOfSchool, templatesOfSchool } from './templates.sql.ts'

/** What a batch is composed in: a request, or a job with the configuration alone. */
export interface Composing extends Pick<QueryContext<unknown>, 'read' | 'school'> {
  db: Db | Tx
  call: { services: { config: Pick<Config, 'appUrl' | 'authIssuer'> } }
}

/** A composed batch with the name of its templates; '' for a kind without names. */
export interface NamedBatch extends ComposedBatch {
  name: string
}

/** What a batch says, for students that are known. */
type BatchContent = Pick<BatchRequest, 'kind'> &
  Partial<Pick<BatchRequest, 'name' | 'text' | 'otherTexts' | 'withInitialPassword' | 'asked' | 'exam' | 'part'>>

/** Composes a batch for students with the school's settings and templates as they are now. */
export async function composeForStudents(
  { db, read, call, school }: Composing,
  students: readonly Recipient[],
  content: BatchContent,
): Promise<NamedBatch> {
  const {
    kind,
    name = '',
    text = '',
    otherTexts = {},
    withInitialPassword = new Set(),
    asked = new Map(),
    exam = null,
    part = null,
  } = content
  const [templates, kinds] = await read(templatesOfSchool(db as Db, school.id), kindsOfSchool(db as Db, school.id))
  const { appUrl, authIssuer } = call.services.config
  const request = {
    school,
    kind,
    setting: kindSetting(
      school,
      kind,
      kinds.find((row) => row.kind === kind),
    ),
    templates,
    name,
    text,
    otherTexts,
    address: appUrl,
    hasExternalSignIn: authIssuer !== undefined,
    students,
    withInitialPassword,
    asked,
    exam,
    part,
    now: new Date(),
  }
  return { ...composeBatch(request), name }
}

/** A batch as it is ordered: what the preview showed, and what the list of batches keeps. */
export interface BatchOrder {
  kind: BatchKind
  audience: number
  text: string
  /** The token of the preview. */
  token: string
  sectionIds: readonly number[]
  studentIds: readonly number[]
}

/** Messages of a batch expire after three days. */
const batchExpiryMs = 3 * 86_400_000

/**
 * Stores a batch and queues its messages, if it is still the previewed one.
 * @param finish adds to the messages what is made only when they are sent
 * @returns the id of the batch
 * @throws Refusal CONFLICT on `token` when the preview would differ now, or when the same batch was queued within the
 *   last ten minutes
 * @throws Refusal BAD_INPUT for a batch with problems
 */
export async function orderBatch(
  { db, viewer, school, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'viewer' | 'school' | 'schoolId'>,
  { preview, channels, messages, name }: NamedBatch,
  { kind, audience, text, token, sectionIds, studentIds }: BatchOrder,
  finish: (messages: ComposedBatch['messages']) => Promise<Omit<NewMessage, 'event'>[]> = (all) => Promise.resolve(all),
): Promise<number> {
  const [problem] = preview.problems
  if (problem !== undefined) throw new Refusal('BAD_INPUT', problem, [{ path: '', message: problem }])
  if (preview.token !== token) {
    const message = t`The messages have changed since the preview. Please check them again.`
    throw new Refusal('CONFLICT', message, [{ path: 'token', message }])
  }
  const last = await latestBatchWithToken(db, schoolId, token)
  if (last?.recent) throw justSentRefusal(last.createdByName)
  const created = await db
    .insertInto('messageBatches')
    .values({
      schoolId,
      kind,
      templateName: name,
      audience,
      text,
      token,
      againOf: last?.id ?? null,
      sectionIds: [...sectionIds],
      studentIds: [...studentIds],
      total: preview.recipients,
      cost: preview.cost,
      createdBy: viewer.subject,
      createdByName: viewer.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw justSentRefusal((await latestBatchWithToken(db, schoolId, token))?.createdByName)
  const { id } = created
  const expiresAt = new Date(Date.now() + batchExpiryMs)
  await queueMessages(
    db,
    school,
    kind,
    (await finish(messages)).map((message) => ({ ...message, event: `${id}/${message.studentIds[0]}`, expiresAt })),
    { batchId: id, channels },
  )
  return id
}

function justSentRefusal(name: string | undefined): Refusal {
  const message =
    name === undefined ? t`Somebody has just sent exactly these messages.` : t`${name} has just sent exactly these messages.`
  return new Refusal('CONFLICT', message, [{ path: 'token', message }])
}
