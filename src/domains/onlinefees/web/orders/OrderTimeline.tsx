import { useQuery } from '#ui/data/useQuery.ts'
import Box from '@mui/material/Box'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { feesFailure } from '#domains/fees/web/feeTables.exports.tsx'
import { OrderPart } from './OrderFacts.tsx'
import { OnlineOrderEventsDocument, type OnlineOrderEventsQuery } from './orders.graphql.ts'
import styles from './OrderTimeline.module.css'

const title = 'What happened'

/** The labels of the events' sources. */
const sources: Readonly<Record<string, string>> = {
  GUARDIAN: 'Payer',
  RETURN: 'Return from the gateway',
  WEBHOOK: 'Notice from the gateway',
  CHECK: 'Timed check',
  STAFF: 'Staff',
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

const dot = { content: '""', position: 'absolute', left: 4, top: 6, width: 9, height: 9, borderRadius: '50%' } as const
const line = { content: '""', position: 'absolute', left: 8, top: 18, bottom: -3, width: '1px' } as const

function Event({ event }: { event: OnlineOrderEventsQuery['onlineOrderEvents'][number] }) {
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        pl: 3,
        '&:not(:last-of-type)': { pb: 2 },
        '&::before': { ...dot, bgcolor: 'primary.main' },
        '&:not(:last-of-type)::after': { ...line, bgcolor: 'divider' },
      }}
    >
      <div className={styles.hint}>
        {showMoment(event.at)} · {sources[event.source] ?? event.source}
      </div>
      <div className={styles.box}>{event.text}</div>
    </Box>
  )
}
