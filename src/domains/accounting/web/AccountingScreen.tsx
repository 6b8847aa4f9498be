import { lazy } from 'react'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import { useSearchParams } from '#ui/navigation.tsx'
import { soon } from '#ui/soon.ts'

const Books = soon(() => import('./Books.tsx'))
// Loaded when opened.
const MadeExport = lazy(() => import('./MadeExport.tsx'))

/** /accounting: the books of a range of days for the accountant. The address names the days, or the export shown. */
export default function AccountingScreen() {
  const [address] = useSearchParams()
  return namesDocument(address) ? <MadeExport /> : <Books />
}
