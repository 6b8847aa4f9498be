import { t } from '@lingui/core/macro'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { Link } from '#ui/kit/Link.tsx'
import { cardResult, cardTitle } from '../../family/cardTexts.exports.ts'
import type { StudentCardFactsFragment } from '../../family/facts.graphql.ts'
import styles from './CardList.module.css'

interface CardListProps {
  cards: readonly StudentCardFactsFragment[]
  /** The school's day, for staff, who see a card before families do and while it is held. Missing for own cards. */
  today?: string
}

/** Report cards of one student, the newest first; each leads to the card. */
export function CardList({ cards, today }: CardListProps) {
  const isOwn = today === undefined
  return (
    // The student's page moves a list that stands in a section itself to the left.
    <div>
      <ul aria-label={t`Report cards`} className={styles.list}>
        {cards.map((card) => (
          <li key={card.id} className={styles.item}>
            {isOwn && card.held !== null ? (
              <span>{cardTitle(card)}</span>
            ) : (
              <Link as={RouterLink} to={`/exams?card=${card.id}`}>
                {cardTitle(card)}
              </Link>
            )}
            <span className={styles.quiet}>{[card.sectionName, cardResult(card)].filter(Boolean).join(' · ')}</span>
            {today !== undefined && card.visibleFrom > today && (
              <span className={styles.quiet}>{t`Families see it from ${showDay(card.visibleFrom)}`}</span>
            )}
            {card.held !== null && <span className={styles.quiet}>{heldText(card.held, isOwn)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function heldText(amount: number, isOwn: boolean): string {
  if (isOwn)
    return t`The school gives it out when the overdue fees of ${showMoney(amount)} are paid, at the school or by its pay link.`
  return t`Held from the family: ${showMoney(amount)} overdue`
}
