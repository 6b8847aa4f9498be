import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { language } from '#shared/pageLanguage.ts'
import styles from './UpdateBanner.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'

const hourMs = 3_600_000

/** Registers the service worker and calls back when a new version is installed and waiting. */
async function watchForUpdates(onWaiting: (worker: ServiceWorker) => void): Promise<() => void> {
  const registration = await navigator.serviceWorker.register(language === 'en' ? '/sw.js' : `/sw.js?language=${language}`)
  const reportWaiting = () => {
    const { waiting, active } = registration
    // Without an active worker the waiting one is the first, and activates by itself.
    if (!waiting || !active) return
    // One for another language has the page's own version: nothing has to be loaded again.
    if (waiting.scriptURL !== active.scriptURL) waiting.postMessage({ type: 'SKIP_WAITING' })
    else onWaiting(waiting)
  }
  const onFound = () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') reportWaiting()
    })
  }
  const checkForUpdate = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {})
  }
  reportWaiting()
  registration.addEventListener('updatefound', onFound)
  document.addEventListener('visibilitychange', checkForUpdate)
  const timer = setInterval(checkForUpdate, hourMs)
  return () => {
    registration.removeEventListener('updatefound', onFound)
    document.removeEventListener('visibilitychange', checkForUpdate)
    clearInterval(timer)
  }
}

/** Activates the waiting version and reloads the page once it is active. */
function takeOver(waiting: ServiceWorker): void {
  let reloaded = false
  const reload = () => {
    if (reloaded) return
    reloaded = true
    window.location.reload()
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload)
  // A page opened before the first worker has no controller, so `controllerchange` does not fire.
  if (!navigator.serviceWorker.controller) {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') reload()
    })
  }
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

/** Announces a new version: UPDATE activates it and reloads once, LATER hides the banner. */
export default function UpdateBanner() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const [updating, setUpdating] = useState(false)

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let stop: (() => void) | null = null
    let isUnmounted = false
    watchForUpdates(setWaiting).then(
      (stopWatching) => {
        if (isUnmounted) stopWatching()
        else stop = stopWatching
      },
      // The product works without a service worker; it only announces no new versions.
      (error: unknown) => console.warn('The service worker was not registered.', error),
    )
    return () => {
      isUnmounted = true
      stop?.()
    }
  }, [])

  if (!waiting) return null
  return (
    <div role="status" className={styles.card}>
      <Text className={styles.text}>
        <Trans>A new version of Shala is available.</Trans>
      </Text>
      <Button variant="quiet" disabled={updating} onClick={() => setWaiting(null)}>
        <Trans>LATER</Trans>
      </Button>
      <Button
        variant="primary"
        loading={updating}
        onClick={() => {
          setUpdating(true)
          takeOver(waiting)
        }}
      >
        <Trans>UPDATE</Trans>
      </Button>
    </div>
  )
}
