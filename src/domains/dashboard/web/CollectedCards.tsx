import { useQuery } from '#ui/data/useQuery.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { dayBookAddress } from '#domains/daybook/web/daybook.exports.tsx'
import { chequesAddress, entriesAddress } from '#domains/fees/web/fees.exports.tsx'
import { countWithNoun } from '#shared/plural.ts'
import { CollectedDocument, type CollectedQuery, EntriesViewerCanDocument } from './dashboard.graphql.ts'
import { Figure, Figures } from './Figure.tsx'
import { usePolledQuery } from './usePolledQuery.ts'
import styles from './CollectedCards.module.css'
import { Text } from '#ui/kit/Text.tsx'

type Card = CollectedQuery['collected']['cards'][number]

/** The titles of the cards (specification), and the labels of the amounts they are compared with. */
const cardLabels: Readonly<Record<Card['name'], { title: string; before: string }>> = {
  TODAY: { title: 'Fees Collected Today', before: 'Yesterday' },
  YESTERDAY: { title: 'Fees Collected Yesterday', before: 'The day before' },
  WEEK: { title: 'Fees Collected This Week', before: 'Same days last week' },
  MONTH: { title: 'Fees Collected This Month', before: 'Same days last month' },
}

/** The polled result of the cards. */
export type PolledCollected = ReturnType<typeof usePolledQuery<CollectedQuery, { schoolId: string }>>

/** Polls the collected money and the cheques to clear, for the cards and the figure below them. */
export function useCollected(): PolledCollected {
  const { schoolId } = useActiveSchool()
  return usePolledQuery(CollectedDocument, { schoolId })
}

/** The cards of the money collected today, yesterday, this week and this month. */
export function CollectedCards({ polled: { data, error, stale, refetch } }: { polled: PolledCollected }) {
  const addressOf = useCardAddress()
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={3} />
  return (
    <div>
      <Figures label="Fees collected">
        {data.collected.cards.map((card) => (
          <Figure
            key={card.name}
            label={cardLabels[card.name].title}
            value={showMoney(card.collected)}
            hint={`${cardLabels[card.name].before}\n${showMoney(card.collectedBefore)}`}
            to={addressOf(card)}
          />
        ))}
      </Figures>
      {stale && (
        <Text role="status" size="small" className={styles.hint}>
          These figures could not be updated. Trying again in a few seconds.
        </Text>
      )}
    </div>
  )
}

/** The cheques of every term that are still clearing, with a link to their list. */
export function ChequesToClear({ polled: { data } }: { polled: PolledCollected }) {
  if (!data) return null
  const { count, amount } = data.collected.toClear
  const hint = count === 0 ? 'No cheques are clearing' : countWithNoun(count, 'cheque')
  return <Figure label="Cheques to clear" value={showMoney(amount)} hint={hint} to={chequesAddress} />
}

/**
 * Returns a function for the address of a card's payments. It is the list of entries, or the day book for a viewer who
 * may not see the entries. The day book shows one day, so a card of several days then has no address.
 */
function useCardAddress() {
  const { schoolId, viewer, school } = useActiveSchool()
  const skip = !school.flags.feesModule
  const { data } = useQuery(EntriesViewerCanDocument, { variables: { schoolId }, skip })
  const mayListEntries = data?.feesViewerCan.listPayments.allowed ?? false
  const maySeeDayBook = data !== undefined && !viewer.classIds
  return ({ from, to }: Card) => {
    if (mayListEntries) return entriesAddress({ from, to })
    return maySeeDayBook && from === to ? dayBookAddress(from) : undefined
  }
}
