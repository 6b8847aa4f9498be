import { useQuery } from '#ui/data/useQuery.ts'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { CertificatesViewerCanDocument, type CertificatesViewerCanQuery } from './certificates.graphql.ts'
import type { CertificatePart } from './certificatesAddress.ts'
import styles from './LeavingCertificates.module.css'

interface Part {
  key: CertificatePart
  label: string
  can: keyof CertificatesViewerCanQuery['certificatesViewerCan']
  /** Loaded when the tab is opened, because the editor is larger than all the rest. */
  Content: LazyExoticComponent<ComponentType>
}

const parts: readonly Part[] = [
  { key: 'list', label: 'Leaving Certificates', can: 'view', Content: lazy(() => import('./list/CertificateList.tsx')) },
  { key: 'generate', label: 'Generate LC', can: 'generate', Content: lazy(() => import('./generate/GenerateCertificate.tsx')) },
  { key: 'format', label: 'LC Format', can: 'view', Content: lazy(() => import('./format/Formats.tsx')) },
]

/**
 * The tab Leaving Certificate of the Students screen: the register, issuing, and the formats (specification, section
 * 2).
 */
export default function LeavingCertificates() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(CertificatesViewerCanDocument, { variables: { schoolId } })
  const [address, setAddress] = useSearchParams()
  const can = data?.certificatesViewerCan
  if (!can) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const shown = parts.filter((part) => can[part.can].allowed)
  const open = shown.find(({ key }) => key === address.get('part')) ?? shown[0]
  if (!open) return <ErrorState error={new Error(can.view.reason ?? '')} />
  return (
    <>
      <Tabs
        value={open.key}
        // Drops the other parameters, because each part has its own.
        onChange={(_, part: CertificatePart) => setAddress({ tab: 'certificates', ...(part === 'list' ? {} : { part }) })}
        aria-label="Leaving Certificate"
        variant="scrollable"
        className={styles.box}
      >
        {shown.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} id={`lc-tab-${key}`} aria-controls={`lc-panel-${key}`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`lc-panel-${open.key}`} aria-labelledby={`lc-tab-${open.key}`} className={styles.shrinkable}>
        <Suspense fallback={<LoadingState />}>
          <open.Content />
        </Suspense>
      </div>
    </>
  )
}
