import { t } from '@lingui/core/macro'
import { lazy, Suspense, useState } from 'react'
import { roleLabels } from '#shared/roles.ts'
import { useShell } from '../activeSchool.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { countText } from '../outbox/kinds.ts'
import { chooseLanguage } from '../chosenLanguage.ts'
import { otherLanguages } from '#shared/pageLanguage.ts'
import { useShellSession } from '../shell/shellSession.ts'
import { useSignOut } from './useSignOut.ts'
import styles from './AccountMenu.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { DevicesIcon, LanguageIcon, LogoutIcon, PasswordIcon } from '#ui/kit/icons.ts'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { Menu } from '#ui/kit/Menu.tsx'
import { Avatar } from '#ui/kit/Avatar.tsx'

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
      <Tooltip text={t`Account`}>
        <IconButton
          aria-label={t`Account of ${viewer.name}`}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          loading={leaving}
          onClick={(event) => setAnchor(event.currentTarget)}
          className={styles.button}
        >
          <Avatar name={viewer.name} />
        </IconButton>
      </Tooltip>
      <Menu
        anchor={anchor}
        onClose={() => setAnchor(null)}
        label={t`Account`}
        align="end"
        head={
          <>
            <Text className={styles.strong}>{viewer.name}</Text>
            <Text tone="quiet" size="small">
              {[roleLabels[viewer.role], school?.name].filter(Boolean).join(', ')}
            </Text>
            <Text tone="quiet" size="small">
              {viewer.email}
            </Text>
          </>
        }
        choices={[
          ...(ownSignIn
            ? [
                { label: t`Change password`, icon: <PasswordIcon size={20} />, onChoose: () => choose('password') },
                { label: t`Signed-in devices`, icon: <DevicesIcon size={20} />, onChoose: () => choose('devices') },
              ]
            : []),
          ...otherLanguages.map(({ language, name }) => ({
            label: name,
            icon: <LanguageIcon size={20} />,
            onChoose: () => void chooseLanguage(language),
          })),
          { label: t`Logout`, icon: <LogoutIcon size={20} />, onChoose: () => choose('logout') },
        ]}
      />
      <Suspense>
        {opened === 'password' && <ChangePasswordDialog onClose={close} />}
        {opened === 'devices' && <DevicesDialog onClose={close} />}
      </Suspense>
      <ConfirmDialog
        open={opened === 'logout'}
        title={t`Logout before everything is sent?`}
        confirmLabel={t`Logout`}
        destructive={false}
        onConfirm={signOutHere}
        onClose={close}
      >
        {t`Not saved by the server yet: ${countText(unsent)}. They stay on this device, and are sent when you sign in here again.`}
      </ConfirmDialog>
    </>
  )
}
