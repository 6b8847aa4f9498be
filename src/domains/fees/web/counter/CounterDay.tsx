import { Link as RouterLink } from 'react-router'
import { countWithNoun } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'
import { chequesAddress, ownReceiptsAddress } from '../fees.exports.tsx'
import type { CounterDayFactsFragment } from './collectFees.graphql.ts'
import styles from './CounterDay.module.css'
import { Link } from '#ui/kit/Link.tsx'

/** What the counter took today. Cheques that the bank has not cleared yet are shown separately. */
export function CounterDay({ day }: { day: CounterDayFactsFragment }) {
  return (
    <section aria-label="Today" className={styles.section}>
      <div>
        Day total <strong className={styles.box}>{showMoney(day.collected)}</strong>
        {` · ${countWithNoun(day.receipts, 'receipt')}`}
      </div>
      <div className={styles.hint}>
        {day.clearing > 0 && (
          <>
            and{' '}
            <Link as={RouterLink} to={chequesAddress}>
              {showMoney(day.clearing)} in cheques still clearing
            </Link>
            {' · '}
          </>
        )}
        <Link as={RouterLink} to={ownReceiptsAddress}>
          My receipts of today
        </Link>
      </div>
    </section>
  )
}
