import { t } from '@lingui/core/macro'
import { useDataClient } from '../data/DataProvider.tsx'
import { useEffect, useState } from 'react'
import { useShell } from '../activeSchool.ts'
import { failureOf, genericMessage, endsSession } from '../problems.ts'
import { useShellSession } from '../shell/shellSession.ts'
import { showError, showSuccess } from '../snackbars.ts'
import {
  remembersSubscription,
  subscribedEndpoint,
  supportsNotifications,
  hasOtherKey,
  type PushSubscriptionKeys,
  subscribeBrowser,
  unsubscribeBrowser,
} from './pushSubscription.ts'
import { AddDeviceTokenDocument, PushKeyDocument, RemoveDeviceTokenDocument } from './push.graphql.ts'
import { useSendCommand } from '../useSendCommand.ts'

/** How long sign-out waits for the server, in milliseconds. */
const serverTimeoutMs = 3000

export interface PushNotifications {
  /** null when the browser does not support notifications. */
  on: boolean | null
  busy: boolean
  /** Switches notifications on this device on or off, and shows the result. */
  change: (on: boolean) => Promise<void>
}

/** Returns whether the viewer gets notifications on this device, and a function to switch them. */
export function usePushNotifications(): PushNotifications {
  const client = useDataClient()
  const sendCommand = useSendCommand()
  const { claims } = useShellSession()
  const schoolId = useShell().school?.id ?? '0'
  const forget = useForgetDevice()
  // Until the server has been asked, what this browser remembers: a switch that comes later would move what is below it
  // while somebody taps on it.
  const [on, setOn] = useState<boolean | null>(() => (supportsNotifications() ? remembersSubscription(claims.sub) : null))
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (!supportsNotifications()) return
    let left = false
    const look = async () => {
      const here = await subscribedEndpoint(claims.sub)
      if (here === null) return false
      const data = await client.fetch(PushKeyDocument, {})
      return !data || !(await hasOtherKey(data.pushKey))
    }
    look().then(
      (isOn) => !left && setOn(isOn),
      // Without a connection, assume that they are still on.
      () => !left && setOn(true),
    )
    return () => {
      left = true
    }
  }, [client, claims.sub])

  async function switchOn() {
    const permission = await Notification.requestPermission()
    if (permission === 'denied') {
      showError(t`Notifications are blocked for this site. Allow them in the settings of your browser.`)
      return
    }
    if (permission !== 'granted') return
    const data = await client.fetch(PushKeyDocument, {})
    if (!data) return
    let input: PushSubscriptionKeys
    try {
      input = await subscribeBrowser(claims.sub, data.pushKey)
    } catch (error) {
      console.warn('The browser did not subscribe.', error)
      showError(t`This browser could not switch notifications on. Please try again later.`)
      return
    }
    try {
      await sendCommand(AddDeviceTokenDocument, { schoolId, input })
    } catch (error) {
      await unsubscribeBrowser()
      throw error
    }
    setOn(true)
    showSuccess(t`You are notified on this device`)
  }

  async function change(wanted: boolean) {
    setBusy(true)
    try {
      if (wanted) await switchOn()
      else {
        await forget()
        setOn(false)
        showSuccess(t`You are not notified on this device any more`)
      }
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(genericMessage(failure))
    } finally {
      setBusy(false)
    }
  }

  return { on, busy, change }
}

/**
 * Returns a function that ends notifications on this device, in the browser and, if reachable, on the server. Never
 * rejects.
 */
export function useForgetDevice(): () => Promise<void> {
  const sendCommand = useSendCommand()
  const schoolId = useShell().school?.id ?? '0'
  return async () => {
    const endpoint = await unsubscribeBrowser()
    if (endpoint === null) return
    const request = sendCommand(RemoveDeviceTokenDocument, { schoolId, input: { endpoint } })
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, serverTimeoutMs))
    // If the request is lost, the push service reports the ended subscription at the next notification.
    await Promise.race([request, timeout]).catch(() => undefined)
  }
}
