import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { lazy, Suspense, useId, useState } from 'react'
import { roleLabels } from '#shared/roles.ts'
import { useShell } from '../activeSchool.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { countText } from '../outbox/kinds.ts'
import { useShellSession } from '../shell/shellSession.ts'
import { useSignOut } from './useSignOut.ts'
import styles from './AccountMenu.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AccountIcon, DevicesIcon, LogoutIcon, PasswordIcon } from '#ui/kit/icons.ts'

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'))
const DevicesDialog = lazy(() => import('./DevicesDialog.tsx'))

type Opened = 'password' | 'devices' | 'logout' | null

/** Account menu of the top bar: who is signed in, password, devices, sign-out. Every role has it. */
export function AccountMenu() {
  const { viewer, school } = useShell()
  const { claims } = useShellSession()
  const { unsent, leaving, signOutHere } = useSignOut()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<Opened>(null)
  const menuId = useId()
  // Another sign-in service manages passwords and sessions itself.
  const ownSignIn = claims.password !== undefined
  const close = () => setOpened(null)

  function choose(next: Opened): void {
    setAnchor(null)
    if (next === 'logout' && unsent.length === 0) void signOutHere()
    else setOpened(next)
  }

  return (
    <>
      <Tooltip title="Account">
        <IconButton
          aria-label={`Account of ${viewer.name}`}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? menuId : undefined}
          loading={leaving}
          onClick={(event) => setAnchor(event.currentTarget)}
          className={styles.button}
        >
          <AccountIcon />
        </IconButton>
      </Tooltip>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { width: 288, maxWidth: 'calc(100vw - 32px)' } }, list: { 'aria-label': 'Account' } }}
      >
        <li role="none" className={styles.item}>
          <Text className={styles.strong}>{viewer.name}</Text>
          <Text tone="quiet" size="small">
            {[roleLabels[viewer.role], school?.name].filter(Boolean).join(', ')}
          </Text>
          <Text tone="quiet" size="small">
            {viewer.email}
          </Text>
        </li>
        <Divider component="li" role="none" />
        {ownSignIn && (
          <MenuItem onClick={() => choose('password')} className={styles.box}>
            <ListItemIcon>
              <PasswordIcon size={20} />
            </ListItemIcon>
            Change password
          </MenuItem>
        )}
        {ownSignIn && (
          <MenuItem onClick={() => choose('devices')} className={styles.box}>
            <ListItemIcon>
              <DevicesIcon size={20} />
            </ListItemIcon>
            Signed-in devices
          </MenuItem>
        )}
        <MenuItem onClick={() => choose('logout')} className={styles.box}>
          <ListItemIcon>
            <LogoutIcon size={20} />
          </ListItemIcon>
          Logout
        </MenuItem>
      </Menu>
      <Suspense>
        {opened === 'password' && <ChangePasswordDialog onClose={close} />}
        {opened === 'devices' && <DevicesDialog onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={opened === 'logout'}
        title="Logout before everything is sent?"
        confirmLabel="Logout"
        destructive={false}
        onConfirm={signOutHere}
        onClose={close}
      >
        {`Not stored by the server yet: ${countText(unsent)}. They stay on this device, and are sent when you sign in here again.`}
      </ConfirmDialog>
    </>
  )
}
