import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, usePathname } from '../navigation.tsx'
import { MenuIcon } from '#ui/kit/icons.ts'
import { Count } from './MenuEntries.tsx'
import type { MenuRoute } from './menuFor.ts'
import styles from './BottomBar.module.css'

interface BottomBarProps {
  /** At most four. */
  entries: readonly MenuRoute[]
  counts: Readonly<Record<string, number>>
  /** Whether an entry that is not in the bar has new items. */
  news: boolean
  onMore: () => void
}

/** A phone's bar at the bottom, near the thumb: the screens that a role opens most, and the rest of the menu. */
export function BottomBar({ entries, counts, news, onMore }: BottomBarProps) {
  const pathname = usePathname()
  return (
    <nav aria-label={t`Main screens`} className={styles.bar}>
      {entries.map((entry) => (
        <Link
          key={entry.path}
          to={entry.path}
          aria-current={pathname === entry.path || pathname.startsWith(`${entry.path}/`) ? 'page' : undefined}
          className={styles.entry ?? ''}
        >
          <entry.menu.icon size={22} aria-hidden />
          <span className={styles.label}>{entry.menu.label}</span>
          <Count count={counts[entry.path] ?? 0} className={styles.count} />
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={news ? t`More, something is unread` : t`More`}
        onClick={onMore}
        className={styles.entry}
      >
        <MenuIcon size={22} aria-hidden />
        <span className={styles.label}>
          <Trans>More</Trans>
        </span>
        {news && <span className={styles.dot} />}
      </button>
    </nav>
  )
}
