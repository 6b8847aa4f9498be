import { lazy } from 'react'

/** All schools side by side, for the screen of the schools. Loaded when opened. */
export const CompareSchools = lazy(() => import('./compare/CompareSchools.tsx'))
