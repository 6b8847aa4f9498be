import { t } from '@lingui/core/macro'
import { lazy } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { namesDocument } from '#ui/documents/namesDocument.ts'
import { Button } from '#ui/kit/Button.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'

const ScoreBoard = lazy(() => import('./scores/ScoreBoard.tsx'))
const ExamList = lazy(() => import('./dates/ExamList.tsx'))
const DatesScreen = lazy(() => import('./dates/DatesScreen.tsx'))
const HallTicketsPage = lazy(() => import('./dates/HallTicketsPage.tsx'))
const AnalysisTab = lazy(() => import('./analysis/AnalysisTab.tsx'))
const ClassList = lazy(() => import('./classes/ClassList.tsx'))
const SchemeList = lazy(() => import('./schemes/SchemeList.tsx'))

/**
 * /exams: marks to enter and date sheets; for the office also how the classes are assessed, and by which schemes. An
 * address with a document or an exam shows that one.
 */
export default function ExamsScreen() {
  const [address] = useSearchParams()
  if (namesDocument(address)) return <HallTicketsPage />
  return address.has('exam') ? <DatesScreen key={address.get('exam')} /> : <Exams />
}

function Exams() {
  const { viewer } = useActiveSchool()
  const scores = { key: 'scores', label: t({ message: 'Marks', context: 'of an exam' }), content: <ScoreBoard /> }
  const dates = { key: 'dates', label: t`Date sheets`, content: <ExamList /> }
  const analysis = { key: 'analysis', label: t`Analysis`, content: <AnalysisTab /> }
  const tabs =
    viewer.role === 'TEACHER'
      ? [scores, dates, analysis]
      : [
          scores,
          dates,
          analysis,
          { key: 'classes', label: t`Classes`, content: <ClassList /> },
          { key: 'schemes', label: t`Schemes`, content: <SchemeList /> },
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
