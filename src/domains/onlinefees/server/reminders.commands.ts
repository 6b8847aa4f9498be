import type { z } from 'zod'
import { command, query, type QueryContext } from '#platform/command.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { plural, t } from '#shared/texts.ts'
import { paymentActions, pendingStudents } from '#domains/fees/server/online.exports.ts'
import {
  batchById,
  type BatchRow,
  composeForStudents,
  type NamedBatch,
  orderBatch,
  payLinkParam,
  type Preview,
  recipientsOfAudience,
  sentByParam,
  wakeSender,
} from '#domains/messaging/server/messaging.exports.ts'
import { pendingFilter } from '#domains/fees/schemas.exports.ts'
import { remindersOrder } from '../onlinefees.schema.ts'
import { currentTerm } from './family.queries.ts'
import { dueNow } from './dueNow.ts'
import { ensureReminderLinks } from './links.ts'
import { remindedPhones } from './reminders.sql.ts'

/** The audience of chosen students (specification, section 9). */
const chosenStudents = 2
/** A family that got a reminder in these days is mentioned in the preview. */
const recentDays = 3

/**
 * Previews the fee reminders to the families of a pending list: recipients, channels, cost and sample texts. Each asks
 * for what is due by today of the listed students, over all terms. `token` identifies exactly this preview.
 * @throws Refusal BAD_INPUT on `termId` for the list of another term than the current one
 */
export const previewFeeReminders = query({
  action: paymentActions.remind,
  input: pendingFilter,
  run: async (reading): Promise<Preview> => (await composeReminders(reading)).batch.preview,
})

/**
 * Queues exactly the previewed reminders, each with its family's pay link where the school takes fees online.
 * Idempotent by the request key.
 * @throws Refusal CONFLICT on `token` when the preview would differ now, or when the same was queued a moment ago
 * @throws Refusal BAD_INPUT for reminders with problems
 */
export const sendFeeReminders = command({
  action: paymentActions.remind,
  input: remindersOrder,
  run: (running) => {
    const { db, call, viewer, schoolId, input } = running
    return runOncePerKey(
      running,
      paymentActions.remind.name,
      input,
      async () => {
        const { batch, studentIds } = await composeReminders(running)
        const order = {
          kind: 'FEE_REMINDER' as const,
          audience: chosenStudents,
          text: '',
          token: input.token,
          sectionIds: [],
          studentIds,
        }
        const id = await orderBatch(running, batch, order, async (messages) => {
          const phones = messages.flatMap(({ phone, params }) => (phone && payLinkParam in params ? [phone] : []))
          const links = await ensureReminderLinks(db, call.services.config, {
            schoolId,
            phones,
            now: new Date(),
            by: { subject: viewer.subject, name: viewer.name },
          })
          return messages.map((message) => {
            const { [payLinkParam]: _, ...params } = message.params
            const link = links.get(message.phone ?? '')
            return {
              ...message,
              params: { ...params, [sentByParam]: viewer.name, ...(link !== undefined && { [payLinkParam]: String(link) }) },
            }
          })
        })
        const result: BatchRow = await batchById(db, schoolId, id).executeTakeFirstOrThrow()
        return { result, ids: [id], fields: ['kind', 'audience'], afterCommit: () => wakeSender(call.database) }
      },
      ([id = 0]) => batchById(db, schoolId, id).executeTakeFirstOrThrow(),
    )
  },
})

type ComposeContext = Pick<
  QueryContext<z.output<typeof pendingFilter>>,
  'read' | 'call' | 'viewer' | 'school' | 'schoolId' | 'input'
> & { db: Db | Tx }

/** Composes the reminders as they would be sent now, and returns the students that they are about. */
async function composeReminders(context: ComposeContext): Promise<{ batch: NamedBatch; studentIds: number[] }> {
  const { db, read, viewer, school, schoolId, input } = context
  const [[term], listed, due] = await read(
    currentTerm(db, schoolId),
    pendingStudents(db, schoolId, viewer, input),
    pendingStudents(db, schoolId, viewer, { termId: input.termId, terms: 'ALL', due: 'NOW' }),
  )
  if (term?.id !== input.termId) {
    const message = t`Only families of the current term can be reminded`
    throw new Refusal('BAD_INPUT', message, [{ path: 'termId', message }])
  }
  const dueIds = new Set(due.map(({ id }) => id))
  const listedDue = listed.filter(({ id }) => dueIds.has(id))
  const asked = await dueNow(read, db, { schoolId, termId: input.termId }, due)
  const studentIds = listedDue.map(({ id }) => id).filter((id) => asked.has(id))
  const audience = { audience: chosenStudents, sectionIds: [], studentIds }
  const [people] = await read(recipientsOfAudience(db, school, viewer, audience))
  const batch = await composeForStudents(context, people, { kind: 'FEE_REMINDER', asked })
  const since = new Date(Date.now() - recentDays * 86_400_000)
  const phones = batch.messages.flatMap(({ phone }) => phone || [])
  const [reminded] = await read(remindedPhones(db, schoolId, { phones, since }))
  const notDue = listed.length - listedDue.length
  const underWay = listedDue.length - studentIds.length
  const { preview } = batch
  const notes = [
    ...(notDue > 0
      ? [
          t`${plural(notDue, { one: '# student of the list has nothing due yet and is left out.', other: '# students of the list have nothing due yet and are left out.' })}`,
        ]
      : []),
    ...(underWay > 0
      ? [
          t`${plural(underWay, { one: '# student of the list has a payment under way and is left out.', other: '# students of the list have a payment under way and are left out.' })}`,
        ]
      : []),
    ...(reminded.length > 0
      ? [
          t`${plural(reminded.length, { one: '# of these families has', other: '# of these families have' })} had a reminder within ${recentDays} days.`,
        ]
      : []),
    ...preview.notes,
  ]
  return { batch: { ...batch, preview: { ...preview, notes } }, studentIds }
}
