import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { schoolDay, showDay } from '#shared/dates.ts'
import { language } from '#shared/pageLanguage.ts'
import { type ReceiptLanguages, receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { ErrorState } from '#ui/states.tsx'
import { usePdf } from '#ui/usePdf.ts'
import { readersChoice, ReportCardView } from '../../family/reportCardView.exports.tsx'
import { ReportCardDocument, type ReportCardQuery } from './cards.graphql.ts'
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
  const download = usePdf()
  const [languages, setLanguages] = useState<ReceiptLanguages>(() => readersChoice(language))
  const [running, setRunning] = useState(false)

  async function run() {
    setRunning(true)
    try {
      await download('reportCard', { id: card.id, languages })
    } catch (error) {
      showError(error instanceof Error ? error.message : genericMessage(failureOf(error)))
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <Row gap={3} align="end" wrap>
        <Select
          label={t`Language of the report card`}
          value={languages}
          onChange={({ target }) => setLanguages(target.value as ReceiptLanguages)}
        >
          {receiptLanguageOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button icon={<DownloadIcon />} loading={running} onClick={() => void run()}>
          <Trans>Download PDF</Trans>
        </Button>
      </Row>
      {card.visibleFrom > schoolDay(new Date()) && (
        <Alert kind="info">{t`Families see this report card from ${showDay(card.visibleFrom)}.`}</Alert>
      )}
      <div className={styles.sheet}>
        <ReportCardView card={card} languages={languages} />
      </div>
    </>
  )
}
