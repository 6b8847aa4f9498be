import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PageBoundary } from '#domains/onlinefees/family/home.exports.tsx'
import { HomeApp } from './HomeApp.tsx'

function registerWorker(): void {
  navigator.serviceWorker.register('/family-sw.js', { scope: '/family' }).catch((error: unknown) => console.warn(error))
}

// After the page's own files, which a slow line needs first.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') registerWorker()
  else window.addEventListener('load', registerWorker)
}

const root = document.getElementById('root')
if (!root) throw new Error('family-home.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <PageBoundary>
      <HomeApp />
    </PageBoundary>
  </StrictMode>,
)
