import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useShell } from '../activeSchool.ts'
import { failureOf, genericText, isSignedOut } from '../problems.ts'
import { useShellSession } from '../shell/session.ts'
import { sayError, saySuccess } from '../snackbars.tsx'
import { addressHere, canBeNotified, isDeafTo, type Subscribed, subscribeHere, unsubscribeHere } from './device.ts'
import { AddDeviceTokenDocument, PushKeyDocument, RemoveDeviceTokenDocument } from './push.graphql.ts'

/** How long signing out waits for the server to hear of it. */
const patience = 3000

export interface Notified {
  /** null while it is not known, and where this browser cannot be notified. */
  on: boolean | null
  busy: boolean
  /** Switches notifications on this device on or off, and says what came of it. */
  change: (on: boolean) => Promise<void>
}

/** Whether the viewer is notified on this device. */
export function useNotified(): Notified {
  const client = useApolloClient()
  const { claims } = useShellSession()
  const schoolId = useShell().school?.id ?? '0'
  const forget = useForgetDevice()
  const [on, setOn] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (!canBeNotified()) return
    let left = false
    const look = async () => {
      const here = await addressHere(claims.sub)
      if (here === null) return false
      const { data } = await client.query({ query: PushKeyDocument, fetchPolicy: 'network-only' })
      return !data || !(await isDeafTo(data.pushKey))
    }
    look().then(
      (found) => !left && setOn(found),
      // Without a connection it is as it was.
      () => !left && setOn(true),
    )
    return () => {
      left = true
    }
  }, [client, claims.sub])

  async function switchOn() {
    const permission = await Notification.requestPermission()
    if (permission === 'denied') {
      sayError('Notifications are blocked for this site. Allow them in the settings of your browser.')
      return
    }
    if (permission !== 'granted') return
    const { data } = await client.query({ query: PushKeyDocument, fetchPolicy: 'network-only' })
    if (!data) return
    let input: Subscribed
    try {
      input = await subscribeHere(claims.sub, data.pushKey)
    } catch (error) {
      console.warn('The browser did not subscribe.', error)
      sayError('This browser could not switch notifications on. Please try again later.')
      return
    }
    try {
      await client.mutate({ mutation: AddDeviceTokenDocument, variables: { schoolId, input } })
    } catch (error) {
      await unsubscribeHere()
      throw error
    }
    setOn(true)
    saySuccess('You are notified on this device')
  }

  async function change(wanted: boolean) {
    setBusy(true)
    try {
      if (wanted) await switchOn()
      else {
        await forget()
        setOn(false)
        saySuccess('You are not notified on this device any more')
      }
    } catch (error) {
      const failure = failureOf(error)
      if (!isSignedOut(failure)) sayError(genericText(failure))
    } finally {
      setBusy(false)
    }
  }

  return { on, busy, change }
}

/** Ends notifications on this device, here and, if it can be reached, at the server. Never rejects. */
export function useForgetDevice(): () => Promise<void> {
  const client = useApolloClient()
  const schoolId = useShell().school?.id ?? '0'
  return async () => {
    const endpoint = await unsubscribeHere()
    if (endpoint === null) return
    const told = client.mutate({ mutation: RemoveDeviceTokenDocument, variables: { schoolId, input: { endpoint } } })
    const late = new Promise<void>((resolve) => setTimeout(resolve, patience))
    // Where the server hears nothing of it, the push service tells it at the next notification.
    await Promise.race([told, late]).catch(() => undefined)
  }
}
