import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { CertificatesViewerCanDocument, type CertificatesViewerCanQuery } from './certificates.graphql.ts'
import type { CertificatePart } from './certificatesAddress.ts'
import styles from './LeavingCertificates.module.css'
import { tabIds, Tabs } from '#ui/kit/Tabs.tsx'

interface Part {
  key: CertificatePart
  label: string
  can: keyof CertificatesViewerCanQuery['certificatesViewerCan']
  /** Loaded when the tab is opened, because the editor is larger than all the rest. */
  Content: LazyExoticComponent<ComponentType>
}

const parts: readonly Part[] = [
  { key: 'list', label: t`Leaving Certificates`, can: 'view', Content: lazy(() => import('./list/CertificateList.tsx')) },
  { key: 'generate', label: t`Generate LC`, can: 'generate', Content: lazy(() => import('./generate/GenerateCertificate.tsx')) },
  { key: 'format', label: t`LC Format`, can: 'view', Content: lazy(() => import('./format/Formats.tsx')) },
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
        name="lc"
        tabs={shown}
        value={open.key}
        // Drops the other parameters, because each part has its own.
        onChange={(part) => setAddress({ tab: 'certificates', ...(part === 'list' ? {} : { part }) })}
        aria-label={t`Leaving Certificate`}
        className={styles.box}
      />
      <div
        role="tabpanel"
        id={tabIds('lc', open.key).panel}
        aria-labelledby={tabIds('lc', open.key).tab}
        className={styles.shrinkable}
      >
        <Suspense fallback={<LoadingState />}>
          <open.Content />
        </Suspense>
      </div>
    </>
  )
}
