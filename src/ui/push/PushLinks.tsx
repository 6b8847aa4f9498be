import { useEffect } from 'react'
import { useNavigate } from '../navigation.tsx'

/** Navigates to a notification's link when it is clicked while the page is open. */
export function PushLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'OPEN') return
      const link = 'link' in data ? data.link : undefined
      if (typeof link === 'string' && /^\/(?!\/)/.test(link)) navigate(link)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
  return null
}
