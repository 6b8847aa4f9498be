import RestartAltIcon from '@mui/icons-material/RestartAlt'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { PromoteSections } from './PromoteSections.tsx'
import { PromoteStudents } from './PromoteStudents.tsx'
import { PromotionBatch } from './PromotionBatch.tsx'
import { PromotionList } from './PromotionList.tsx'
import { usePromotionGround } from './usePromotionGround.ts'
import { YearChoice } from './YearChoice.tsx'

/** /promotions: the previous term is confirmed, then its sections and its students are promoted to the current one. A batch is in the address. */
export default function PromotionsScreen() {
  const { schoolId } = useActiveSchool()
  // Another school has other terms.
  return <Promotions key={schoolId} />
}

function Promotions() {
  const [address] = useSearchParams()
  const [fromId, setFromId] = useState<string | null>(null)
  const batch = address.get('promotion')
  if (batch !== null) return <PromotionBatch key={batch} id={batch} />
  if (fromId !== null) return <ConfirmedYear fromId={fromId} onReset={() => setFromId(null)} />
  return (
    <PageLayout title="Promotions" context="Sections and students go from a previous term to the current one.">
      <YearChoice onConfirm={setFromId} />
      <PromotionList />
    </PageLayout>
  )
}

function ConfirmedYear({ fromId, onReset }: { fromId: string; onReset: () => void }) {
  const navigate = useNavigate()
  const { ground, error, retry } = usePromotionGround(fromId)
  const reset = () => {
    onReset()
    void navigate('/promotions')
  }
  return (
    <PageLayout
      title="Promotions"
      context={ground && `From ${ground.from.name} to ${ground.to.name}, the current term.`}
      action={
        <Button variant="outlined" startIcon={<RestartAltIcon />} onClick={reset}>
          Reset Selection
        </Button>
      }
      tabs={
        ground
          ? [
              { key: 'sections', label: 'Promote Sections', content: <PromoteSections ground={ground} /> },
              { key: 'students', label: 'Promote Students', content: <PromoteStudents ground={ground} /> },
            ]
          : []
      }
    >
      {!ground && (error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState />)}
      <Box sx={{ mt: 2 }}>
        <PromotionList />
      </Box>
    </PageLayout>
  )
}
