import { Plural, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { cardResult, cardTitle } from '#domains/exams/family/cardTexts.exports.ts'
import { type AnnouncedPaper, paperChange, paperDay, papersOfDay, paperTimes } from '#domains/exams/family/papers.exports.ts'
import { useLink } from '#domains/onlinefees/family/home.exports.tsx'
import { showMoney } from '#shared/money.ts'
import { cardPath, feesPath } from './address.ts'
import type { Child, Facts, Home } from './home.ts'

/** The announced exams of a child and the published report cards. Leaves out what there is none of. */
export function ExamsOfChild({ home, child }: { home: Home; child: Child }) {
  const { exams, reportCards } = child.facts
  return (
    <>
      {exams.map((exam) => (
        <ExamOfChild key={exam.id} exam={exam} today={home.today} />
      ))}
      {reportCards.length > 0 && <ReportCards child={child} />}
    </>
  )
}

function ExamOfChild({ exam, today }: { exam: Facts['exams'][number]; today: string }) {
  const { next, later, removed, over } = papersOfDay(exam.papers, today)
  const title = useId()
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{exam.name}</h2>
      {next.length > 0 && (
        <div className="next-papers">
          <span className="quiet">{paperDay(next[0]?.day ?? today, today)}</span>
          {next.map((paper) => (
            <p key={paper.id}>
              <strong>{paper.subject}</strong> {paperTimes(paper)}
              <Change paper={paper} />
            </p>
          ))}
        </div>
      )}
      <Papers papers={[...later, ...removed]} today={today} />
      {exam.instructions !== '' && <p className="instructions">{exam.instructions}</p>}
      {over.length > 0 && (
        <details>
          <summary>
            <Trans>
              Over: <Plural value={over.length} one="# paper" other="# papers" />
            </Trans>
          </summary>
          <Papers papers={over} today={today} />
        </details>
      )}
    </section>
  )
}

function Papers({ papers, today }: { papers: readonly AnnouncedPaper[]; today: string }) {
  if (papers.length === 0) return null
  return (
    <ul className="facts">
      {papers.map((paper) => (
        <li key={paper.id}>
          <span className={paper.change === 'REMOVED' ? 'removed-paper' : undefined}>{paper.subject}</span>
          <span className={paper.change === 'REMOVED' ? 'quiet removed-paper' : 'quiet'}>
            {paperDay(paper.day, today)}, {paperTimes(paper)}
          </span>
          <Change paper={paper} />
        </li>
      ))}
    </ul>
  )
}

function Change({ paper }: { paper: AnnouncedPaper }) {
  const text = paperChange(paper)
  return text !== null && <span className="paper-change">{text}</span>
}

function ReportCards({ child }: { child: Child }) {
  const link = useLink()
  const { facts, fees, school } = child
  const held = facts.reportCards.find((card) => card.held !== null)?.held ?? undefined
  return (
    <section className="card" aria-labelledby="report-cards">
      <h2 id="report-cards">
        <Trans>Report cards</Trans>
      </h2>
      <ul className="facts">
        {facts.reportCards.map((card) => (
          <li key={card.id}>
            {card.held === null ? (
              <a {...link(cardPath(school.place, fees.id, card.id))}>{cardTitle(card)}</a>
            ) : (
              <span>{cardTitle(card)}</span>
            )}
            <span className="quiet">{[card.sectionName, cardResult(card)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {held !== undefined && <Held amount={held} child={child} />}
    </section>
  )
}

/** Says that the school holds the cards, and leads to what opens them. */
function Held({ amount, child: { fees, school } }: { amount: number; child: Child }) {
  const link = useLink()
  return (
    <>
      <p className="note">
        <Trans>
          The school gives out report cards when the overdue fees of {showMoney(amount)} are paid. They open at once after the
          payment.
        </Trans>
      </p>
      <a className="button primary" {...link(feesPath(school.place, fees.id))}>
        <Trans>See and pay the fees</Trans>
      </a>
    </>
  )
}
