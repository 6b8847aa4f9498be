import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

export interface TableSumsProps {
  sums: readonly { label: string; value: string; strong?: boolean }[]
  count: string
}

/** The sums of a table over all its pages. */
export function TableSums({ sums, count }: TableSumsProps) {
  return (
    <Box
      role="status"
      aria-label="Totals"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}
    >
      {sums.map(({ label, value, strong }) => (
        <Typography key={label} variant="body2" component="span">
          {label} <Box component={strong ? 'strong' : 'span'}>{value}</Box>
        </Typography>
      ))}
      <Typography variant="body2" component="span" sx={{ color: 'text.secondary' }}>
        {count}
      </Typography>
    </Box>
  )
}
