import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Paise, showMoney, sumMoney } from '#shared/money.ts'
import { Cell, HeadCell, Table } from '#ui/kit/Table.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import styles from './SumTable.module.css'

/** Amounts under their names, with their total. Without amounts it is left out. */
export function SumTable({ title, sums }: { title: string; sums: readonly { name: string; amount: Paise }[] }) {
  if (sums.length === 0) return null
  return (
    <section aria-label={title} className={styles.part}>
      <Heading level={2} className={styles.title}>
        {title}
      </Heading>
      <Table aria-label={title}>
        <thead>
          <tr>
            <HeadCell>
              <Trans>Name</Trans>
            </HeadCell>
            <HeadCell end>{t`Amount`}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ name, amount }) => (
            <tr key={name}>
              <Cell as="th" scope="row" className={styles.name}>
                {name}
              </Cell>
              <Cell end className={styles.amount}>
                {showMoney(amount)}
              </Cell>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={styles.total}>
            <Cell as="th" scope="row">
              <Trans>Total</Trans>
            </Cell>
            <Cell end className={styles.amount}>
              {showMoney(sumMoney(sums.map(({ amount }) => amount)))}
            </Cell>
          </tr>
        </tfoot>
      </Table>
    </section>
  )
}
