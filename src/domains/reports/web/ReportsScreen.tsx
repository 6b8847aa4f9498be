import { lazy } from 'react'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import { useSearchParams } from '#ui/navigation.tsx'
import { soon } from '#ui/soon.ts'

const ReportsPage = soon(() => import('./ReportsPage.tsx'))
// Loaded when opened.
const MadeReport = lazy(() => import('./MadeReport.tsx'))

/**
 * /reports: orders reports, lists earlier ones and shows one. The address names the open report, or the link of a mail.
 */
export default function ReportsScreen() {
  const [address] = useSearchParams()
  return namesDocument(address) ? <MadeReport /> : <ReportsPage />
}
