import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FamilyApp } from './FamilyApp.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('family.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <FamilyApp />
  </StrictMode>,
)
