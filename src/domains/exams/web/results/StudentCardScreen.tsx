import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useCallback, useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { language } from '#shared/pageLanguage.ts'
import type { ReceiptLanguages } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { reportCardPage } from '../../reportCardCss.ts'
import { reportCardSheet } from '../../reportCardSheet.ts'
import { cardPaper, readersChoice, ReportCardView } from '../../family/reportCardView.exports.tsx'
import { CardTools } from '../cards/CardTools.tsx'
import { SectionResultsDocument, StudentCardDocument, type StudentCardQuery } from './results.graphql.ts'
import { cardAddress, periodName, resultsAddress, sectionTitle } from './resultTexts.ts'
import styles from './StudentCardScreen.module.css'

interface StudentCardScreenProps {
  sectionId: string
  /** Null for the year. */
  part: string | null
  studentId: string
}

/** The report card of a student: as it was published, or as a draft from the present marks. */
export default function StudentCardScreen({ sectionId, part, studentId }: StudentCardScreenProps) {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(StudentCardDocument, { variables: { schoolId, sectionId, part, studentId } })
  // The students before and after this one. Usually cached, because the section's results link here.
  const { data: section } = useQuery(SectionResultsDocument, {
    variables: { schoolId, termId, sectionId, part },
    alsoOf: ['classes', 'students'],
    fetchPolicy: 'cache-first',
  })
  const students = section?.results.students ?? []
  const at = students.findIndex((student) => student.studentId === studentId)
  const name = students[at]?.name
  return (
    <PageLayout
      title={name ? t`Report card of ${name}` : t`Report card`}
      context={section ? `${sectionTitle(section.results)} · ${periodName(part)}` : t`As it was published, or a draft`}
      back={{ to: resultsAddress(sectionId, part), label: t`Results of the section` }}
    >
      <Stack gap={4}>
        {data ? (
          <Card key={studentId} card={data.studentCard}>
            <Row>
              <Neighbour sectionId={sectionId} part={part} student={students[at - 1]} isNext={false} />
              <Neighbour sectionId={sectionId} part={part} student={at < 0 ? undefined : students[at + 1]} isNext />
            </Row>
          </Card>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        )}
      </Stack>
    </PageLayout>
  )
}

interface NeighbourProps {
  sectionId: string
  part: string | null
  student: { studentId: string; name: string } | undefined
  isNext: boolean
}

function Neighbour({ sectionId, part, student, isNext }: NeighbourProps) {
  if (!student) return null
  const { name, studentId } = student
  return (
    <Button
      variant="quiet"
      as={Link}
      to={cardAddress(sectionId, part, studentId)}
      icon={isNext ? <ChevronRightIcon size={18} /> : <ChevronLeftIcon size={18} />}
      aria-label={isNext ? t`Next: ${name}` : t`Previous: ${name}`}
    >
      {isNext ? t({ message: 'Next', context: 'student' }) : t({ message: 'Previous', context: 'student' })}
    </Button>
  )
}

function Card({
  card: { content, published, photoUrl, logoUrl, signatureUrl },
  children,
}: {
  card: StudentCardQuery['studentCard']
  children: ReactNode
}) {
  const [languages, setLanguages] = useState<ReceiptLanguages>(() => readersChoice(language))
  const [isPrinting, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  const card = { content, publicUrl: published?.publicUrl ?? null, withdrawn: false, photoUrl, logoUrl, signatureUrl }
  return (
    <>
      <State published={published} />
      <CardTools
        publishedId={published?.id ?? null}
        languages={languages}
        onLanguages={setLanguages}
        onPrint={() => setPrinting(true)}
      >
        {children}
      </CardTools>
      <div className={styles.paper}>
        <ReportCardView card={card} languages={languages} />
      </div>
      {isPrinting && (
        <PrintSheet page={reportCardPage} onDone={printed}>
          {reportCardSheet(cardPaper(card, languages))}
        </PrintSheet>
      )}
    </>
  )
}

function State({ published }: Pick<StudentCardQuery['studentCard'], 'published'>) {
  const [by, on, from] = published
    ? [published.publishedByName, showDay(schoolDay(new Date(published.publishedAt))), showDay(published.visibleFrom)]
    : ['', '', '']
  return (
    <Row gap={3} align="center" wrap>
      <StateChip
        {...(published
          ? { state: 'DONE', label: t({ message: 'Published', context: 'results' }) }
          : { state: 'PENDING', label: t({ message: 'Draft', context: 'a report card' }) })}
      />
      <Text as="span" className={styles.says}>
        {published ? (
          <Trans>
            Published by {by} on {on}. The family sees it from {from} on. Later changes of marks do not change it.
          </Trans>
        ) : (
          <Trans>This is how the card would look with the present marks and remarks. Families do not see it.</Trans>
        )}
      </Text>
    </Row>
  )
}
