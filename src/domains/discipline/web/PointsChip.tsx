import Chip from '@mui/material/Chip'
import { showPoints } from '../discipline.rules.ts'

/** Points with their sign; the sign says what the colour says. */
export function PointsChip({ points }: { points: number }) {
  const color = points > 0 ? 'success' : points < 0 ? 'error' : 'default'
  return (
    <Chip
      size="small"
      variant="outlined"
      color={color}
      label={showPoints(points)}
      sx={{ fontVariantNumeric: 'tabular-nums', minWidth: 48 }}
    />
  )
}
