import { plural } from '@lingui/core/macro'
import { MoneyFigure } from '#domains/fees/web/moneyFigure.exports.tsx'
import styles from './SpentTotal.module.css'
import { Skeleton } from '#ui/kit/Skeleton.tsx'
import { Text } from '#ui/kit/Text.tsx'

/** The total of a list of expenses and their number. `list` is undefined while it loads. */
export function SpentTotal({
  label,
  list,
}: {
  label: string
  list: { total: number; expenses: readonly unknown[] } | undefined
}) {
  const count = list?.expenses.length ?? 0
  return (
    <div role="status" aria-label={label}>
      <Text tone="quiet" size="small">
        {label}
      </Text>
      <Text as="p" className={styles.figure}>
        {list ? <MoneyFigure amount={list.total} /> : <Skeleton height={40} width={160} />}
      </Text>
      <Text tone="quiet" size="small">
        {list ? plural(count, { one: '# expense', other: '# expenses' }) : <Skeleton height={16} width={80} />}
      </Text>
    </div>
  )
}
