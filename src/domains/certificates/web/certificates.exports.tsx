import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { LoadingState } from '#ui/LoadingState.tsx'
import { certificatesAddress } from './certificatesAddress.ts'

const LeavingCertificates = lazy(() => import('./LeavingCertificates.tsx'))

/** The tab Leaving Certificate of the Students screen. Its code is loaded when it is opened. */
export const certificatesTab = {
  key: 'certificates',
  label: t`Leaving Certificate`,
  content: (
    <Suspense fallback={<LoadingState />}>
      <LeavingCertificates />
    </Suspense>
  ),
}

/** Returns the address where a student's leaving certificate is made. */
export function generateAddress(studentId: string): string {
  return certificatesAddress({ part: 'generate', student: studentId })
}
