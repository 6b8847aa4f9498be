import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useId } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import styles from './discipline.exports.module.css'
import { Card } from '#ui/kit/Card.tsx'
import { Heading } from '#ui/kit/Text.tsx'

const StudentDiscipline = lazy(() => import('./StudentDiscipline.tsx'))

/** Shows a student's points and incidents of the active term; nothing where the school has no discipline module. */
export function DisciplineOfStudent({ student }: { student: { id: string; name: string; sectionId: string } }) {
  const { school } = useActiveSchool()
  const titleId = useId()
  if (!school.flags.discipline) return null
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId} className={styles.spaced}>
        <Trans>Discipline</Trans>
      </Heading>
      <Suspense fallback={<LoadingState lines={2} />}>
        <StudentDiscipline student={student} />
      </Suspense>
    </Card>
  )
}
