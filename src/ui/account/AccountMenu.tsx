import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useShell } from '../activeSchool.ts'
import styles from './AccountMenu.module.css'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { later } from '#ui/kit/later.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'

const AccountChoices = later(() => import('./AccountChoices.tsx'))

/** What is open of the account: the menu, or what was chosen in it. */
export type OpenedOfAccount = 'menu' | 'password' | 'devices' | 'logout'

/** Account menu of the top bar: who is signed in, password, devices, sign-out. Every role has it. */
export function AccountMenu() {
  const { viewer } = useShell()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<OpenedOfAccount | null>(null)
  const [isLeaving, setLeaving] = useState(false)

  return (
    <>
      <Tooltip text={t`Account`}>
        <IconButton
          aria-label={t`Account of ${viewer.name}`}
          aria-haspopup="menu"
          aria-expanded={opened === 'menu'}
          loading={isLeaving}
          onClick={(event) => {
            setAnchor(event.currentTarget)
            setOpened('menu')
          }}
          className={styles.button}
        >
          <Avatar name={viewer.name} />
        </IconButton>
      </Tooltip>
      {anchor && opened && (
        <AccountChoices
          anchor={anchor}
          opened={opened}
          onOpen={setOpened}
          onLeaving={setLeaving}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** Loads the code of what the menu offers ahead. */
AccountMenu.prepare = AccountChoices.prepare
