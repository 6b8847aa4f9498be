import { t } from '@lingui/core/macro'
import styles from './TableSums.module.css'
import { Text } from '#ui/kit/Text.tsx'

export interface TableSumsProps {
  sums: readonly { label: string; value: string; strong?: boolean }[]
  count: string
}

/** The sums of a table over all its pages. */
export function TableSums({ sums, count }: TableSumsProps) {
  return (
    <div role="status" aria-label={t`Totals`} className={styles.row}>
      {sums.map(({ label, value, strong }) => (
        <Text key={label} size="small" as="span">
          {label} {strong ? <strong>{value}</strong> : value}
        </Text>
      ))}
      <Text tone="quiet" size="small" as="span">
        {count}
      </Text>
    </div>
  )
}
