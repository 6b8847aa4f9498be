import { t } from '@lingui/core/macro'
import { lazy } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'

const ScoreBoard = lazy(() => import('./scores/ScoreBoard.tsx'))
const ClassList = lazy(() => import('./classes/ClassList.tsx'))
const SchemeList = lazy(() => import('./schemes/SchemeList.tsx'))

/** /exams: marks to enter; for the office also how the classes are assessed, and by which schemes. */
export default function ExamsScreen() {
  const { viewer } = useActiveSchool()
  const scores = { key: 'scores', label: t({ message: 'Marks', context: 'of an exam' }), content: <ScoreBoard /> }
  const tabs =
    viewer.role === 'TEACHER'
      ? [scores]
      : [
          scores,
          { key: 'classes', label: t`Classes`, content: <ClassList /> },
          { key: 'schemes', label: t`Schemes`, content: <SchemeList /> },
        ]
  return <PageLayout title={t`Exams`} context={t`Marks, and how each class is assessed`} tabs={tabs} />
}
