import { usePhone } from '#ui/kit/useMedia.ts'
import { MenuEntries } from './MenuEntries.tsx'
import type { MenuRoute } from './menuFor.ts'
import styles from './SideMenu.module.css'

export interface SideMenuProps {
  entries: readonly MenuRoute[]
  /** Number of new items in a screen, by path. */
  counts: Readonly<Record<string, number>>
}

/** The menu beside the page: with labels at a desk, with icons alone in a small window. A phone has none. */
export function SideMenu({ entries, counts }: SideMenuProps) {
  const isPhone = usePhone()
  if (isPhone || entries.length === 0) return null
  return (
    <div className={styles.side}>
      <MenuEntries entries={entries} counts={counts} />
    </div>
  )
}
