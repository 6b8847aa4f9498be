import { command } from '#platform/command.ts'
import { findOrderedDocument, orderDocument } from '#platform/documentJobs/orderDocument.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { languagesOf } from '#shared/receiptLanguages.ts'
import { plural, t } from '#shared/texts.ts'
import { reportCardsOrder } from '../reportCards.schema.ts'
import { noReportCards } from './reportCardsMaker.ts'
import { reportCardActions } from './reportCards.permissions.ts'
import { selectPublicationsToPrint } from './reportCards.sql.ts'

/** Most cards in one PDF. */
const maxCards = 5000

/**
 * Orders the report cards of publications as one PDF, which a background job makes. Idempotent by the request key.
 * @throws Refusal NOT_FOUND for a publication that is not there or that the viewer may not see
 * @throws Refusal BAD_INPUT without a card, or with more than 5,000
 */
export const orderReportCards = command({
  action: reportCardActions.order,
  input: reportCardsOrder,
  run: async (running) => {
    const { db, read, viewer, schoolId, input } = running
    const { key: _key, ...order } = input
    const [publications] = await read(selectPublicationsToPrint(db, viewer, schoolId, order.publicationIds))
    if (publications.length !== new Set(order.publicationIds).size) throw notFound()
    return runOncePerKey(
      running,
      reportCardActions.order.name,
      input,
      async () => {
        const cards = publications.reduce((sum, publication) => sum + publication.cards, 0)
        if (cards === 0) throw new Refusal('BAD_INPUT', noReportCards())
        if (cards > maxCards)
          throw new Refusal('BAD_INPUT', t`These are ${cards} report cards; at most ${maxCards} are made at once.`)
        // The name of the paper, in its language.
        const title = await speakIn(languagesOf(order.languages)[0], async () => orderTitle(publications, cards))
        const job = await orderDocument(running, { kind: 'REPORT_CARDS', title, params: order, email: null })
        return { result: job, ids: [job.id], fields: ['params'] }
      },
      (ids) => findOrderedDocument(running, ids),
    )
  },
})

function orderTitle(publications: readonly { name: string; part: string }[], cards: number): string {
  const [first] = publications
  const papers = t`${plural(cards, { one: '# report card', other: '# report cards' })}`
  const place =
    publications.length === 1 && first
      ? [first.name, first.part].filter(Boolean).join(', ')
      : t`${plural(publications.length, { one: '# section', other: '# sections' })}`
  return `${place} · ${papers}`
}
