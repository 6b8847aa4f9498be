import pg from 'pg'
import type { Database } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { Transaction } from '#development/standIns/gatewayTransactions.ts'
import { parseMoney, showMoney } from '#shared/money.ts'

/** Comparison of the gateway's transactions with the books; amounts in paise. */
export interface Count {
  orders: number
  /** Total taken by the gateway for the school: fees, service charge and its tax. */
  received: number
  /** Part of it on receipts, in surplus, or in service charges of settled orders. */
  posted: number
  receipts: number
  surplus: number
  charges: number
  states: Record<string, number>
  /** Violations, one sentence each. */
  wrong: string[]
}

interface Row {
  school_id: string
  txnid: string
  state: string
  fees_amount: string
  payable: string
  received: string | null
  gateway_reference: string
  receipts: string
  surplus: string
}

const ordersSql = `
  select school_id, txnid, state, fees_amount, payable, received, gateway_reference,
    (select coalesce(sum(amount), 0) from payments
     where payments.school_id = orders.school_id and payments.order_id = orders.id and deleted_at is null) as receipts,
    (select coalesce(sum(amount), 0) from online_surplus surplus
     where surplus.school_id = orders.school_id and surplus.order_id = orders.id) as surplus
  from online_orders orders order by school_id, id`

const strayPaymentsSql = `select count(*)::int as count from payments where mode = 'ONLINE' and order_id is null`

/** Compares every order with its gateway transaction, in both directions, and runs the data checks. */
export async function count(ownerUrl: string, database: Database, transactions: readonly Transaction[]): Promise<Count> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<Row>(ordersSql)
    const stray = (await owner.query<{ count: number }>(strayPaymentsSql)).rows[0]?.count ?? 0
    const counted: Count = {
      orders: rows.length,
      received: 0,
      posted: 0,
      receipts: 0,
      surplus: 0,
      charges: 0,
      states: {},
      wrong: [],
    }
    const byTxnid = new Map(transactions.map((transaction) => [transaction.form.txnid, transaction]))
    for (const row of rows) countOrder(counted, row, byTxnid.get(row.txnid))
    const stored = new Set(rows.map(({ txnid }) => txnid))
    for (const { form } of transactions)
      if (!stored.has(form.txnid)) counted.wrong.push(`${form.txnid} is known to the gateway and to nobody else.`)
    if (stray > 0) counted.wrong.push(`${stray} online payments are of no order.`)
    for (const { check, schoolId, rows: found } of (await checkData(database)).findings)
      counted.wrong.push(`${check}: ${found.length} rows in school ${schoolId}, such as ${JSON.stringify(found[0])}`)
    return counted
  } finally {
    await owner.end()
  }
}

function countOrder(counted: Count, row: Row, transaction: Transaction | undefined): void {
  const [fees, payable, receipts, surplus] = [row.fees_amount, row.payable, row.receipts, row.surplus].map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const taken = transaction?.state === 'captured' ? (parseMoney(transaction.amount) ?? 0) : 0
  const charges = row.state === 'SUCCESS' ? payable - fees : 0
  counted.states[row.state] = (counted.states[row.state] ?? 0) + 1
  counted.received += taken
  counted.receipts += receipts
  counted.surplus += surplus
  counted.charges += charges
  counted.posted += receipts + surplus + charges
  const problem = whatIsWrong()
  if (problem !== undefined)
    counted.wrong.push(
      `${row.txnid} of school ${row.school_id} is ${row.state}, ${problem}: ${transaction?.state ?? 'never seen'} at the gateway, ${showMoney(taken)} taken of ${showMoney(payable)}, ${showMoney(receipts)} on receipts, ${showMoney(surplus)} surplus`,
    )

  function whatIsWrong(): string | undefined {
    const expected = taken === 0 ? ['FAILURE', 'CANCEL'] : taken === payable ? ['SUCCESS'] : ['MISMATCH']
    if (!expected.includes(row.state)) return `not ${expected.join(' or ')}`
    if (taken === 0) return receipts + surplus === 0 ? undefined : 'with money that nobody paid'
    if (Number(row.received) !== taken) return `which received ${showMoney(Number(row.received))}`
    if (row.gateway_reference !== transaction?.mihpayid) return 'with another number of the gateway'
    if (taken === payable) return receipts + surplus === fees ? undefined : `and not ${showMoney(fees)}`
    return receipts === 0 && surplus === taken ? undefined : 'and its money is not surplus'
  }
}
