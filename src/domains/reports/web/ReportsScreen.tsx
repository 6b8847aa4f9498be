import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useCallback } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { DocumentPage, namesDocument } from '#ui/documents/DocumentPage.tsx'
import { DocumentList } from '#ui/documents/DocumentList.tsx'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { showInfo } from '#ui/snackbars.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type ReportKind, reportKinds, type ReportType, reportTypes, typesOf } from '../reportTypes.ts'
import { askedOf, formAddress, typeIn } from './reportForm.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportView } from './ReportView.tsx'
import { ReportsViewerCanDocument } from './reports.graphql.ts'
import { kindLabels } from './reportWords.ts'

/** /reports: reports are asked for, made behind the page, looked at and taken along. One of them, or the link of a mail, is in the address. */
export default function ReportsScreen() {
  const [address] = useSearchParams()
  const again = useMakeAgain()
  if (!namesDocument(address)) return <Reports onAgain={again} />
  return (
    <DocumentPage
      title="Reports"
      kind="REPORT"
      all="All reports"
      onAgain={again}
      content={(job, fresh) => <ReportView job={job} fresh={fresh} />}
    />
  )
}

function Reports({ onAgain }: { onAgain: (job: DocumentJob) => void }) {
  const { schoolId, term } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(ReportsViewerCanDocument, { variables: { schoolId } })
  const open = useCallback(
    (job: DocumentJob) => {
      const type = askedOf(job.params)?.type
      void navigate(`/reports?${new URLSearchParams({ ...(type ? { tab: reportTypes[type].kind, type } : {}), job: job.id })}`)
    },
    [navigate],
  )
  const can = data?.reportsViewerCan
  if (!can || !term)
    return (
      <PageLayout title="Reports">
        {error && !can ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : can ? (
          <EmptyState text="This school has no term yet" hint="Add one in the settings, then its classes and sections." />
        ) : (
          <LoadingState />
        )}
      </PageLayout>
    )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
      <PageLayout
        title="Reports"
        context="On screen, as a PDF and as a spreadsheet."
        openTab="attendance"
        tabs={reportKinds
          .filter((kind) => can[kind].allowed)
          .map((kind) => ({ key: kind, label: kindLabels[kind], content: <OfKind key={kind} kind={kind} /> }))}
      />
      <DocumentList
        kind="REPORT"
        title="EARLIER REPORTS"
        fileName="reports"
        empty={{ text: 'No reports yet', hint: 'What you ask for above is listed here, with its files, for 30 days.' }}
        onOpen={open}
        onAgain={onAgain}
      />
    </Box>
  )
}

/** One tab: its types and the form of the one that is chosen. */
function OfKind({ kind }: { kind: ReportKind }) {
  const [address, setAddress] = useSearchParams()
  const type = typeIn(address, kind)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
      <TypeChoice
        kind={kind}
        type={type}
        onType={(next) => {
          const other = new URLSearchParams(address)
          other.set('tab', kind)
          other.set('type', next)
          setAddress(other)
        }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {reportTypes[type].hint}
      </Typography>
      <ReportForm type={type} />
    </Box>
  )
}

interface TypeChoiceProps {
  kind: ReportKind
  type: ReportType
  onType: (type: ReportType) => void
}

/** The types of a tab beside each other; on a phone in a list. */
function TypeChoice({ kind, type, onType }: TypeChoiceProps) {
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const types = typesOf(kind)
  if (phone)
    return (
      <TextField
        select
        id="report-type"
        label="Report"
        value={type}
        onChange={(event) => {
          const next = types.find((one) => one === event.target.value)
          if (next) onType(next)
        }}
        fullWidth
      >
        {types.map((one) => (
          <MenuItem key={one} value={one}>
            {reportTypes[one].name}
          </MenuItem>
        ))}
      </TextField>
    )
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={type}
      onChange={(_, next: ReportType | null) => next && onType(next)}
      aria-label="Report"
    >
      {types.map((one) => (
        <ToggleButton key={one} value={one} sx={{ px: 2 }}>
          {reportTypes[one].name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** Opens the form with what an earlier report was of. */
function useMakeAgain(): (job: DocumentJob) => void {
  const navigate = useNavigate()
  return useCallback(
    (job) => {
      const asked = askedOf(job.params)
      if (!asked) {
        showInfo('What it was asked with cannot be read any more.')
        return
      }
      void navigate(formAddress(asked))
      // The form is above the list.
      window.scrollTo({ top: 0 })
    },
    [navigate],
  )
}
