import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { schoolDay, showDay } from '#shared/dates.ts'
import { language } from '#shared/pageLanguage.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { readersChoice, ReportCardView } from '../../family/reportCardView.exports.tsx'
import { ReportCardDocument, type ReportCardQuery } from './cards.graphql.ts'
import { CardTools } from './CardTools.tsx'
import styles from './CardPage.module.css'

/** /exams?card=12: a published report card, for staff and for the student whose it is. */
export default function CardPage({ id }: { id: string }) {
  const { schoolId, viewer } = useActiveSchool()
  const { data, error, refetch } = useQuery(ReportCardDocument, { variables: { schoolId, id } })
  const card = data?.reportCard
  const back =
    viewer.role === 'STUDENT' || !card
      ? { to: '/exams', label: t`Exams` }
      : { to: `/students/${card.studentId}`, label: t`Student` }
  return (
    <PageLayout title={t`Report card`} back={back}>
      {card ? (
        <Card card={card} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
    </PageLayout>
  )
}

function Card({ card }: { card: ReportCardQuery['reportCard'] }) {
  const [languages, setLanguages] = useState<ReceiptLanguages>(() => readersChoice(language))
  return (
    <>
      <CardTools publishedId={card.id} languages={languages} onLanguages={setLanguages} />
      {card.visibleFrom > schoolDay(new Date()) && (
        <Alert kind="info">{t`Families see this report card from ${showDay(card.visibleFrom)}.`}</Alert>
      )}
      <div className={styles.sheet}>
        <ReportCardView card={card} languages={languages} />
      </div>
    </>
  )
}
