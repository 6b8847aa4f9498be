import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { DocumentList } from '#ui/documents/DocumentList.tsx'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type ReportKind, reportKinds, type ReportType, reportTypes, reportTypesOfTab } from '../reportTypes.ts'
import { settingsFromParams, typeFromAddress } from './reportForm.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportsViewerCanDocument } from './reports.graphql.ts'
import { kindLabels } from './kindLabels.ts'
import { useOpenFilledForm } from './useOpenFilledForm.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './ReportsScreen.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'

/** The forms of reports, and the earlier ones. */
export default function ReportsPage() {
  const onAgain = useOpenFilledForm()
  const { schoolId, term } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(ReportsViewerCanDocument, { variables: { schoolId } })
  const open = useCallback(
    (job: DocumentJob) => {
      const type = settingsFromParams(job.params)?.type
      navigate(`/reports?${new URLSearchParams({ ...(type ? { tab: reportTypes[type].kind, type } : {}), job: job.id })}`)
    },
    [navigate],
  )
  const can = data?.reportsViewerCan
  if (!can || !term)
    return (
      <PageLayout title={t`Reports`}>
        {error && !can ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : can ? (
          <EmptyState text={t`This school has no term yet`} hint={t`Add one in the settings, then its classes and sections.`} />
        ) : (
          <LoadingState />
        )}
      </PageLayout>
    )
  return (
    <Stack gap={6}>
      <PageLayout
        title={t`Reports`}
        context={t`On screen, as a PDF and as a spreadsheet.`}
        openTab="attendance"
        tabs={reportKinds
          .filter((kind) => can[kind].allowed)
          .map((kind) => ({ key: kind, label: kindLabels[kind], content: <ReportTab key={kind} kind={kind} /> }))}
      />
      <DocumentList
        kind="REPORT"
        title={t`EARLIER REPORTS`}
        fileName="reports"
        empty={{ text: t`No reports yet`, hint: t`Reports that you make above are listed here, with their files, for 30 days.` }}
        onOpen={open}
        onAgain={onAgain}
      />
    </Stack>
  )
}

/** One tab: its types and the form of the chosen type. */
function ReportTab({ kind }: { kind: ReportKind }) {
  const [address, setAddress] = useSearchParams()
  const type = typeFromAddress(address, kind)
  return (
    <Stack gap={3}>
      <TypeChoice
        kind={kind}
        type={type}
        onType={(next) => {
          const nextAddress = new URLSearchParams(address)
          nextAddress.set('tab', kind)
          nextAddress.set('type', next)
          setAddress(nextAddress)
        }}
      />
      <Text tone="quiet" size="small">
        {reportTypes[type].hint}
      </Text>
      <ReportForm type={type} />
    </Stack>
  )
}

interface TypeChoiceProps {
  kind: ReportKind
  type: ReportType
  onType: (type: ReportType) => void
}

/** The types of a tab: buttons in a row, on a phone a select. */
function TypeChoice({ kind, type, onType }: TypeChoiceProps) {
  const phone = usePhone()
  const types = reportTypesOfTab(kind)
  if (phone)
    return (
      <Select
        id="report-type"
        label={t`Report`}
        value={type}
        onChange={(event) => {
          const next = types.find((option) => option === event.target.value)
          if (next) onType(next)
        }}
      >
        {types.map((option) => (
          <option key={option} value={option}>
            {reportTypes[option].name}
          </option>
        ))}
      </Select>
    )
  return (
    <ToggleGroup value={type} onChange={(next: ReportType) => onType(next)} aria-label={t`Report`}>
      {types.map((option) => (
        <Toggle key={option} value={option} className={styles.toggle}>
          {reportTypes[option].name}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
