import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '#ui/navigation.tsx'
import { schoolTime, showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { differenceText } from '../../closingSheet.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import { closeDayAddress, closingAddress } from './cashierAddresses.ts'
import { MyDayDocument, type MyDayQuery } from './cashier.graphql.ts'
import styles from './DaySummary.module.css'

/** What the viewer took today by mode, what should be in the drawer, and whether the day is closed. */
export function DaySummary() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(MyDayDocument, { variables: { schoolId } })
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} failure={feesFailure} /> : <LoadingState lines={2} />
  const day = data.cashierDay
  const [openDay] = day.openBefore
  return (
    <div className={styles.summary}>
      {openDay !== undefined && (
        <Alert
          kind="warning"
          className={styles.wide}
          action={
            <Button as={Link} size="small" to={closeDayAddress({ day: openDay })}>
              <Trans>Close {showDay(openDay)}</Trans>
            </Button>
          }
        >
          <Trans>{showDay(openDay)} is not closed. Close it first: its cash is carried on to today.</Trans>
        </Alert>
      )}
      <dl className={styles.facts}>
        {day.modes.map(({ mode, amount }) => (
          <div key={mode} className={styles.fact}>
            <Text as="dt" size="small" tone="quiet">
              {paymentModes[mode].label}
            </Text>
            <dd className={styles.value}>{showMoney(amount)}</dd>
          </div>
        ))}
        {!day.closed && openDay === undefined && (
          <div className={styles.fact}>
            <Text as="dt" size="small" tone="quiet">
              <Trans>Should be in the drawer</Trans>
            </Text>
            <dd className={styles.value}>{showMoney(day.expected)}</dd>
          </div>
        )}
      </dl>
      <DayState day={day} mayClose={openDay === undefined} />
    </div>
  )
}

/** The button that closes the day, or what the closing says. */
function DayState({ day, mayClose }: { day: MyDayQuery['cashierDay']; mayClose: boolean }) {
  const [last] = day.closings
  if (!day.closed)
    return (
      <div className={styles.state}>
        {last?.reopened && (
          <Text size="small">
            <Trans>
              Opened again by {last.reopened.byName}: {last.reopened.reason}
            </Trans>
          </Text>
        )}
        {mayClose && (
          <Button as={Link} variant="primary" to={closeDayAddress()}>
            <Trans>Close the day</Trans>
          </Button>
        )}
      </div>
    )
  return (
    <div className={styles.state}>
      {last && (
        <>
          <Text size="small">
            {t`Closed at ${schoolTime(new Date(last.closedAt)).slice(0, 5)}, difference: ${differenceText(last.difference)}, carried on: ${showMoney(last.carriedCash)}`}
          </Text>
          <Button as={Link} to={closingAddress(last.id)}>
            <Trans>Closing sheet</Trans>
          </Button>
        </>
      )}
    </div>
  )
}
