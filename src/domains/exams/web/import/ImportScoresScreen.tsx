import { t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { sheetAddress } from '../scores/sheetRef.ts'
import { sayWord } from '../sayWord.ts'
import { ScoreFileDocument } from './scoreFile.graphql.ts'
import { sectionOf } from './scoreFile.ts'
import { ScoreFileStudio } from './ScoreFileStudio.tsx'

interface ImportScoresScreenProps {
  sectionId: string
  part: string
  /** Null for all subjects whose marks the viewer enters. */
  subjectId: string | null
}

/** /exams/marks?…&import: the marks of a section in a part from a file, of one subject or of several. */
export default function ImportScoresScreen({ sectionId, part, subjectId }: ImportScoresScreenProps) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ScoreFileDocument, {
    variables: { schoolId, sectionId, part, subjectId },
    alsoOf: ['students'],
  })
  const file = data?.scoreFile
  const [only, ...others] = file?.sheets ?? []
  const title = file ? sectionOf(file) : ''
  const back = subjectId
    ? { to: sheetAddress({ sectionId, subjectId, part }), label: t`Marks` }
    : { to: `/exams?${new URLSearchParams({ part })}`, label: t`Exams` }
  const refused = file?.sheets.find(({ viewerCan }) => !viewerCan.enter.allowed)
  return (
    <PageLayout
      title={t`Import marks`}
      context={
        file && (others.length === 0 ? `${title} ${only?.subjectName ?? ''}, ${sayWord(part)}` : `${title}, ${sayWord(part)}`)
      }
      back={back}
    >
      {file ? (
        refused ? (
          <Alert kind="info">{refused.viewerCan.enter.reason}</Alert>
        ) : (
          <ScoreFileStudio file={file} sectionId={sectionId} subjectId={subjectId} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </PageLayout>
  )
}
