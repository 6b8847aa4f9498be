import { command } from '#platform/command.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { orderDocument, findOrderedDocument } from '#platform/documentJobs/orderDocument.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { plural, t } from '#shared/texts.ts'
import { type CardsJob, cardsOrder, maxCards } from '../idcards.schema.ts'
import { designById } from './designs.commands.ts'
import { countHolders, refuseHidden, sectionTitle } from './holders.queries.ts'
import { idCardActions } from './idcards.permissions.ts'

/** Error when an order would print no card. */
export const noCardsMessage = () => t`There is nobody here to print a card for.`

/**
 * Orders a stack of cards. A background job makes it and mails its link if that was requested. Idempotent by the
 * request key.
 * @throws Refusal NOT_FOUND for a design, term, class, section or person that does not exist or that the viewer may not
 *   see
 * @throws Refusal BAD_INPUT for no cards, or more than 10,000
 */
export const orderCards = command({
  action: idCardActions.order,
  input: cardsOrder,
  run: async (running) => {
    const { db, schoolId, input } = running
    const { key: _key, sendLink, email, ...order } = input
    const design = await designById(db, schoolId, order.designId).executeTakeFirst()
    if (design?.holder !== order.holder) throw notFound()
    await refuseHidden(running, order)
    return runOncePerKey(
      running,
      'idCard.order',
      input,
      async () => {
        const { total, withoutPhoto } = await countHolders(running, order)
        if (order.ids && total !== new Set(order.ids).size) throw notFound()
        const cards = order.withoutPhoto === 'LEAVE_OUT' ? total - withoutPhoto : total
        if (cards === 0) throw new Refusal('BAD_INPUT', noCardsMessage())
        if (cards > maxCards) throw new Refusal('BAD_INPUT', t`These are ${cards} cards; at most ${maxCards} are made at once.`)
        // The name of the paper, in its language.
        const title = await speakIn(order.language, async () => orderTitle(order, cards, await sectionTitle(running, order)))
        const job = await orderDocument(running, { kind: 'ID_CARDS', title, params: order, email: sendLink ? email : null })
        return { result: job, ids: [job.id], fields: ['params', ...(sendLink ? ['email'] : [])] }
      },
      (ids) => findOrderedDocument(running, ids),
    )
  },
})

/** Returns an order's title, such as `7-B · 48 cards on A4 sheets`. */
function orderTitle({ holder, output, ids }: CardsJob, cards: number, place: string | null): string {
  const all = holder === 'STAFF' ? (ids ? t`Chosen staff` : t`Staff`) : ids ? t`Chosen students` : t`All students`
  const paper =
    output === 'SHEET'
      ? t`${plural(cards, { one: '# card on A4 sheets', other: '# cards on A4 sheets' })}`
      : t`${plural(cards, { one: '# card on pages of its size', other: '# cards on pages of their size' })}`
  return `${place ?? all} · ${paper}`
}
