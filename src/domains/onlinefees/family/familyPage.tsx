import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FamilyApp } from './FamilyApp.tsx'
import { PageBoundary } from './PageBoundary.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('family.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <PageBoundary>
      <FamilyApp />
    </PageBoundary>
  </StrictMode>,
)
