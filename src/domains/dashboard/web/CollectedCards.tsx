import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { showMoney } from '../../../shared/money.ts'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { dayBookAddress } from '../../daybook/web/daybook.exports.tsx'
import { entriesAddress } from '../../fees/web/fees.exports.tsx'
import { CollectedDocument, type CollectedQuery, EntriesViewerCanDocument } from './dashboard.graphql.ts'
import { Figure } from './Figure.tsx'
import { usePolled } from './usePolled.ts'

type Card = CollectedQuery['collected']['cards'][number]

/** The titles of the specification, and in words what is quietly beside each. */
const words: Readonly<Record<Card['name'], { title: string; before: string }>> = {
  TODAY: { title: 'Fees Collected Today', before: 'Yesterday' },
  YESTERDAY: { title: 'Fees Collected Yesterday', before: 'The day before' },
  WEEK: { title: 'Fees Collected This Week', before: 'Same days last week' },
  MONTH: { title: 'Fees Collected This Month', before: 'Same days last month' },
}

/** What was collected today, yesterday, this week and this month, and the cheques to clear; asked again every ten seconds. */
export function CollectedCards() {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, stale, refetch } = usePolled(CollectedDocument, { schoolId, termId })
  const addressOf = useEntries()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={3} />
  const { cards, toClear } = data.collected
  return (
    <Box component="section" aria-label="Fees collected">
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 216px), 1fr))' }}>
        {cards.map((card) => (
          <Figure
            key={card.name}
            label={words[card.name].title}
            value={showMoney(card.collected)}
            hint={`${words[card.name].before} ${showMoney(card.collectedBefore)}`}
            to={addressOf.days(card)}
          />
        ))}
        {toClear.count > 0 && (
          <Figure
            label="Cheques to clear"
            value={showMoney(toClear.amount)}
            hint={toClear.count === 1 ? 'One cheque' : `${toClear.count.toLocaleString('en-IN')} cheques`}
            to={addressOf.clearing}
          />
        )}
      </Box>
      {stale && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          These figures could not be renewed just now. They are asked for again in a moment.
        </Typography>
      )}
    </Box>
  )
}

/** Where the payments behind a figure are: the entries for whoever may see them, else the day book of a single day. */
function useEntries() {
  const { schoolId, viewer, school } = useActiveSchool()
  const skip = !school.flags.feesModule
  const { data } = useQuery(EntriesViewerCanDocument, { variables: { schoolId }, skip })
  const entries = data?.feesViewerCan.listPayments.allowed ?? false
  const dayBook = data !== undefined && !viewer.classIds
  return {
    days: ({ from, to }: Card) => {
      if (entries) return entriesAddress({ from, to })
      return dayBook && from === to ? dayBookAddress(from) : undefined
    },
    clearing: entries ? entriesAddress({ state: 'CLEARING' }) : undefined,
  }
}
