import Chip from '@mui/material/Chip'
import { showPoints } from '../discipline.rules.ts'
import styles from './PointsChip.module.css'

/** Shows points with their sign. The sign repeats the meaning of the colour. */
export function PointsChip({ points }: { points: number }) {
  const color = points > 0 ? 'success' : points < 0 ? 'error' : 'default'
  return <Chip size="small" variant="outlined" color={color} label={showPoints(points)} className={styles.chip} />
}
