import { t } from '@lingui/core/macro'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import { Button } from '#ui/kit/Button.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'

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
const RemarkList = lazy(() => import('./remarks/RemarkList.tsx'))
const HolisticBoard = lazy(() => import('./holistic/HolisticBoard.tsx'))
const HolisticScreen = lazy(() => import('./holistic/HolisticScreen.tsx'))
const ReexaminationList = lazy(() => import('./reexamination/ReexaminationList.tsx'))
const AnalysisTab = lazy(() => import('./analysis/AnalysisTab.tsx'))
const ClassList = lazy(() => import('./classes/ClassList.tsx'))
const SchemeList = lazy(() => import('./schemes/SchemeList.tsx'))

/**
 * /exams: marks to enter, results and date sheets; for the office also the list of remarks, how the classes are
 * assessed, and by which schemes; for a student the own papers and report cards. An address with a document, an exam, a
 * section's results or a card shows that one.
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
  const { school, viewer } = useActiveSchool()
  const scores = { key: 'scores', label: t({ message: 'Marks', context: 'of an exam' }), content: <ScoreBoard /> }
  const results = { key: 'results', label: t`Results`, content: <ResultBoard /> }
  const dates = { key: 'dates', label: t`Date sheets`, content: <ExamList /> }
  const analysis = { key: 'analysis', label: t`Analysis`, content: <AnalysisTab /> }
  const holistic = { key: 'holistic', label: t`Holistic cards`, content: <HolisticBoard /> }
  const again = { key: 'again', label: t`Re-examination`, content: <ReexaminationList /> }
  const tabs =
    viewer.role === 'TEACHER'
      ? [scores, results, analysis, dates, holistic, again]
      : [
          scores,
          results,
          analysis,
          dates,
          holistic,
          again,
          { key: 'remarks', label: t`Remarks`, content: <RemarkList /> },
          { key: 'classes', label: t`Classes`, content: <ClassList /> },
          { key: 'schemes', label: t`Schemes`, content: <SchemeList /> },
          ...(school.flags.holdForDues ? [{ key: 'held', label: t`Held cards`, content: <HeldCards /> }] : []),
        ]
  const importLink = (
    <Button variant="quiet" as={Link} to="/exams/earlier">
      {t`Import earlier results`}
    </Button>
  )
  return (
    <PageLayout
      title={t`Exams`}
      context={t`Marks, and how each class is assessed`}
      action={viewer.role !== 'TEACHER' && importLink}
      tabs={tabs}
    />
  )
}
