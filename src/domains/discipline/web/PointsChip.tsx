import { showPoints } from '../discipline.rules.ts'
import styles from './PointsChip.module.css'
import { classes } from '#ui/kit/classes.ts'

/** Shows points with their sign. The sign repeats the meaning of the colour. */
export function PointsChip({ points }: { points: number }) {
  return <span className={classes(styles.points, points > 0 && styles.good, points < 0 && styles.bad)}>{showPoints(points)}</span>
}
