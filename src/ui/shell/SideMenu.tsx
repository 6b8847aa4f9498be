import type { ReactNode } from 'react'
import { Dialog, DialogBody } from '#ui/kit/Dialog.tsx'
import { MenuEntries } from './MenuEntries.tsx'
import type { MenuRoute } from './menuFor.ts'
import styles from './SideMenu.module.css'

interface SideMenuProps {
  entries: readonly MenuRoute[]
  /** Number of new items in a screen, by path. */
  counts: Readonly<Record<string, number>>
}

/** The menu beside the page: with labels at a desk, with icons alone in a small window. A phone has none. */
export function SideMenu({ entries, counts }: SideMenuProps) {
  if (entries.length === 0) return null
  return (
    <div className={styles.side}>
      <MenuEntries entries={entries} counts={counts} />
    </div>
  )
}

interface MenuSheetProps extends SideMenuProps {
  onClose: () => void
  /** Controls that have no room in a phone's top bar. */
  extras: ReactNode
}

/** The whole menu on a phone, from the bottom. */
export function MenuSheet({ entries, counts, onClose, extras }: MenuSheetProps) {
  return (
    <Dialog title="Menu" hideTitle onClose={onClose} side="bottom">
      <div aria-hidden className={styles.handle} />
      <DialogBody className={styles.sheet}>
        {entries.length > 0 && <MenuEntries entries={entries} counts={counts} onGo={onClose} />}
        <div className={styles.extras}>{extras}</div>
      </DialogBody>
    </Dialog>
  )
}
