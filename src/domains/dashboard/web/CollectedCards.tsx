import { useQuery } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { dayBookAddress } from '#domains/daybook/web/daybook.exports.tsx'
import { chequesAddress, entriesAddress } from '#domains/fees/web/fees.exports.tsx'
import { countWithNoun } from '#shared/plural.ts'
import { CollectedDocument, type CollectedQuery, EntriesViewerCanDocument } from './dashboard.graphql.ts'
import { Figure, Figures } from './Figure.tsx'
import { usePolled } from './usePolled.ts'

type Card = CollectedQuery['collected']['cards'][number]

/** The titles of the specification, and in words what is quietly beside each. */
const words: Readonly<Record<Card['name'], { title: string; before: string }>> = {
  TODAY: { title: 'Fees Collected Today', before: 'Yesterday' },
  YESTERDAY: { title: 'Fees Collected Yesterday', before: 'The day before' },
  WEEK: { title: 'Fees Collected This Week', before: 'Same days last week' },
  MONTH: { title: 'Fees Collected This Month', before: 'Same days last month' },
}

/** What was collected, as it is asked for again and again. */
export type Polled = ReturnType<typeof usePolled<CollectedQuery, { schoolId: string }>>

/** What was collected, and the cheques to clear: asked again every ten seconds, for the cards and the figure below them. */
export function useCollected(): Polled {
  const { schoolId } = useActiveSchool()
  return usePolled(CollectedDocument, { schoolId })
}

/** What was collected today, yesterday, this week and this month. */
export function CollectedCards({ polled: { data, error, stale, refetch } }: { polled: Polled }) {
  const addressOf = useEntries()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={3} />
  return (
    <div>
      <Figures label="Fees collected">
        {data.collected.cards.map((card) => (
          <Figure
            key={card.name}
            label={words[card.name].title}
            value={showMoney(card.collected)}
            hint={`${words[card.name].before}\n${showMoney(card.collectedBefore)}`}
            to={addressOf(card)}
          />
        ))}
      </Figures>
      {stale && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          These figures could not be renewed just now. They are asked for again in a moment.
        </Typography>
      )}
    </div>
  )
}

/** The cheques the bank has not answered yet, of every term; leads to their list. */
export function ChequesToClear({ polled: { data } }: { polled: Polled }) {
  if (!data) return null
  const { count, amount } = data.collected.toClear
  const hint = count === 0 ? 'No cheque waits for the bank' : count === 1 ? 'One cheque' : countWithNoun(count, 'cheque')
  return <Figure label="Cheques to clear" value={showMoney(amount)} hint={hint} to={chequesAddress} />
}

/**
 * Where the payments behind a card are: the entries for whoever may see them, else the day book of a single day. Several days are
 * no page of the day book: such a card leads nowhere.
 */
function useEntries() {
  const { schoolId, viewer, school } = useActiveSchool()
  const skip = !school.flags.feesModule
  const { data } = useQuery(EntriesViewerCanDocument, { variables: { schoolId }, skip })
  const entries = data?.feesViewerCan.listPayments.allowed ?? false
  const dayBook = data !== undefined && !viewer.classIds
  return ({ from, to }: Card) => {
    if (entries) return entriesAddress({ from, to })
    return dayBook && from === to ? dayBookAddress(from) : undefined
  }
}
