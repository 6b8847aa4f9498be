import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { roleLabels } from '#shared/roles.ts'
import { useShell } from '../activeSchool.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { countText } from '../outbox/kinds.ts'
import { chooseLanguage } from '../chosenLanguage.ts'
import { otherLanguages } from '#shared/pageLanguage.ts'
import { useShellSession } from '../shell/shellSession.ts'
import type { OpenedOfAccount } from './AccountMenu.tsx'
import { useSignOut } from './useSignOut.ts'
import styles from './AccountMenu.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { DevicesIcon, LanguageIcon, LogoutIcon, PasswordIcon } from '#ui/kit/icons.ts'
import { Menu } from '#ui/kit/Menu.tsx'

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'))
const DevicesDialog = lazy(() => import('./DevicesDialog.tsx'))

interface AccountChoicesProps {
  /** The button that opens the menu. */
  anchor: HTMLElement
  opened: OpenedOfAccount
  onOpen: (next: OpenedOfAccount) => void
  /** Called with true when the sign-out begins, with false when it has ended. */
  onLeaving: (isLeaving: boolean) => void
  onClose: () => void
}

/** The account menu, and the dialogs that it opens. */
export default function AccountChoices({ anchor, opened, onOpen, onLeaving, onClose }: AccountChoicesProps) {
  const { viewer, school } = useShell()
  const { claims } = useShellSession()
  const { unsent, signOutHere } = useSignOut(onLeaving)
  // Another sign-in service manages passwords and sessions itself.
  const ownSignIn = claims.password !== undefined

  function logout(): void {
    if (unsent.length > 0) return onOpen('logout')
    onClose()
    void signOutHere()
  }

  return (
    <>
      <Menu
        anchor={opened === 'menu' ? anchor : null}
        onClose={onClose}
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
                { label: t`Change password`, icon: <PasswordIcon size={20} />, onChoose: () => onOpen('password') },
                { label: t`Signed-in devices`, icon: <DevicesIcon size={20} />, onChoose: () => onOpen('devices') },
              ]
            : []),
          ...otherLanguages.map(({ language, name }) => ({
            label: name,
            icon: <LanguageIcon size={20} />,
            onChoose: () => void chooseLanguage(language),
          })),
          { label: t`Logout`, icon: <LogoutIcon size={20} />, onChoose: logout },
        ]}
      />
      <Suspense>
        {opened === 'password' && <ChangePasswordDialog onClose={onClose} />}
        {opened === 'devices' && <DevicesDialog onClose={onClose} />}
      </Suspense>
      <ConfirmDialog
        open={opened === 'logout'}
        title={t`Logout before everything is sent?`}
        confirmLabel={t`Logout`}
        destructive={false}
        onConfirm={signOutHere}
        onClose={onClose}
      >
        {t`Not saved by the server yet: ${countText(unsent)}. They stay on this device, and are sent when you sign in here again.`}
      </ConfirmDialog>
    </>
  )
}
