import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { Heading } from '#ui/kit/Text.tsx'
import { AnnouncedExams } from './cards/AnnouncedExams.tsx'
import { CardList } from './cards/CardList.tsx'
import type { AnnouncedExamFactsFragment, StudentCardFactsFragment } from '../family/facts.graphql.ts'
import styles from './earlierResults.exports.module.css'

interface ResultsOfStudentProps {
  /** Null for a viewer who may not see them. */
  exams: readonly AnnouncedExamFactsFragment[] | null | undefined
  cards: readonly StudentCardFactsFragment[] | null | undefined
}

/** A student's announced exams and published report cards of all years. Leaves out what there is none of. */
export function ResultsOfStudent({ exams, cards }: ResultsOfStudentProps) {
  const titleId = useId()
  const today = schoolDay(new Date())
  return (
    <>
      {exams && <AnnouncedExams exams={exams} today={today} />}
      {cards && cards.length > 0 && (
        <section aria-labelledby={titleId} className={styles.section}>
          <Heading level={2} id={titleId}>
            <Trans>Report cards</Trans>
          </Heading>
          <CardList cards={cards} today={today} />
        </section>
      )}
    </>
  )
}
