/**
 * What needs a look: money without a fee, and orders that have not settled. An order whose money is listed is not listed again.
 */
export function openOf<Order extends { id: string }, Money extends { orderId: string; settled: object | null }>(found: {
  stuck: readonly Order[]
  surplus: readonly Money[]
}): { stuck: Order[]; money: Money[] } {
  const money = found.surplus.filter((one) => one.settled === null)
  return { money, stuck: found.stuck.filter((order) => money.every((one) => one.orderId !== order.id)) }
}
