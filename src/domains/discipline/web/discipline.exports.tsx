import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Card } from '#ui/kit/Card.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import type { StudentDisciplineFactsFragment } from './discipline.graphql.ts'
import styles from './discipline.exports.module.css'
import { StudentDiscipline } from './StudentDiscipline.tsx'

interface DisciplineOfStudentProps {
  student: { id: string; name: string; sectionId: string }
  discipline: StudentDisciplineFactsFragment
}

/** Shows a student's points and incidents of the active term. */
export function DisciplineOfStudent(props: DisciplineOfStudentProps) {
  const titleId = useId()
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId} className={styles.spaced}>
        <Trans>Discipline</Trans>
      </Heading>
      <StudentDiscipline {...props} />
    </Card>
  )
}
