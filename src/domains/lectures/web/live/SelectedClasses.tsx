import { t } from '@lingui/core/macro'
import type { LiveSession } from '../liveSession.ts'
import styles from './SelectedClasses.module.css'
import { Chip } from '#ui/kit/Chip.tsx'

/** Chips of the classes of a lecture. */
export function SelectedClasses({ names }: Pick<LiveSession, 'names'>) {
  return (
    <ul aria-label={t`Selected classes`} className={styles.list}>
      {names.map(({ title, subtitle }) => (
        <li key={`${title} ${subtitle}`}>
          <Chip label={[title, subtitle].filter(Boolean).join(' · ')} outlined />
        </li>
      ))}
    </ul>
  )
}
