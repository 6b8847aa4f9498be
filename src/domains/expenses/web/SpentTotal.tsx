import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { countWithNoun } from '#shared/plural.ts'
import { showMoney } from '#shared/money.ts'

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
    <Box role="status" aria-label={label}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography component="p" sx={{ fontSize: '1.75rem', fontWeight: 600, lineHeight: 1.3 }}>
        {list ? showMoney(list.total) : <Skeleton width={160} />}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {list ? countWithNoun(count, 'expense') : <Skeleton width={80} />}
      </Typography>
    </Box>
  )
}
