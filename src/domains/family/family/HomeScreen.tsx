import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { paperDay, papersOfDay, paperTimes } from '#domains/exams/family/papers.exports.ts'
import { addDays } from '#shared/dates.ts'
import { familyChatPath } from '#shared/familyPaths.ts'
import { showMoney } from '#shared/money.ts'
import { Frame, MessageCard, OrdersUnderWay, useLink, useTitle } from '#domains/onlinefees/family/home.exports.tsx'
import { cardPath, childPath, feesPath } from './address.ts'
import { type Child, childrenOf, type Home, type HomeSchool } from './home.ts'
import { LastKnown } from './LastKnown.tsx'
import { LaterChild } from './LaterChild.tsx'
import { JoinLecture } from './LiveLecture.tsx'
import { switchOff } from './notifications.ts'
import { NotifySwitch } from './NotifySwitch.tsx'
import { Portrait } from './Portrait.tsx'
import { signOut } from './signInRequests.ts'
import { todayText } from './todayText.ts'
import type { HomeState } from './useHome.ts'

/** All children of the guardian, by school: how today is, what is to pay, and a word to the teacher. */
export function HomeScreen({ state, home }: { state: HomeState; home: Home }) {
  useTitle(t`Your children`)
  const [onlySchool] = home.schools.length === 1 ? home.schools : []
  const header = onlySchool?.family.school ?? { name: 'Shala', logoUrl: null }
  if (home.schools.length === 0 && !home.hasLaterChild)
    return (
      <Frame school={header}>
        <MessageCard title={t`No children found`} action={<SignOut state={state} />}>
          <Trans>No school here has the phone {home.phone} for a child of this term. Please ask the office.</Trans>
        </MessageCard>
      </Frame>
    )
  return (
    <Frame school={header}>
      <h1>
        <Trans>Your children</Trans>
      </h1>
      <LastKnown state={state} />
      <LaterChild home={home} state={state} />
      {home.schools.map((school) => (
        <SchoolSection key={school.place} school={school} home={home} state={state} isNamed={onlySchool === undefined} />
      ))}
      <footer className="home-foot">
        <p className="quiet">
          <Trans>Signed in with the phone {home.phone}</Trans>
        </p>
        <NotifySwitch />
        <SignOut state={state} />
      </footer>
    </Frame>
  )
}

function SchoolSection({ school, home, state, isNamed }: { school: HomeSchool; home: Home; state: HomeState; isNamed: boolean }) {
  const { family, place } = school
  const heading = useId()
  const reload = async () => (await state.reload())?.schools.find((one) => one.place === place)?.family ?? null
  return (
    <section aria-labelledby={isNamed ? heading : undefined}>
      {isNamed && (
        <h2 id={heading} className="more">
          {family.school.name}
        </h2>
      )}
      <OrdersUnderWay hash={place} family={family} reload={reload} />
      <ul className="children">
        {childrenOf(school).map((child) => (
          <ChildCard key={child.fees.id} child={child} home={home} />
        ))}
      </ul>
    </section>
  )
}

function ChildCard({ child, home }: { child: Child; home: Home }) {
  const link = useLink()
  const { school, fees, facts } = child
  const today = todayText(home, child)
  const overdue = fees.fees.some((fee) => fee.overdue && fee.pending > 0)
  return (
    <li className="card">
      <a className="child" {...link(childPath(school.place, fees.id))}>
        <Portrait child={child} />
        <span className="who">
          <strong>{fees.name}</strong>
          <span className="quiet">{fees.roll === '' ? fees.sectionName : t`${fees.sectionName} · roll ${fees.roll}`}</span>
          <span className={`today ${today.tone}`}>{today.text}</span>
        </span>
      </a>
      <ExamsNow home={home} child={child} />
      {facts.lecture && <JoinLecture child={child} lecture={facts.lecture} />}
      <div className="actions">
        <a className={fees.due > 0 ? 'button primary' : 'button secondary'} {...link(feesPath(school.place, fees.id))}>
          {fees.due > 0 ? (overdue ? t`Pay ${showMoney(fees.due)}, overdue` : t`Pay ${showMoney(fees.due)}`) : t`Fees`}
        </a>
        <a className="button secondary" {...link(`${childPath(school.place, fees.id)}#tell`)}>
          <Trans>Tell the teacher</Trans>
        </a>
        {(facts.chat?.unread || facts.chat?.unreadOfSection) && (
          <a className="button secondary" {...link(familyChatPath(school.place, fees.id, !facts.chat.unread))}>
            <Trans>New from the school</Trans>
          </a>
        )}
      </div>
    </li>
  )
}

/** Days for which a report card is new. */
const newForDays = 14

/** Says which papers are today or tomorrow, and leads to a report card that is new. */
function ExamsNow({ home, child: { facts, fees, school } }: { home: Home; child: Child }) {
  const link = useLink()
  const soon = facts.exams
    .flatMap(({ papers }) => papersOfDay(papers, home.today).next)
    .filter(({ day }) => day <= addDays(home.today, 1))
  const [card] = facts.reportCards.filter(
    ({ held, visibleFrom }) => held === null && visibleFrom > addDays(home.today, -newForDays),
  )
  return (
    <>
      {soon.map((paper) => (
        <p key={paper.id} className="note">
          {paperDay(paper.day, home.today)}: <strong>{paper.subject}</strong>, {paperTimes(paper)}
        </p>
      ))}
      {card && (
        <div className="actions">
          <a className="button secondary" {...link(cardPath(school.place, fees.id, card.id))}>
            {card.part ? t`Report card: ${card.part}` : t`Report card of the year`}
          </a>
        </div>
      )}
    </>
  )
}

function SignOut({ state }: { state: HomeState }) {
  const [problem, setProblem] = useState(false)
  const out = async (everywhere: boolean) => {
    await switchOff().catch(() => undefined)
    if (await signOut(everywhere)) state.forget()
    else setProblem(true)
  }
  return (
    <>
      <div className="actions">
        <button type="button" className="secondary" onClick={() => void out(false)}>
          <Trans>Sign out</Trans>
        </button>
        <button type="button" className="secondary" onClick={() => void out(true)}>
          <Trans>Sign out on all devices</Trans>
        </button>
      </div>
      {problem && (
        <p className="problem" role="alert">
          <Trans>You are still signed in, because there was no answer. Please try again when your phone is online.</Trans>
        </p>
      )}
    </>
  )
}
