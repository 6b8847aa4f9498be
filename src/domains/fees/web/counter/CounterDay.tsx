import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link as RouterLink } from 'react-router'
import { showMoney } from '#shared/money.ts'
import { chequesAddress, ownReceiptsAddress } from '../fees.exports.tsx'
import type { CounterDayFactsFragment } from './collectFees.graphql.ts'
import styles from './CounterDay.module.css'
import { Link } from '#ui/kit/Link.tsx'

/** What the counter took today. Cheques that the bank has not cleared yet are shown separately. */
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
        <Link as={RouterLink} to={ownReceiptsAddress}>
          <Trans>My receipts of today</Trans>
        </Link>
      </div>
    </section>
  )
}
