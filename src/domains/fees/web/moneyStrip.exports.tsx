import { type Paise, showMoney } from '#shared/money.ts'
import { Text } from '#ui/kit/Text.tsx'
import { MoneyFigure } from './moneyFigure.exports.tsx'
import styles from './moneyStrip.exports.module.css'

interface MoneyStripProps {
  /** The sum from left to right. `leads`: the figure that is read first. */
  sums: readonly { label: string; sign: string; amount: Paise; leads?: boolean }[]
}

/** Amounts that add up, in one strip: what came in leads, the rest of the sum stands around it. A list on a phone. */
export function MoneyStrip({ sums }: MoneyStripProps) {
  return (
    <dl className={styles.strip}>
      {sums.map(({ label, sign, amount, leads }) => (
        <div key={label} className={leads ? styles.leading : styles.sum}>
          <Text tone="quiet" as="dt" size="small">
            {sign ? `${sign} ${label}` : label}
          </Text>
          <dd className={styles.value}>{leads ? <MoneyFigure amount={amount} /> : showMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
