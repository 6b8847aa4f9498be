import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { feesFailure } from '#domains/fees/web/feeTables.exports.tsx'
import { OrderPart } from './OrderFacts.tsx'
import { OnlineOrderEventsDocument, type OnlineOrderEventsQuery } from './orders.graphql.ts'
import styles from './OrderTimeline.module.css'
import timeline from '#ui/timeline.module.css'

const title = t`What happened`

/** The labels of the events' sources. */
const sources: Readonly<Record<string, string>> = {
  GUARDIAN: t`Payer`,
  RETURN: t`Return from the gateway`,
  WEBHOOK: t`Notice from the gateway`,
  CHECK: t`Timed check`,
  STAFF: t`Staff`,
}

/** Lists the events of an order, oldest first. */
export function OrderTimeline({ orderId }: { orderId: string }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(OnlineOrderEventsDocument, { variables: { schoolId, input: { id: orderId } } })
  const events = data?.onlineOrderEvents
  return (
    <OrderPart title={title}>
      {events ? (
        <ol aria-label={title} className={styles.list}>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} failure={feesFailure} />
      ) : (
        <LoadingState lines={3} />
      )}
    </OrderPart>
  )
}

function Event({ event }: { event: OnlineOrderEventsQuery['onlineOrderEvents'][number] }) {
  return (
    <li className={timeline.event}>
      <div className={styles.hint}>
        {showMoment(event.at)} · {sources[event.source] ?? event.source}
      </div>
      <div className={styles.box}>{event.text}</div>
    </li>
  )
}
