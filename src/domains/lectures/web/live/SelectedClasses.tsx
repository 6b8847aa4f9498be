import Chip from '@mui/material/Chip'
import type { LiveSession } from '../liveSession.ts'
import styles from './SelectedClasses.module.css'

/** Chips of the classes of a lecture. */
export function SelectedClasses({ names }: Pick<LiveSession, 'names'>) {
  return (
    <ul aria-label="Selected classes" className={styles.list}>
      {names.map(({ title, subtitle }) => (
        <li key={`${title} ${subtitle}`}>
          <Chip label={[title, subtitle].filter(Boolean).join(' · ')} variant="outlined" />
        </li>
      ))}
    </ul>
  )
}
