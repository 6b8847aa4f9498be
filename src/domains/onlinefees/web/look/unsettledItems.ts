/** Returns the open surplus and the stuck orders. An order with open surplus is left out of the stuck orders. */
export function unsettledItems<Order extends { id: string }, Money extends { orderId: string; settled: object | null }>(items: {
  stuck: readonly Order[]
  surplus: readonly Money[]
}): { stuck: Order[]; money: Money[] } {
  const money = items.surplus.filter((surplus) => surplus.settled === null)
  return { money, stuck: items.stuck.filter((order) => money.every((surplus) => surplus.orderId !== order.id)) }
}
