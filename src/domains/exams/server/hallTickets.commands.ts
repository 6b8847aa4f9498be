import type { Db, Read } from '#platform/database/connect.ts'
import { command } from '#platform/command.ts'
import { findOrderedDocument, orderDocument } from '#platform/documentJobs/orderDocument.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { speakIn } from '#platform/languages/speech.ts'
import type { Viewer } from '#platform/viewer.ts'
import { t } from '#shared/texts.ts'
import { sectionInTerm, visibleSection } from '#domains/classes/server/classes.exports.ts'
import { isOfSection } from '../dateSheet.rules.ts'
import { hallTicketsOrder } from '../dateSheet.schema.ts'
import { examActions } from './dateSheet.permissions.ts'
import { examWithId, type PaperRow, papersOfExam } from './dateSheet.sql.ts'

/** What a section's hall tickets are about. */
interface TicketSource {
  db: Db
  read: Read
  viewer: Viewer
  schoolId: number
}

/**
 * Returns an exam with a section of its term and the papers that it writes.
 * @throws Refusal NOT_FOUND for an exam or a section that is not there or that the viewer may not see; CONFLICT for a
 *   section without papers
 */
export async function readTicketExam(
  { db, read, viewer, schoolId }: TicketSource,
  { examId, sectionId }: { examId: number; sectionId: number },
) {
  const [[exam], papers, [section]] = await read(
    examWithId(db, viewer, schoolId, examId),
    papersOfExam(db, viewer, schoolId, examId),
    sectionInTerm(db, schoolId, sectionId).where(visibleSection(viewer)),
  )
  if (!exam || section?.termId !== exam.termId) throw notFound()
  const own = papers.filter((paper: PaperRow) => isOfSection(paper, section))
  if (own.length === 0) throw new Refusal('CONFLICT', t`This section writes no paper of this exam.`)
  return { exam, papers: own, section }
}

/**
 * Orders the hall tickets of a section, which a background job makes. Idempotent by the request key.
 * @throws Refusal as {@link readTicketExam}
 */
export const orderHallTickets = command({
  action: examActions.tickets,
  input: hallTicketsOrder,
  run: async (running) => {
    const { db, read, viewer, schoolId, input } = running
    const { key: _key, ...order } = input
    const { exam, section } = await readTicketExam({ db: db as unknown as Db, read, viewer, schoolId }, order)
    return runOncePerKey(
      running,
      'exam.tickets',
      input,
      async () => {
        // The name of the paper, in its language.
        const name = `${section.className}-${section.name}`
        const title = await speakIn(order.language, async () => t`${name} · hall tickets · ${exam.name}`)
        const job = await orderDocument(running, { kind: 'HALL_TICKETS', title, params: order, email: null })
        return { result: job, ids: [job.id], fields: ['params'] }
      },
      (ids) => findOrderedDocument(running, ids),
    )
  },
})
