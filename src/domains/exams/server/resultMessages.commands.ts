import type { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { type Language, languages } from '#shared/languages.ts'
import { schoolDay, showDay, showMoment } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import {
  composeForStudents,
  type NamedBatch,
  type Preview,
  recipientsOfAudience,
} from '#domains/messaging/server/messaging.exports.ts'
import { publicationChoice } from '../publishing.schema.ts'
import { resultMessagesChoice, resultMessagesOrder } from '../resultMessages.schema.ts'
import { schemeWord } from '../schemeWords.ts'
import { type ComposeContext, type ComposedMessages, orderMessages } from './orderMessages.ts'
import { publishingActions } from './publishing.permissions.ts'
import { lockPublication, type PublicationRow, selectPublications } from './publishing.sql.ts'
import { lockPublications, type PublicationToTell, selectPublicationsToTell, updateMessages } from './resultMessages.sql.ts'

/** The audience of chosen students (specification, section 9). */
const chosenStudents = 2

/** Families are not told twice within this time. */
const repeatMs = 600_000

/**
 * Previews the messages that tell families of published report cards: recipients, channels, cost and sample texts.
 * Students without a card get none. `token` identifies exactly this preview.
 * @throws Refusal NOT_FOUND for a publication that does not exist or that the viewer may not see
 * @throws Refusal CONFLICT for publications of several parts, or one that is withdrawn, that families do not see yet,
 *   or that is of another term than the current
 */
export const previewResultMessages = query({
  action: publishingActions.tell,
  input: resultMessagesChoice,
  run: async (reading): Promise<Preview> => (await composeResultMessages(reading)).batch.preview,
})

/**
 * Queues exactly the previewed messages. Idempotent by the request key. An order to tell these families is then done.
 * @throws Refusal CONFLICT on `token` when the preview would differ now, or when families were told a moment ago
 * @throws Refusal as {@link previewResultMessages}; BAD_INPUT for messages with problems
 */
export const sendResultMessages = command({
  action: publishingActions.tell,
  input: resultMessagesOrder,
  run: (running) =>
    orderMessages(running, publishingActions.tell.name, async () => {
      const { db, read, schoolId, input } = running
      const ids = input.publicationIds
      await read(lockPublications(db, schoolId, ids))
      const { sentAt, ...composed } = await composeResultMessages(running)
      const now = new Date()
      if (sentAt && now.getTime() - sentAt.getTime() < repeatMs) {
        const message = t`Families were told of these report cards a moment ago.`
        throw new Refusal('CONFLICT', message, [{ path: 'token', message }])
      }
      await updateMessages(db, { schoolId, ids }, { messagesSentAt: now, messagesTriedAt: null, messagesProblem: null })
      return composed
    }),
})

/** Takes back the order to tell families on the day. CONFLICT when they were told, or nothing is ordered. */
export const cancelResultMessages = command<typeof publicationChoice, PublicationRow, PublicationRow>({
  action: publishingActions.cancelMessages,
  input: publicationChoice,
  load: lockPublication,
  run: async ({ db, read, viewer, schoolId, input: { id } }) => {
    await updateMessages(db, { schoolId, ids: [id] }, { messagesOrdered: false, messagesTriedAt: null, messagesProblem: null })
    const [[row]] = await read(selectPublications(db, viewer, schoolId, { id }))
    if (!row) throw notFound()
    return { result: row, ids: [id], fields: ['messages'] }
  },
})

/** Composed messages, and when families of these publications were told last. */
interface ComposedResultMessages extends ComposedMessages {
  sentAt: Date | undefined
}

/** Composes the messages as they would be sent now, to the families of the students with a card. */
export async function composeResultMessages(
  context: ComposeContext<z.output<typeof resultMessagesChoice>>,
): Promise<ComposedResultMessages> {
  const { db, read, viewer, school, schoolId, input } = context
  const [publications, [term]] = await read(
    selectPublicationsToTell(db, viewer, schoolId, input.publicationIds),
    db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('current', '=', true),
  )
  const [first] = publications
  if (!first || publications.length !== new Set(input.publicationIds).size) throw notFound()
  const today = schoolDay(new Date())
  for (const { part, withdrawn, visibleFrom, termId } of publications) {
    if (part !== first.part) throw new Refusal('CONFLICT', t`Tell families of one part at a time.`)
    if (withdrawn) throw new Refusal('CONFLICT', t`These results are withdrawn. Publish them again first.`)
    if (visibleFrom > today)
      throw new Refusal('CONFLICT', t`Families see these report cards from ${showDay(visibleFrom)}. Tell them on that day.`)
    if (termId !== term?.id) throw new Refusal('CONFLICT', t`Only families of the current term can be told of report cards.`)
  }
  // Who was examined again may have a card of the year and another after it.
  const studentIds = [...new Set(publications.flatMap((publication) => publication.studentIds))]
  const audience = { audience: chosenStudents, sectionIds: [], studentIds }
  const [people] = await read(recipientsOfAudience(db, school, viewer, audience))
  const batch = await composeForStudents(context, people, { kind: 'RESULT', part: partNames(first.part) })
  const sentAt = lastSent(publications)
  return { batch: sentAt ? withLastSent(batch, sentAt) : batch, order: { kind: 'RESULT', ...audience }, sentAt }
}

function lastSent(publications: readonly PublicationToTell[]): Date | undefined {
  return publications
    .flatMap(({ sentAt }) => sentAt ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1)
}

/** Says when families were told last. A preview from before that has another token, and is not sent any more. */
function withLastSent(batch: NamedBatch, sentAt: Date): NamedBatch {
  const { preview } = batch
  const note = t`Families were told of these report cards on ${showMoment(sentAt)} already.`
  return { ...batch, preview: { ...preview, notes: [note, ...preview.notes], token: `${preview.token}.${sentAt.getTime()}` } }
}

/** Returns a part of the scheme, or the year for '', in each language. */
function partNames(part: string): Record<Language, string> {
  const nameIn = (language: Language) => (part === '' ? speakIn(language, () => t`Whole year`) : schemeWord(part, language))
  return Object.fromEntries(languages.map((language) => [language, nameIn(language)])) as Record<Language, string>
}
