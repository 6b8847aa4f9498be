import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { countWithNoun } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'
import styles from './SpentTotal.module.css'

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
      <Typography variant="body2" className={styles.muted}>
        {label}
      </Typography>
      <Typography component="p" className={styles.figure}>
        {list ? showMoney(list.total) : <Skeleton width={160} />}
      </Typography>
      <Typography variant="body2" className={styles.muted}>
        {list ? countWithNoun(count, 'expense') : <Skeleton width={80} />}
      </Typography>
    </div>
  )
}
