import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useNavigate } from '#ui/navigation.tsx'
import { showDay, schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { PrintIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { ErrorState } from '#ui/states.tsx'
import { sheetAddress } from '../scores/sheetRef.ts'
import { sayWord } from '../sayWord.ts'
import { FamilyMessages } from './FamilyMessages.tsx'
import { resultColumns, type StudentRow } from './resultColumns.tsx'
import { SectionResultsDocument, type SectionResultsQuery } from './results.graphql.ts'
import {
  boardAddress,
  cardAddress,
  livePublication,
  periodName,
  periodState,
  type Publication,
  publicationText,
  remarksAddress,
  resultsAddress,
  sectionTitle,
} from './resultTexts.ts'
import { SupplementaryState } from './SupplementaryState.tsx'
import { TellFamiliesButton } from './TellFamiliesButton.tsx'
import styles from './SectionResultsScreen.module.css'

const PublishDialog = later(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }))
const WithdrawDialog = later(async () => ({ default: (await import('./WithdrawDialog.tsx')).WithdrawDialog }))
const OrderCardsDialog = later(async () => ({ default: (await import('./OrderCardsDialog.tsx')).OrderCardsDialog }))

type Results = SectionResultsQuery['results']

const rowId = (row: StudentRow) => row.studentId
const rowName = (row: StudentRow) => row.name

/** The results of a section in a part, or in the year for null: marks, grades and outcome of each student. */
export default function SectionResultsScreen({ sectionId, part }: { sectionId: string; part: string | null }) {
  const { schoolId, termId } = useActiveSchool()
  const { data, error, refetch } = useQuery(SectionResultsDocument, {
    variables: { schoolId, termId, sectionId, part },
    alsoOf: ['classes', 'students'],
  })
  const results = data?.results
  const ofPart = data?.resultPublications.filter((each) => each.part === part)
  const publications = ofPart?.filter((each) => !each.supplementary)
  const again = ofPart?.filter((each) => each.supplementary && each.withdrawnAt === null) ?? []
  return (
    <PageLayout
      title={results ? t`Results of ${sectionTitle(results)}` : t`Results`}
      context={results ? `${results.termName} · ${results.schemeName}` : t`Marks, grades and outcome of each student`}
      back={{ to: boardAddress(part), label: t`All sections` }}
      action={results && <Actions results={results} publication={livePublication(publications?.[0])} />}
    >
      {results ? (
        <SectionResults results={results} publications={publications ?? []} again={again} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
    </PageLayout>
  )
}

function Actions({ results, publication }: { results: Results; publication: Publication | null }) {
  const { sectionId, part } = results
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button as={RouterLink} to={remarksAddress(sectionId, part)}>
        {t({ message: 'Remarks', context: 'of report cards' })}
      </Button>
      {publication && (
        <Button icon={<PrintIcon size={18} />} onClick={() => setOpen(true)}>
          <Trans>Make report cards</Trans>
        </Button>
      )}
      {open && publication && (
        <OrderCardsDialog
          publications={[{ publication, title: sectionTitle(results), classId: '' }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface SectionResultsProps {
  results: Results
  publications: readonly Publication[]
  /** Those of students who were examined again. */
  again: readonly Publication[]
}

function SectionResults({ results, publications, again }: SectionResultsProps) {
  const navigate = useNavigate()
  const { sectionId, part, parts, students } = results
  const columns = useMemo(() => resultColumns(results), [results])
  return (
    <Stack gap={4}>
      <ToggleGroup
        value={part ?? ''}
        onChange={(next: string) => navigate(resultsAddress(sectionId, next === '' ? null : next), { replace: true })}
        aria-label={t`Part`}
      >
        {[...parts, null].map((each) => (
          <Toggle key={each} value={each ?? ''}>
            {periodName(each)}
          </Toggle>
        ))}
      </ToggleGroup>
      <PublicationState results={results} publications={publications} />
      {again.map((publication) => (
        <SupplementaryState key={publication.id} publication={publication} section={sectionTitle(results)} />
      ))}
      <MissingMarks results={results} />
      <DataTable
        key={part}
        title={t`RESULTS`}
        fileName={`results-${sectionTitle(results)}${part === null ? '' : `-${part}`}`.replaceAll(' ', '-')}
        columns={columns}
        rows={students}
        rowId={rowId}
        rowName={rowName}
        onOpen={(row) => navigate(cardAddress(sectionId, part, row.studentId))}
        defaults={{ sort: 'roll', pageSize: 100 }}
        empty={{
          text: t`No students in this section yet`,
          hint: t`Students who are added to the section are listed here with their marks and grades.`,
        }}
      />
    </Stack>
  )
}

/** Says whether families see the results, with the button that changes it. */
function PublicationState({ results, publications }: { results: Results; publications: readonly Publication[] }) {
  const [open, setOpen] = useState<'publish' | 'withdraw' | null>(null)
  const { sectionId, sectionName, className, part, students, viewerCan } = results
  const [latest] = publications
  const live = livePublication(latest)
  const incomplete = students.filter(({ outcome }) => outcome === 'INCOMPLETE').length
  const period = {
    part,
    incomplete,
    started: true,
    publication: latest ?? null,
  }
  const standing = { sectionId, sectionName, classId: '', className, students: students.length, periods: [period], viewerCan }
  const missing = plural(incomplete, { one: '# student has missing marks', other: '# students have missing marks' })
  const [by, on] = [live?.publishedByName ?? '', live ? showDay(schoolDay(new Date(live.publishedAt))) : '']
  return (
    <Row gap={3} align="center" wrap>
      <StateChip {...periodState(standing, period)} />
      <Text as="span" className={styles.says}>
        {live
          ? t`${publicationText(live)}. Published by ${by} on ${on}.`
          : incomplete > 0
            ? t`Families see nothing yet. ${missing}.`
            : t`Families see nothing yet.`}
        {live && live.leftOut > 0 && (
          <>
            {' '}
            {plural(live.leftOut, {
              one: '# student was left out, because marks were missing.',
              other: '# students were left out, because marks were missing.',
            })}
          </>
        )}
      </Text>
      {!live && viewerCan.publish.allowed && students.length > 0 && (
        <Button variant="primary" onClick={() => setOpen('publish')}>
          <Trans>Publish results</Trans>
        </Button>
      )}
      {live && <TellFamiliesButton publication={live} />}
      {live?.viewerCan.withdraw.allowed && (
        <Button variant="quiet" onClick={() => setOpen('withdraw')}>
          <Trans>Withdraw</Trans>
        </Button>
      )}
      {live && <FamilyMessages publication={live} />}
      {publications.some(({ withdrawnAt }) => withdrawnAt !== null) && (
        <ul className={styles.withdrawn}>
          {publications
            .filter(({ withdrawnAt }) => withdrawnAt !== null)
            .map((publication) => (
              <li key={publication.id}>{publicationText(publication)}</li>
            ))}
        </ul>
      )}
      {open === 'publish' && (
        <PublishDialog part={part} sections={[{ standing, period }]} chosen={[sectionId]} onClose={() => setOpen(null)} />
      )}
      {open === 'withdraw' && live && (
        <WithdrawDialog
          publication={live}
          title={`${sectionTitle(results)}, ${periodName(part)}`}
          onClose={() => setOpen(null)}
        />
      )}
    </Row>
  )
}

/** Number of names that stand at a sheet. */
const shownNames = 3

/** The sheets on which marks are missing, each a link to where they are entered. */
function MissingMarks({ results: { sectionId, missingSheets } }: { results: Results }) {
  if (missingSheets.length === 0) return null
  return (
    <section aria-label={t`Missing marks`} className={styles.missing}>
      <Heading level={2}>
        <Trans>Missing marks</Trans>
      </Heading>
      <ul>
        {missingSheets.map(({ subjectId, subjectName, part, components, students }) => (
          <li key={`${subjectId} ${part}`}>
            <Link as={RouterLink} to={sheetAddress({ sectionId, subjectId, part })}>
              {sheetText(subjectName, periodName(part))}
            </Link>{' '}
            <span className={styles.components}>{components.map(sayWord).join(', ')}</span> · {namesText(students)}
          </li>
        ))}
      </ul>
    </section>
  )
}

const sheetText = (subjectName: string, part: string) => t`${subjectName}, ${part}`

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, shownNames).join(', ')
  const more = names.length - shownNames
  return more > 0 ? t`${shown} and ${more} more` : shown
}
