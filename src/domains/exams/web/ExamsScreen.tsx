import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { AssessmentKindsDocument } from './exams.graphql.ts'
import { setupParts } from './setup/setupParts.ts'

const CardPage = lazy(() => import('./cards/CardPage.tsx'))
const OwnExamsScreen = lazy(() => import('./cards/OwnExamsScreen.tsx'))
const ScoreBoard = lazy(() => import('./scores/ScoreBoard.tsx'))
const HeldCards = lazy(() => import('./cards/HeldCards.tsx'))
const ExamList = lazy(() => import('./dates/ExamList.tsx'))
const DatesScreen = lazy(() => import('./dates/DatesScreen.tsx'))
const ExamDocumentPage = lazy(() => import('./ExamDocumentPage.tsx'))
const ResultBoard = lazy(() => import('./results/ResultBoard.tsx'))
const ResultsScreen = lazy(() => import('./results/ResultsScreen.tsx'))
const TellFamiliesOfResults = lazy(() => import('./results/TellFamiliesOfResults.tsx'))
const HolisticBoard = lazy(() => import('./holistic/HolisticBoard.tsx'))
const HolisticScreen = lazy(() => import('./holistic/HolisticScreen.tsx'))
const ReexaminationList = lazy(() => import('./reexamination/ReexaminationList.tsx'))
const AnalysisTab = lazy(() => import('./analysis/AnalysisTab.tsx'))
const ExamSetup = lazy(() => import('./setup/ExamSetup.tsx'))

/**
 * /exams: marks to enter, results and date sheets; for the office also the set-up; for a student the own papers and
 * report cards. An address with a document, an exam, a section's results or holistic cards, or a card shows that one.
 */
export default function ExamsScreen() {
  const [address] = useSearchParams()
  const { viewer } = useActiveSchool()
  const card = address.get('card')
  if (card !== null || viewer.role === 'STUDENT')
    return (
      <Suspense fallback={<LoadingState lines={10} />}>
        {card === null ? <OwnExamsScreen /> : <CardPage key={card} id={card} />}
      </Suspense>
    )
  if (namesDocument(address)) return <ExamDocumentPage />
  const told = address.get('tellResults')?.split(',')
  if (told) return <TellFamiliesOfResults key={told.join(' ')} publicationIds={told} />
  if (address.has('results')) return <ResultsScreen key={address.get('results')} />
  if (address.has('holistic')) return <HolisticScreen key={address.toString()} />
  return address.has('exam') ? <DatesScreen key={address.get('exam')} /> : <Exams />
}

function Exams() {
  const { school, viewer, schoolId, termId } = useActiveSchool()
  const [address] = useSearchParams()
  const { data } = useQuery(AssessmentKindsDocument, {
    variables: { schoolId, termId },
    alsoOf: ['classes'],
    skip: termId === '0',
  })
  const requested = address.get('tab')
  const { holistic, reexamination } = data?.assessmentKinds ?? {}
  const tabs = [
    { key: 'scores', label: t({ message: 'Marks', context: 'of an exam' }), content: <ScoreBoard /> },
    { key: 'results', label: t`Results`, content: <ResultBoard /> },
    { key: 'analysis', label: t`Analysis`, content: <AnalysisTab /> },
    { key: 'dates', label: t`Date sheets`, content: <ExamList /> },
    // A link opens its tab even when there is nothing in it, so that the tab can say why.
    ...(holistic || requested === 'holistic' ? [{ key: 'holistic', label: t`Holistic cards`, content: <HolisticBoard /> }] : []),
    ...(reexamination || requested === 'again'
      ? [{ key: 'again', label: t`Re-examination`, content: <ReexaminationList /> }]
      : []),
  ]
  const ofOffice = [
    ...(school.flags.holdForDues ? [{ key: 'held', label: t`Held cards`, content: <HeldCards /> }] : []),
    { key: 'setup', label: t`Set-up`, content: <ExamSetup />, also: setupParts },
  ]
  return (
    <PageLayout
      title={t`Exams`}
      context={t`Marks, and how each class is assessed`}
      tabs={viewer.role === 'TEACHER' ? tabs : [...tabs, ...ofOffice]}
    />
  )
}
