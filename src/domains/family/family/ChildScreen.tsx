import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { showDay, showWeekday } from '#shared/dates.ts'
import { familyChatPath } from '#shared/familyPaths.ts'
import { minMoney, showMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { Frame, useLink, useTitle } from '#domains/onlinefees/family/home.exports.tsx'
import { feesPath, homePath } from './address.ts'
import { CardCode } from './CardCode.tsx'
import { ExamsOfChild } from './ExamsOfChild.tsx'
import { FromSchool } from './FromSchool.tsx'
import type { Child, Facts, Home } from './home.ts'
import { LastKnown } from './LastKnown.tsx'
import { LiveLecture } from './LiveLecture.tsx'
import { Portrait } from './Portrait.tsx'
import { TellTeacher } from './TellTeacher.tsx'
import { todayText } from './todayText.ts'
import type { HomeState } from './useHome.ts'

/** One child: today, the fees, the attendance of the term, and a word to the teacher. */
export function ChildScreen({ state, home, child }: { state: HomeState; home: Home; child: Child }) {
  const link = useLink()
  const { school, fees, facts } = child
  const { family } = school
  const today = todayText(home, child)
  useTitle(fees.name)
  return (
    <Frame school={family.school}>
      <nav>
        <a className="back" {...link(homePath)}>
          <span aria-hidden="true">‹ </span>
          <Trans>Your children</Trans>
        </a>
      </nav>
      <div className="child-head">
        <Portrait child={child} />
        <div className="who">
          <h1>{fees.name}</h1>
          <p className="lead">{fees.roll === '' ? fees.sectionName : t`${fees.sectionName} · roll ${fees.roll}`}</p>
          <p className={`today ${today.tone}`}>{today.text}</p>
        </div>
      </div>
      <LastKnown state={state} />
      <LiveLecture child={child} />
      <ExamsOfChild home={home} child={child} />
      <section className="card" aria-labelledby="fees">
        <h2 id="fees">
          <Trans>Fees</Trans>
        </h2>
        <FeesOf child={child} />
        <a className={fees.due > 0 ? 'button primary' : 'button secondary'} {...link(feesPath(school.place, fees.id))}>
          {fees.due > 0 ? t`See and pay` : t`Fees and receipts`}
        </a>
      </section>
      <ChatLink child={child} />
      <TellTeacher home={home} child={child} reload={state.reload} />
      <Attendance facts={facts} />
      <FromSchool facts={facts} />
      {facts.cardCode !== null && <CardCode code={facts.cardCode} name={fees.name} />}
    </Frame>
  )
}

function ChatLink({ child: { fees, facts, school } }: { child: Child }) {
  const link = useLink()
  if (facts.chat === null) return null
  const isNew = facts.chat.unread || facts.chat.unreadOfSection
  const ofSection = facts.chat.unreadOfSection && !facts.chat.unread
  return (
    <section className="card" aria-labelledby="chat">
      <h2 id="chat">
        <Trans>Chat with the school</Trans>
      </h2>
      <a className={isNew ? 'button primary' : 'button secondary'} {...link(familyChatPath(school.place, fees.id, ofSection))}>
        {isNew ? t`Read what is new` : t`Read and write`}
      </a>
    </section>
  )
}

function FeesOf({ child: { fees, school } }: { child: Child }) {
  // What a payment that is being checked holds is neither due nor overdue.
  const late = sumMoney(fees.fees.filter((fee) => fee.overdue).flatMap((fee) => [fee.pending, fee.lateFee]))
  const overdue = minMoney(fees.due, late)
  const rows = [
    { name: t`Overdue`, amount: overdue, bad: true },
    { name: t`Due this month`, amount: subtractMoney(fees.due, overdue), bad: false },
    { name: t`Later`, amount: subtractMoney(fees.pending, fees.due), bad: false },
    { name: t`Being checked`, amount: fees.held, bad: false },
  ].filter(({ amount }) => amount > 0)
  return (
    <>
      {school.family.payingOff !== null && <p className="quiet">{school.family.payingOff}</p>}
      {rows.length === 0 ? (
        <p className="quiet">
          <Trans>Nothing to pay.</Trans>
        </p>
      ) : (
        <dl className="price">
          {rows.map(({ name, amount, bad }) => (
            <div key={name}>
              <dt className={bad ? 'overdue' : undefined}>{name}</dt>
              <dd className="money">{showMoney(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Attendance({ facts: { taken, present, late, absences } }: { facts: Facts }) {
  const percent = Math.round((present / taken) * 100)
  return (
    <section className="card" aria-labelledby="attendance">
      <h2 id="attendance">
        <Trans>Attendance this term</Trans>
      </h2>
      {taken === 0 ? (
        <p className="quiet">
          <Trans>No register was taken yet.</Trans>
        </p>
      ) : (
        <>
          <p className="share">
            <strong>{percent} %</strong>{' '}
            <span className="quiet">
              <Trans>
                present, in {present} of {taken} registers
              </Trans>
              {late > 0 && (
                <>
                  {' · '}
                  <Plural value={late} one="late once" other="late # times" />
                </>
              )}
            </span>
          </p>
          {absences.length > 0 && (
            <>
              <h3>
                <Trans>Recently absent or late</Trans>
              </h3>
              <ul className="facts">
                {absences.map(({ day, session, subjectName, value }, index) => (
                  // A day may have two lectures of one subject.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={index}>
                    <span>
                      {showWeekday(day)}, {showDay(day)}
                      <span className="quiet"> {subjectName ?? sessionName(session)}</span>
                    </span>
                    <span className={value === 'A' ? 'overdue' : 'quiet'}>{value === 'A' ? t`Absent` : t`Late`}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  )
}

function sessionName(session: string): string {
  if (session === 'MORNING') return t`morning`
  return session === 'AFTERNOON' ? t`afternoon` : ''
}
