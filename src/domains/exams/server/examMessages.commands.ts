import type { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { composeForStudents, type Preview, recipientsOfAudience } from '#domains/messaging/server/messaging.exports.ts'
import { isOfSection } from '../dateSheet.rules.ts'
import { examChoice, examMessagesOrder } from '../dateSheet.schema.ts'
import { examActions } from './dateSheet.permissions.ts'
import { examWithId, papersOfExam, sectionsOfExam } from './dateSheet.sql.ts'
import { type ComposeContext, type ComposedMessages, orderMessages } from './orderMessages.ts'

/** The audience of chosen sections (specification, section 9). */
const chosenSections = 1

/**
 * Previews the messages that tell families of an announced exam: recipients, channels, cost and sample texts. `token`
 * identifies exactly this preview.
 * @throws Refusal NOT_FOUND for an exam that does not exist or that the viewer may not see
 * @throws Refusal CONFLICT for an exam that is not announced, was changed since, or is of another term than the current
 */
export const previewExamMessages = query({
  action: examActions.tell,
  input: examChoice,
  run: async (reading): Promise<Preview> => (await composeExamMessages(reading)).batch.preview,
})

/**
 * Queues exactly the previewed messages. Idempotent by the request key.
 * @throws Refusal CONFLICT on `token` when the preview would differ now, or when the same was queued a moment ago
 * @throws Refusal as {@link previewExamMessages}; BAD_INPUT for messages with problems
 */
export const sendExamMessages = command({
  action: examActions.tell,
  input: examMessagesOrder,
  run: (running) => orderMessages(running, examActions.tell.name, () => composeExamMessages(running)),
})

/** Composes the messages as they would be sent now, to the sections that write papers and that the viewer sees. */
async function composeExamMessages(context: ComposeContext<z.output<typeof examChoice>>): Promise<ComposedMessages> {
  const { db, read, viewer, school, schoolId, input } = context
  const [[exam], papers, sections, [term]] = await read(
    examWithId(db, viewer, schoolId, input.id),
    papersOfExam(db, viewer, schoolId, input.id),
    sectionsOfExam(db, schoolId, input.id),
    db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('current', '=', true),
  )
  if (!exam) throw notFound()
  if (!exam.announced) throw new Refusal('CONFLICT', t`Announce the exam first. Families see its date sheet from then on.`)
  if (exam.changedSince) throw new Refusal('CONFLICT', t`The exam was changed after its announcement. Announce it again first.`)
  if (term?.id !== exam.termId) throw new Refusal('CONFLICT', t`Only families of the current term can be told of an exam.`)
  const daysOfSection = new Map<number, { from: string; to: string }>()
  for (const section of sections) {
    // By day, as they are read.
    const own = papers.filter((paper) => isOfSection(paper, section))
    const [first, last] = [own[0], own.at(-1)]
    if (first && last) daysOfSection.set(section.id, { from: first.day, to: last.day })
  }
  const sectionIds = [...daysOfSection.keys()]
  const audience = { audience: chosenSections, sectionIds, studentIds: [] }
  const [people] = await read(recipientsOfAudience(db, school, viewer, audience))
  const batch = await composeForStudents(context, people, { kind: 'EXAM', exam: { name: exam.name, daysOfSection } })
  return { batch, order: { kind: 'EXAM', ...audience } }
}
