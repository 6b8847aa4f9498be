import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { isDay, schoolDay, showDay, showWeekday } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { cashiersAddress, myDayAddress } from '../fees.exports.tsx'
import { feesFailure } from '../structure/feesFailure.ts'
import { closeDayAddress, closingAddress } from './cashierAddresses.ts'
import { DayToCloseDocument } from './cashier.graphql.ts'
import { soon } from '#ui/soon.ts'

const CloseDayForm = soon(async () => ({ default: (await import('./CloseDayForm.tsx')).CloseDayForm }))

/** /fees/close-day: counts and closes a drawer, the viewer's own of today unless the address names another. */
export default function CloseDayScreen() {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const clerk = address.get('clerk') ?? undefined
  const named = address.get('day') ?? ''
  const day = isDay(named) ? named : schoolDay(new Date())
  const { data, error, refetch } = useQuery(DayToCloseDocument, {
    variables: { schoolId, input: { clerk, day } },
    fetchPolicy: 'network-only',
  })
  const toClose = data?.cashierDay
  const back = clerk === undefined ? myDayAddress : cashiersAddress
  return (
    <PageLayout
      title={t`Close the day`}
      context={[showWeekday(day), showDay(day), toClose?.clerkName].filter(Boolean).join(' · ')}
      action={
        <Button as={Link} variant="quiet" to={back}>
          {clerk === undefined ? t`My Day` : t`Cashiers`}
        </Button>
      }
    >
      {!toClose ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} failure={feesFailure} />
        ) : (
          <LoadingState lines={8} />
        )
      ) : toClose.closed ? (
        <EmptyState
          text={t`${showDay(day)} is closed`}
          hint={t`It takes no more money of this clerk until an admin opens it again.`}
          action={
            toClose.closings[0] &&
            !toClose.closings[0].reopened && (
              <Button as={Link} to={closingAddress(toClose.closings[0].id)}>
                <Trans>Closing sheet</Trans>
              </Button>
            )
          }
        />
      ) : toClose.openBefore[0] !== undefined ? (
        <EarlierDayOpen day={toClose.openBefore[0]} clerk={clerk} />
      ) : (
        <CloseDayForm
          key={`${toClose.id} ${toClose.bankAccounts.length}`}
          day={toClose}
          clerk={clerk}
          onChanged={() => void refetch()}
          onClosed={(id) => navigate(closingAddress(id), { replace: true })}
        />
      )}
    </PageLayout>
  )
}

/** Says that an earlier day comes first, because its cash is carried on. */
function EarlierDayOpen({ day, clerk }: { day: string; clerk: string | undefined }) {
  return (
    <Alert
      kind="warning"
      action={
        <Button as={Link} size="small" to={closeDayAddress(clerk === undefined ? { day } : { day, clerk })}>
          <Trans>Close {showDay(day)}</Trans>
        </Button>
      }
    >
      <Trans>{showDay(day)} is not closed. Close it first: its cash is carried on.</Trans>
    </Alert>
  )
}
