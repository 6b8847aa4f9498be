import type { DataClient } from '#ui/data/dataClient.ts'
import { sumBalances } from '../../account.rules.ts'
import { FeesViewerCanDocument } from '../fees.graphql.ts'
import type { CounterAccountFactsFragment, CounterCollectedFragment } from './collectFees.graphql.ts'
import { CounterAccountDocument, CounterDocument } from './openingAccount.graphql.ts'

/**
 * Returns an account with a payment: its fees as they are afterwards, the sums over them, and the receipt first. What
 * is paid of an earlier term is listed no more.
 */
export function withCollected(
  account: CounterAccountFactsFragment,
  { payment, fees: paid }: Pick<CounterCollectedFragment, 'payment' | 'fees'>,
): CounterAccountFactsFragment {
  const afterwards = new Map(paid.map((fee) => [fee.feeId, fee]))
  const fees = account.fees.map((fee) => afterwards.get(fee.feeId) ?? fee)
  const previousDues = account.previousDues
    .map((dues) => ({
      ...dues,
      fees: dues.fees.map((fee) => afterwards.get(fee.feeId) ?? fee).filter(({ pending }) => pending > 0),
    }))
    .filter((dues) => dues.fees.length > 0)
  const payments = payment ? [payment, ...account.payments.filter(({ id }) => id !== payment.id)] : account.payments
  return { ...account, fees, previousDues, payments, total: sumBalances(fees) }
}

/**
 * Puts a payment into the account and the day that the counter shows.
 * @returns the queries of the counter that need not be read again
 */
export function rememberCollected(
  client: DataClient,
  { schoolId, ...account }: { schoolId: string; termId: string; studentId: string },
  collected: CounterCollectedFragment,
) {
  const opened = { schoolId, account }
  const shown = client.known(CounterAccountDocument, opened)
  const counter = client.known(CounterDocument, { schoolId })
  if (!shown || !counter) return []
  client.remember(CounterAccountDocument, opened, { feeAccount: withCollected(shown.feeAccount, collected) })
  client.remember(CounterDocument, { schoolId }, { ...counter, counterDay: collected.day })
  return [CounterAccountDocument, CounterDocument, FeesViewerCanDocument]
}
