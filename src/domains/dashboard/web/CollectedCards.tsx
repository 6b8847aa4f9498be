import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import type { ReactNode } from 'react'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { dayBookAddress } from '#domains/daybook/web/daybook.exports.tsx'
import { entriesAddress } from '#domains/fees/web/fees.exports.tsx'
import { EntriesViewerCanDocument } from './dashboard.graphql.ts'
import { Amount, Figure, Figures } from './Figure.tsx'
import figureStyles from './Figure.module.css'
import type { PolledToday } from './today/useToday.ts'
import type { TodayQuery } from './today/today.graphql.ts'
import styles from './CollectedCards.module.css'
import { Text } from '#ui/kit/Text.tsx'

type Card = NonNullable<TodayQuery['collected']>['cards'][number]

interface CardTexts {
  /** As in the specification. */
  title: string
  /** How much more or less than before it is, and that it is as much. */
  more: (amount: ReactNode) => ReactNode
  less: (amount: ReactNode) => ReactNode
  equal: string
}

const cardTexts: Readonly<Record<Card['name'], CardTexts>> = {
  TODAY: {
    title: t`Fees Collected Today`,
    more: (amount) => <Trans>{amount} more than yesterday</Trans>,
    less: (amount) => <Trans>{amount} less than yesterday</Trans>,
    equal: t`As much as yesterday`,
  },
  YESTERDAY: {
    title: t`Fees Collected Yesterday`,
    more: (amount) => <Trans>{amount} more than the day before</Trans>,
    less: (amount) => <Trans>{amount} less than the day before</Trans>,
    equal: t`As much as the day before`,
  },
  WEEK: {
    title: t`Fees Collected This Week`,
    more: (amount) => <Trans>{amount} more than in the same days last week</Trans>,
    less: (amount) => <Trans>{amount} less than in the same days last week</Trans>,
    equal: t`As much as in the same days last week`,
  },
  MONTH: {
    title: t`Fees Collected This Month`,
    more: (amount) => <Trans>{amount} more than in the same days last month</Trans>,
    less: (amount) => <Trans>{amount} less than in the same days last month</Trans>,
    equal: t`As much as in the same days last month`,
  },
}

/** What has changed, in words. */
function changeText({ name, collected, collectedBefore }: Card): ReactNode {
  const { more, less, equal } = cardTexts[name]
  if (collected === collectedBefore) return equal
  const isMore = collected > collectedBefore
  const change = sumMoney(isMore ? [collected, -collectedBefore] : [collectedBefore, -collected])
  return (isMore ? more : less)(<b className={isMore ? figureStyles.more : figureStyles.less}>{showMoney(change)}</b>)
}

/** The cards of the money collected today, yesterday, this week and this month. */
export function CollectedCards({ polled: { data, stale } }: { polled: PolledToday }) {
  const addressOf = useCardAddress()
  if (!data?.collected) return null
  return (
    <div>
      <Figures label={t`Fees collected`} led>
        {data.collected.cards.map((card) => (
          <Figure
            key={card.name}
            label={cardTexts[card.name].title}
            value={<Amount paise={card.collected} />}
            hint={
              <>
                {changeText(card)}
                {card.refunded > 0 && (
                  <>
                    {' · '}
                    <Trans>{showMoney(card.refunded)} given back</Trans>
                  </>
                )}
              </>
            }
            to={addressOf(card)}
          />
        ))}
      </Figures>
      {stale && (
        <Text role="status" size="small" className={styles.hint}>
          <Trans>These figures could not be updated. Trying again in a few seconds.</Trans>
        </Text>
      )}
    </div>
  )
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
