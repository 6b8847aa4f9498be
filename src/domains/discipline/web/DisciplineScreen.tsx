import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { DisciplineViewerCanDocument } from './discipline.graphql.ts'
import { IncidentTable } from './incidents/IncidentTable.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'

// Loaded when opened.
const RecordDialog = later(() => import('./incidents/RecordDialog.tsx'))
const Overview = lazy(() => import('./overview/Overview.tsx'))
const IncidentTypes = lazy(() => import('./types/IncidentTypes.tsx'))

/** /discipline: incidents, their sums and their types, where the school has the module. */
export default function DisciplineScreen() {
  const { schoolId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(DisciplineViewerCanDocument, { variables: { schoolId } })
  const [recording, setRecording] = useState(false)
  const can = data?.disciplineViewerCan
  if (!can || !term)
    return (
      <PageLayout title={t`Discipline`}>
        {error && !can ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : can ? (
          <EmptyState text={t`This school has no term yet`} hint={t`Incidents belong to a term. Add a term in Settings first.`} />
        ) : (
          <LoadingState />
        )}
      </PageLayout>
    )
  const record = can.record.allowed && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setRecording(true)}>
      <Trans>Record Incident</Trans>
    </Button>
  )
  const tabs = [
    { key: 'incidents', label: t`Incidents`, content: <IncidentTable record={record} /> },
    { key: 'overview', label: t`Overview`, content: <Overview /> },
    { key: 'types', label: t`Types`, content: <IncidentTypes mayAdd={can.addType.allowed} /> },
  ]
  return (
    <PageLayout
      title={t`Discipline`}
      context={t`Good and bad incidents in ${term.name}, with points`}
      action={record}
      tabs={tabs}
    >
      {recording && <RecordDialog onClose={() => setRecording(false)} />}
    </PageLayout>
  )
}
