import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { chequesAddress, myDayAddress } from '../fees.exports.tsx'
import type { CounterDayFactsFragment } from './collectFees.graphql.ts'
import styles from './CounterDay.module.css'
import { Link } from '#ui/kit/Link.tsx'

/** What the counter took today, clearing cheques apart, and whether the clerk's days are closed. */
export function CounterDay({ day }: { day: CounterDayFactsFragment }) {
  return (
    <section aria-label={t`Today`} className={styles.section}>
      <div>
        <Trans>
          Day total <strong className={styles.total}>{showMoney(day.collected)}</strong> ·{' '}
          <Plural value={day.receipts} one="# receipt" other="# receipts" />
        </Trans>
      </div>
      <div className={styles.links}>
        {day.clearing > 0 && (
          <Link as={RouterLink} to={chequesAddress}>
            <Trans>{showMoney(day.clearing)} in cheques still clearing</Trans>
          </Link>
        )}
        <Link as={RouterLink} to={myDayAddress}>
          {day.closed ? (
            <Trans>Your day is closed</Trans>
          ) : day.openDay === null ? (
            <Trans>My receipts of today</Trans>
          ) : (
            <Trans>{showDay(day.openDay)} is not closed</Trans>
          )}
        </Link>
      </div>
    </section>
  )
}
