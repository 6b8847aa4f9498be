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
const HallTicketsPage = lazy(() => import('./dates/HallTicketsPage.tsx'))
const ClassList = lazy(() => import('./classes/ClassList.tsx'))
const SchemeList = lazy(() => import('./schemes/SchemeList.tsx'))

/**
 * /exams: marks to enter and date sheets; for the office also how the classes are assessed, and by which schemes; for a
 * student the own papers and report cards. An address with a document, an exam or a card shows that one.
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
  if (namesDocument(address)) return <HallTicketsPage />
  return address.has('exam') ? <DatesScreen key={address.get('exam')} /> : <Exams />
}

function Exams() {
  const { school, viewer } = useActiveSchool()
  const scores = { key: 'scores', label: t({ message: 'Marks', context: 'of an exam' }), content: <ScoreBoard /> }
  const dates = { key: 'dates', label: t`Date sheets`, content: <ExamList /> }
  const tabs =
    viewer.role === 'TEACHER'
      ? [scores, dates]
      : [
          scores,
          dates,
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
