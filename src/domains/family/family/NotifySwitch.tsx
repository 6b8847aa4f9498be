import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { canBeNotified, isNotified, switchOff, switchOn } from './notifications.ts'

/** Lets the guardian be notified on this device. Renders nothing in a browser that cannot. */
export function NotifySwitch() {
  const [on, setOn] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState(false)
  useEffect(() => void isNotified().then(setOn), [])
  if (!canBeNotified()) return null

  const change = async (next: boolean) => {
    setBusy(true)
    setProblem(false)
    try {
      if (next && !(await switchOn())) setProblem(true)
      if (!next) await switchOff()
    } catch {
      setProblem(true)
    }
    setOn(await isNotified())
    setBusy(false)
  }

  return (
    <>
      <label className="fee notify">
        <input type="checkbox" checked={on} disabled={busy} onChange={(event) => void change(event.target.checked)} />
        <span>{t`Notify me on this device`}</span>
      </label>
      {problem && (
        <p className="problem" role="alert">
          <Trans>Notifications could not be switched on. Please allow them in your browser's settings and try again.</Trans>
        </p>
      )}
    </>
  )
}
