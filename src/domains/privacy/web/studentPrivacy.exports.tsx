import { lazy, Suspense } from 'react'

// At the bottom of a student's page, and loaded after the rest of it.
const LoadedPrivacy = lazy(async () => ({ default: (await import('./StudentPrivacy.tsx')).StudentPrivacy }))

/** Offers the export, the audit log and the erasure of a student. Shows nothing to viewers without permission. */
export function StudentPrivacy({ student }: { student: { id: string; name: string } }) {
  return (
    <Suspense>
      <LoadedPrivacy student={student} />
    </Suspense>
  )
}
