import { countWithNoun } from '#shared/plural.ts'
import { command } from '#platform/command.ts'
import { orderDocument, findOrderedDocument } from '#platform/documentJobs/orderDocument.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { type CardsJob, cardsOrder, mostCards } from '../idcards.schema.ts'
import { designById } from './designs.commands.ts'
import { countHolders, mustBeSeen, sectionTitle } from './holders.queries.ts'
import { idCardActions } from './idcards.permissions.ts'

/** Said where an order would print nothing. */
export const nobody = 'There is nobody here to print a card for.'

/**
 * Orders a stack of cards: it is made behind the answer, and its link mailed where that was asked for. The same key orders it once.
 * NOT_FOUND for a design, term, class, section or person that is not there or not seen; BAD_INPUT when there is nobody to print,
 * or more than 10,000.
 */
export const orderCards = command({
  action: idCardActions.order,
  input: cardsOrder,
  run: async (running) => {
    const { db, schoolId, input } = running
    const { key: _key, sendLink, email, ...order } = input
    const design = await designById(db, schoolId, order.designId).executeTakeFirst()
    if (design?.holder !== order.holder) throw notFound()
    await mustBeSeen(running, order)
    return runOncePerKey(
      running,
      'idCard.order',
      input,
      async () => {
        const { total, withoutPhoto } = await countHolders(running, order)
        if (order.ids && total !== new Set(order.ids).size) throw notFound()
        const cards = order.withoutPhoto === 'LEAVE_OUT' ? total - withoutPhoto : total
        if (cards === 0) throw new Refusal('BAD_INPUT', nobody)
        if (cards > mostCards) throw new Refusal('BAD_INPUT', `These are ${cards} cards; at most ${mostCards} are made at once.`)
        const title = orderTitle(order, cards, await sectionTitle(running, order))
        const job = await orderDocument(running, { kind: 'ID_CARDS', title, params: order, email: sendLink ? email : null })
        return { result: job, ids: [job.id], fields: ['params', ...(sendLink ? ['email'] : [])] }
      },
      (ids) => findOrderedDocument(running, ids),
    )
  },
})

/** How the list of orders names it: `7-B · 48 cards on A4 sheets`. */
function orderTitle({ holder, output, ids }: CardsJob, cards: number, place: string | null): string {
  const all = holder === 'STAFF' ? (ids ? 'Chosen staff' : 'Staff') : ids ? 'Chosen students' : 'All students'
  const count = countWithNoun(cards, 'card')
  return `${place ?? all} · ${count} ${output === 'SHEET' ? 'on A4 sheets' : 'on pages of their size'}`
}
