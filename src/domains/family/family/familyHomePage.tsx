import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HomeApp } from './HomeApp.tsx'

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/family-sw.js', { scope: '/family' }).catch((error: unknown) => console.warn(error))
  })

const root = document.getElementById('root')
if (!root) throw new Error('family-home.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <HomeApp />
  </StrictMode>,
)
