import { showPoints } from '../discipline.rules.ts'
import styles from './PointsChip.module.css'
import { Chip } from '#ui/kit/Chip.tsx'

/** Shows points with their sign. The sign repeats the meaning of the colour. */
export function PointsChip({ points }: { points: number }) {
  const tone = points > 0 ? 'good' : points < 0 ? 'bad' : 'normal'
  return <Chip outlined tone={tone} label={showPoints(points)} className={styles.chip} />
}
