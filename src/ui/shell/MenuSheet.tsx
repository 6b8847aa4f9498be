import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Dialog, DialogBody } from '#ui/kit/Dialog.tsx'
import { MenuEntries } from './MenuEntries.tsx'
import type { SideMenuProps } from './SideMenu.tsx'
import styles from './SideMenu.module.css'

interface MenuSheetProps extends SideMenuProps {
  onClose: () => void
  /** Controls that have no room in a phone's top bar. */
  extras: ReactNode
}

/** The whole menu on a phone, from the bottom. */
export function MenuSheet({ entries, counts, onClose, extras }: MenuSheetProps) {
  return (
    <Dialog title={t`Menu`} hideTitle onClose={onClose} side="bottom">
      <div aria-hidden className={styles.handle} />
      <DialogBody className={styles.sheet}>
        {entries.length > 0 && <MenuEntries entries={entries} counts={counts} onGo={onClose} />}
        <div className={styles.extras}>{extras}</div>
      </DialogBody>
    </Dialog>
  )
}
