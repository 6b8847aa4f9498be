import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { schoolDay, showDay } from '#shared/dates.ts'
import { language } from '#shared/pageLanguage.ts'
import { qrPath } from '#shared/qrCode.ts'
import { type ReceiptLanguages, receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { GlobalStyle } from '#ui/kit/GlobalStyle.tsx'
import { ChevronLeftIcon, ChevronRightIcon, DownloadIcon, PrintIcon } from '#ui/kit/icons.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { PrintSheet } from '#ui/PrintSheet.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { usePdf } from '#ui/usePdf.ts'
import type { ReportCard } from '../../reportCard.schema.ts'
import { reportCardCss, reportCardPage } from '../../reportCardCss.ts'
import { reportCardPhoneCss } from '../../reportCardPhoneCss.ts'
import { type ReportCardPaper, reportCardSheet } from '../../reportCardSheet.ts'
import { readersChoice } from '../../family/reportCardView.exports.tsx'
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
  // The screen that led here has asked for it: the students before and after this one.
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
            <Neighbour sectionId={sectionId} part={part} student={students[at - 1]} isNext={false} />
            <Neighbour sectionId={sectionId} part={part} student={at < 0 ? undefined : students[at + 1]} isNext />
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

const styleSheet = <GlobalStyle css={reportCardCss + reportCardPhoneCss} />

function Card({
  card: { content, published, photoUrl, logoUrl, signatureUrl },
  children,
}: {
  card: StudentCardQuery['studentCard']
  children: ReactNode
}) {
  const [languages, setLanguages] = useState<ReceiptLanguages>(() => readersChoice(language))
  const [isPrinting, setPrinting] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  const download = usePdf()
  const printed = useCallback(() => setPrinting(false), [])
  const paper = useMemo(
    (): ReportCardPaper => ({
      card: JSON.parse(content) as ReportCard,
      languages,
      photoUrl,
      logoUrl,
      signatureUrl,
      qr: published ? qrPath(published.publicUrl) : null,
      stamp: published ? null : 'PREVIEW',
    }),
    [content, languages, published, photoUrl, logoUrl, signatureUrl],
  )

  async function savePdf(id: string) {
    setDownloading(true)
    try {
      await download('reportCard', { id, languages })
    } catch (error) {
      showError(error instanceof Error ? error.message : genericMessage(failureOf(error)))
    } finally {
      setDownloading(false)
    }
  }

  return (
    <>
      <State published={published} />
      <Row gap={2} align="center" wrap>
        <Select
          label={t`Languages`}
          compact
          value={languages}
          onChange={({ target }) => setLanguages(target.value as ReceiptLanguages)}
        >
          {receiptLanguageOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Button icon={<PrintIcon size={18} />} onClick={() => setPrinting(true)}>
          <Trans>Print</Trans>
        </Button>
        {published && (
          <Button icon={<DownloadIcon size={18} />} loading={isDownloading} onClick={() => void savePdf(published.id)}>
            <Trans>Download PDF</Trans>
          </Button>
        )}
        {children}
      </Row>
      {styleSheet}
      <div className={styles.paper}>{reportCardSheet({ ...paper, onScreen: true })}</div>
      {isPrinting && (
        <PrintSheet page={reportCardPage} onDone={printed}>
          {reportCardSheet(paper)}
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
