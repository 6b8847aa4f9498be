import { useState } from 'react'
import { useOutbox } from '../outbox/useOutbox.ts'
import { useForgetDevice } from '../push/usePushNotifications.ts'
import { useShellSession } from '../shell/shellSession.ts'

/** Signs out on this device. Also returns the entries that have not reached the server, to warn before. */
export function useSignOut() {
  const { signOut } = useShellSession()
  const forgetDevice = useForgetDevice()
  const { waiting, refused } = useOutbox()
  const [leaving, setLeaving] = useState(false)

  async function signOutHere(): Promise<void> {
    setLeaving(true)
    await forgetDevice()
    await signOut().finally(() => setLeaving(false))
  }

  return { unsent: [...waiting, ...refused], leaving, signOutHere }
}
