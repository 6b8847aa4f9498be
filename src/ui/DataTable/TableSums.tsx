import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import styles from './TableSums.module.css'

export interface TableSumsProps {
  sums: readonly { label: string; value: string; strong?: boolean }[]
  count: string
}

/** The sums of a table over all its pages. */
export function TableSums({ sums, count }: TableSumsProps) {
  return (
    <div role="status" aria-label="Totals" className={styles.row}>
      {sums.map(({ label, value, strong }) => (
        <Typography key={label} variant="body2" component="span">
          {label} <Box component={strong ? 'strong' : 'span'}>{value}</Box>
        </Typography>
      ))}
      <Typography variant="body2" component="span" className={styles.muted}>
        {count}
      </Typography>
    </div>
  )
}
