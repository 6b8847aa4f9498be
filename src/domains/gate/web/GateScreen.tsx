import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { GateViewerCanDocument } from './gate.graphql.ts'
import { ScanPage } from './scan/ScanPage.tsx'
import { Stack } from '#ui/kit/Stack.tsx'

// Loaded lazily, because only the office uses it and the phone at the gate need not download it.
const GateDevices = lazy(() => import('./devices/GateDevices.tsx'))

/** /gate: scanning cards, and the readers with their keys. */
export default function GateScreen() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(GateViewerCanDocument, { variables: { schoolId } })
  const can = data?.gateViewerCan
  const tabs = [
    {
      key: 'scan',
      label: t`Scan`,
      content: (
        <Stack gap={4}>
          {/* Scanning works despite this error, for example offline. */}
          {error && !can && <ErrorState error={error} onRetry={() => void refetch()} />}
          <ScanPage />
        </Stack>
      ),
    },
    ...(can?.listDevices.allowed
      ? [
          {
            key: 'devices',
            label: t`Devices`,
            content: (
              <Suspense fallback={<LoadingState />}>
                <GateDevices mayAdd={can.addDevice.allowed} />
              </Suspense>
            ),
          },
        ]
      : []),
  ]
  return <PageLayout title={t`Gate`} tabs={tabs} />
}
