import { t } from '@lingui/core/macro'
import { IconButton } from './IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.ts'
import styles from './Pages.module.css'

interface PagesProps {
  /** Number of pages. */
  count: number
  /** From 0. */
  page: number
  onChange: (page: number) => void
}

/** Goes to another page of a list. */
export function Pages({ count, page, onChange }: PagesProps) {
  return (
    <nav aria-label={t`Pages`} className={styles.pages}>
      <IconButton aria-label={t`Go to previous page`} disabled={page <= 0} onClick={() => onChange(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <span>{t`Page ${page + 1} of ${count}`}</span>
      <IconButton aria-label={t`Go to next page`} disabled={page >= count - 1} onClick={() => onChange(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </nav>
  )
}
