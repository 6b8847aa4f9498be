import { useQuery } from '@apollo/client/react'
import { lazy, Suspense } from 'react'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { LoadingState } from '../../../ui/LoadingState.tsx'
import { PageLayout } from '../../../ui/PageLayout.tsx'
import { GateViewerCanDocument } from './gate.graphql.ts'
import { ScanPage } from './scan/ScanPage.tsx'

// The office's; the phone at the gate does not load it.
const GateDevices = lazy(() => import('./devices/GateDevices.tsx'))

/** /gate: cards are scanned here, and the readers that scan by themselves have their keys. */
export default function GateScreen() {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(GateViewerCanDocument, { variables: { schoolId } })
  const can = data?.gateViewerCan
  const tabs = [
    { key: 'scan', label: 'Scan', content: <ScanPage /> },
    ...(can?.listDevices.allowed
      ? [
          {
            key: 'devices',
            label: 'Devices',
            content: (
              <Suspense fallback={<LoadingState />}>
                <GateDevices mayAdd={can.addDevice.allowed} />
              </Suspense>
            ),
          },
        ]
      : []),
  ]
  return <PageLayout title="Gate" tabs={tabs} />
}
