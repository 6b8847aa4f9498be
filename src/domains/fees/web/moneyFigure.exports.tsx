import { type Paise, showMoney } from '#shared/money.ts'
import styles from './moneyFigure.exports.module.css'

/** An amount as a figure of the page: the paise are small, because nobody reads them first. */
export function MoneyFigure({ amount }: { amount: Paise }) {
  const [rupees = '', paise = ''] = showMoney(amount).split('.')
  return (
    <>
      {rupees}
      <span className={styles.paise}>.{paise}</span>
    </>
  )
}
