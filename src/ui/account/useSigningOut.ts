import { useState } from 'react'
import { useOutbox } from '../outbox/useOutbox.ts'
import { useForgetDevice } from '../push/useNotified.ts'
import { useShellSession } from '../shell/session.ts'

/** Signs out on this device, and knows what has not reached the server before. */
export function useSigningOut() {
  const { signOut } = useShellSession()
  const forgetDevice = useForgetDevice()
  const { waiting, refused } = useOutbox()
  const [leaving, setLeaving] = useState(false)

  async function leave(): Promise<void> {
    setLeaving(true)
    await forgetDevice()
    await signOut().finally(() => setLeaving(false))
  }

  return { unsent: [...waiting, ...refused], leaving, leave }
}
