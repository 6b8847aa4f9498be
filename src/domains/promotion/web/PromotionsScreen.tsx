import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { PromoteSections } from './PromoteSections.tsx'
import { PromoteStudents } from './PromoteStudents.tsx'
import { PromotionBatch } from './PromotionBatch.tsx'
import { PromotionList } from './PromotionList.tsx'
import { usePromotionContext } from './usePromotionContext.ts'
import { YearChoice } from './YearChoice.tsx'
import styles from './PromotionsScreen.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { RestartIcon } from '#ui/kit/icons.ts'

/**
 * /promotions: confirms the previous term, then promotes its sections and students to the current term. The address
 * names an open batch.
 */
export default function PromotionsScreen() {
  const { schoolId } = useActiveSchool()
  // Resets when the school changes, because terms belong to a school.
  return <Promotions key={schoolId} />
}

function Promotions() {
  const [address] = useSearchParams()
  const [fromId, setFromId] = useState<string | null>(null)
  const batch = address.get('promotion')
  if (batch !== null) return <PromotionBatch key={batch} id={batch} />
  if (fromId !== null) return <ConfirmedYear fromId={fromId} onReset={() => setFromId(null)} />
  return (
    <PageLayout title={t`Promotions`} context={t`Sections and students go from a previous term to the current one.`}>
      <YearChoice onConfirm={setFromId} />
      <PromotionList />
    </PageLayout>
  )
}

function ConfirmedYear({ fromId, onReset }: { fromId: string; onReset: () => void }) {
  const navigate = useNavigate()
  const { context, error, retry } = usePromotionContext(fromId)
  const reset = () => {
    onReset()
    navigate('/promotions')
  }
  return (
    <PageLayout
      title={t`Promotions`}
      context={context && t`From ${context.from.name} to ${context.to.name}, the current term.`}
      action={
        <Button icon={<RestartIcon />} onClick={reset}>
          <Trans>Reset Selection</Trans>
        </Button>
      }
      tabs={
        context
          ? [
              { key: 'sections', label: t`Promote Sections`, content: <PromoteSections context={context} /> },
              { key: 'students', label: t`Promote Students`, content: <PromoteStudents context={context} /> },
            ]
          : []
      }
    >
      {!context && (error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState />)}
      <div className={styles.spaced}>
        <PromotionList />
      </div>
    </PageLayout>
  )
}
