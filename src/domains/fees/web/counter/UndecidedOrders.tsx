import { Trans } from '@lingui/react/macro'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import type { CounterAccountFactsFragment } from './collectFees.graphql.ts'
import { type CounterFee, counterFeeTitle } from './feeRowsProps.ts'

/** Warns of online payments that may still pay some of the fees. */
export function UndecidedOrders({ account, fees }: { account: CounterAccountFactsFragment; fees: readonly CounterFee[] }) {
  return account.undecidedOrders.map(({ id, createdAt, payable, payerName, feeIds }) => {
    const names = fees.filter(({ feeId }) => feeIds.includes(feeId)).map(counterFeeTitle)
    return (
      <Alert key={id} kind="warning">
        <Trans>
          {payerName} is paying {showMoney(payable)} online since {showMoment(createdAt)}, and the gateway has not decided yet:{' '}
          {names.join(', ')}. Whoever pays these fees here as well pays twice, and the school has to give money back.
        </Trans>
      </Alert>
    )
  })
}
