import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Dialog, DialogBody } from '#ui/kit/Dialog.tsx'
import { NotifySwitch } from '../push/PushSwitch.tsx'
import { MenuEntries } from './MenuEntries.tsx'
import type { SideMenuProps } from './SideMenu.tsx'
import { TermSelector } from './TermSelector.tsx'
import { ColorModeButton } from './TopBar.tsx'
import styles from './SideMenu.module.css'

interface MenuSheetProps extends SideMenuProps {
  onClose: () => void
}

/** The whole menu on a phone, from the bottom, with the controls that have no room in its top bar. */
export function MenuSheet({ entries, counts, onClose }: MenuSheetProps) {
  return (
    <Dialog title={t`Menu`} hideTitle onClose={onClose} side="bottom">
      <div aria-hidden className={styles.handle} />
      <DialogBody className={styles.sheet}>
        {entries.length > 0 && <MenuEntries entries={entries} counts={counts} onGo={onClose} />}
        <div className={styles.extras}>
          <TermSelector full />
          <NotifySwitch />
          <div className={styles.colours}>
            <Trans>Colours</Trans>
            <ColorModeButton />
          </div>
        </div>
      </DialogBody>
    </Dialog>
  )
}
