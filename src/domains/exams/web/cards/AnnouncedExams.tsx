import { plural, t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import type { Day } from '#shared/dates.ts'
import { Disclosure } from '#ui/kit/Disclosure.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { type AnnouncedPaper, paperChange, paperDay, papersOfDay, paperTimes } from '../../family/papers.exports.ts'
import type { AnnouncedExamFactsFragment } from '../../family/facts.graphql.ts'
import styles from './AnnouncedExams.module.css'

interface AnnouncedExamsProps {
  exams: readonly AnnouncedExamFactsFragment[]
  today: Day
}

/** The announced exams of a student: the next papers first, then the others, with what was changed since. */
export function AnnouncedExams({ exams, today }: AnnouncedExamsProps) {
  return exams.map((exam) => <AnnouncedExam key={exam.id} exam={exam} today={today} />)
}

function AnnouncedExam({ exam, today }: { exam: AnnouncedExamFactsFragment; today: Day }) {
  const [open, setOpen] = useState(false)
  const { next, later, removed, over } = papersOfDay(exam.papers, today)
  const title = useId()
  return (
    <section aria-labelledby={title} className={styles.exam}>
      <Heading level={2} id={title}>
        {exam.name}
      </Heading>
      <div className={styles.exam}>
        {next.length > 0 && (
          <div className={styles.next}>
            <Text size="small">{paperDay(next[0]?.day ?? today, today)}</Text>
            {next.map((paper) => (
              <Text key={paper.id}>
                <strong>{paper.subject}</strong> {paperTimes(paper)} <Change paper={paper} />
              </Text>
            ))}
          </div>
        )}
        <Papers papers={[...later, ...removed]} today={today} label={t`Papers of ${exam.name}`} />
        {exam.instructions !== '' && <Text className={styles.instructions}>{exam.instructions}</Text>}
        {over.length > 0 && (
          <Disclosure
            title={plural(over.length, { one: '# paper is over', other: '# papers are over' })}
            open={open}
            onToggle={setOpen}
          >
            <Papers papers={over} today={today} label={t`Over papers of ${exam.name}`} />
          </Disclosure>
        )}
      </div>
    </section>
  )
}

function Papers({ papers, today, label }: { papers: readonly AnnouncedPaper[]; today: Day; label: string }) {
  if (papers.length === 0) return null
  return (
    <ul aria-label={label} className={styles.papers}>
      {papers.map((paper) => {
        const removed = paper.change === 'REMOVED' ? styles.removed : undefined
        return (
          <li key={paper.id}>
            <span className={removed}>{paper.subject}</span>
            <span className={removed}>
              {paperDay(paper.day, today)}, {paperTimes(paper)}
            </span>
            <Change paper={paper} />
          </li>
        )
      })}
    </ul>
  )
}

function Change({ paper }: { paper: AnnouncedPaper }) {
  const text = paperChange(paper)
  return text !== null && <span className={styles.change}>{text}</span>
}
