import { useOutbox } from '../outbox/useOutbox.ts'
import { useForgetDevice } from '../push/usePushNotifications.ts'
import { useShellSession } from '../shell/shellSession.ts'

/**
 * Signs out on this device. Also returns the entries that have not reached the server, to warn before.
 * @param onLeaving called with true when the sign-out begins, with false when it has ended
 */
export function useSignOut(onLeaving: (isLeaving: boolean) => void) {
  const { signOut } = useShellSession()
  const forgetDevice = useForgetDevice()
  const { waiting, refused } = useOutbox()

  async function signOutHere(): Promise<void> {
    onLeaving(true)
    await forgetDevice()
    await signOut().finally(() => onLeaving(false))
  }

  return { unsent: [...waiting, ...refused], signOutHere }
}
