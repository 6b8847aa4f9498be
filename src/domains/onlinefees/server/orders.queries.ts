import { z } from 'zod'
import { query } from '#platform/command.ts'
import { orderChoice, ordersView } from '../onlinefees.schema.ts'
import { type Notice, noticeRows } from './notices.sql.ts'
import { onlineActions } from './onlinefees.permissions.ts'
import { eventsOf, type Order, orderPage, orderSums, stuckOrders } from './orders.sql.ts'
import { type Surplus, surplusRows } from './surplus.sql.ts'

/** A page of orders with the sums of the whole view. */
export interface OrderList {
  rows: Order[]
  total: number
  payable: number
  collected: number
}

/** Orders, surplus and notices of the gateway that need a person. */
export interface OrdersToSettle {
  /** Orders open for more than ten minutes, or with doubtful money that nobody has settled. */
  stuck: Order[]
  /** Open surplus, and surplus settled in the last 30 days. */
  surplus: Surplus[]
  /** Refunds and chargebacks that the gateway has told of and nobody has seen. */
  notices: Notice[]
}

const settledDays = 30

/** Lists the online orders of a term, newest first. */
export const listOrders = query({
  action: onlineActions.listOrders,
  input: ordersView,
  run: async ({ db, read, schoolId, input }): Promise<OrderList> => {
    const [rows, [sums]] = await read(orderPage(db, schoolId, input), orderSums(db, schoolId, input))
    return { rows, ...(sums ?? { total: 0, payable: 0, collected: 0 }) }
  },
})

/** Lists the orders and the surplus of a school that need a person. */
export const listOrdersToSettle = query({
  action: onlineActions.listOrders,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<OrdersToSettle> => {
    const [stuck, surplus, notices] = await read(
      stuckOrders(db, schoolId, new Date()),
      surplusRows(db, schoolId, { settledSince: new Date(Date.now() - settledDays * 86_400_000) }),
      noticeRows(db, schoolId).where('notice.seenAt', 'is', null),
    )
    return { stuck, surplus, notices }
  },
})

/** Lists the events of an order, oldest first. */
export const listOrderEvents = query({
  action: onlineActions.listOrders,
  input: orderChoice,
  run: async ({ db, read, schoolId, input }) => (await read(eventsOf(db, schoolId, input.id)))[0],
})

/** Returns the school for which the viewer's rights on online payments are checked. */
export const viewOnlineActions = query({
  action: onlineActions.listOrders,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})
