import Typography from '@mui/material/Typography'
import styles from './Guide.module.css'

/** A list of instructions for preparing a file. */
export function Guide({ points }: { points: readonly string[] }) {
  return (
    <section aria-labelledby="students-guide" className={styles.section}>
      <Typography variant="h2" id="students-guide">
        Usage Guide
      </Typography>
      <ul className={styles.list}>
        {points.map((point) => (
          <Typography key={point} variant="body2" component="li">
            {point}
          </Typography>
        ))}
      </ul>
    </section>
  )
}
