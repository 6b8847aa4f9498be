import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { AnnouncedExams } from './AnnouncedExams.tsx'
import { CardList } from './CardList.tsx'
import { OwnExamsDocument, type OwnExamsQuery } from './cards.graphql.ts'

/** A student's own exams: the announced papers with the next one first, and the published report cards. */
export default function OwnExamsScreen() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(OwnExamsDocument, { variables: { schoolId } })
  return (
    <PageLayout title={t`Exams`} context={t`Your papers and report cards`}>
      {data ? <OwnExams {...data} /> : error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
    </PageLayout>
  )
}

function OwnExams({ ownExams, ownReportCards }: OwnExamsQuery) {
  if (ownExams.length === 0 && ownReportCards.length === 0)
    return (
      <EmptyState
        text={t`No exams yet`}
        hint={t`An exam stands here once the school has announced it, and a report card from the day on which the school gives it out.`}
      />
    )
  return (
    <Stack gap={6}>
      <AnnouncedExams exams={ownExams} today={schoolDay(new Date())} />
      {ownReportCards.length > 0 && (
        <Stack gap={2} as="section" aria-labelledby="own-report-cards">
          <Heading level={2} id="own-report-cards">
            <Trans>Report cards</Trans>
          </Heading>
          <CardList cards={ownReportCards} />
        </Stack>
      )}
    </Stack>
  )
}
