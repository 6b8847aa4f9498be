import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'

const hour = 3_600_000

/** Registers the service worker and calls back with every new version that is installed and waits. */
async function watchForUpdates(onWaiting: (worker: ServiceWorker) => void): Promise<() => void> {
  const registration = await navigator.serviceWorker.register('/sw.js')
  const tell = () => {
    // Without an active one the waiting version is the first, and takes over by itself.
    if (registration.waiting && registration.active) onWaiting(registration.waiting)
  }
  const onFound = () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') tell()
    })
  }
  const look = () => {
    if (document.visibilityState === 'visible') void registration.update().catch(() => {})
  }
  tell()
  registration.addEventListener('updatefound', onFound)
  document.addEventListener('visibilitychange', look)
  const timer = setInterval(look, hour)
  return () => {
    registration.removeEventListener('updatefound', onFound)
    document.removeEventListener('visibilitychange', look)
    clearInterval(timer)
  }
}

/** Makes the waiting version take over; the page reloads once, when it has. */
function takeOver(waiting: ServiceWorker): void {
  let reloaded = false
  const reload = () => {
    if (reloaded) return
    reloaded = true
    window.location.reload()
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload)
  // A page that was opened before there was any worker is not controlled, and sees no change of control.
  if (!navigator.serviceWorker.controller) {
    waiting.addEventListener('statechange', () => {
      if (waiting.state === 'activated') reload()
    })
  }
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

/** Tells of a new version: UPDATE makes it take over and reloads once, LATER dismisses the banner. */
export default function UpdateBanner() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const [updating, setUpdating] = useState(false)

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let stop: (() => void) | null = null
    let left = false
    watchForUpdates(setWaiting).then(
      (stopWatching) => {
        if (left) stopWatching()
        else stop = stopWatching
      },
      // Without a service worker the product works; it only does not tell of new versions.
      (error: unknown) => console.warn('The service worker was not registered.', error),
    )
    return () => {
      left = true
      stop?.()
    }
  }, [])

  if (!waiting) return null
  return (
    <Paper
      role="status"
      elevation={6}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 16,
        right: 16,
        left: { xs: 16, sm: 'auto' },
        p: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1,
      }}
    >
      <Typography sx={{ flex: '1 1 220px' }}>A new version of Shala is available.</Typography>
      <Button disabled={updating} onClick={() => setWaiting(null)}>
        LATER
      </Button>
      <Button
        variant="contained"
        loading={updating}
        onClick={() => {
          setUpdating(true)
          takeOver(waiting)
        }}
      >
        UPDATE
      </Button>
    </Paper>
  )
}
