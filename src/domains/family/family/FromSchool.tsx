import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { schoolDay, showDay, showMoment } from '#shared/dates.ts'
import type { Facts } from './home.ts'

/** Messages that are always shown. Older ones are collapsed below them. */
const alwaysShown = 3

/** What the school has told the family: messages, incidents, certificates. Leaves out what there is none of. */
export function FromSchool({ facts: { messages, incidents, certificates } }: { facts: Facts }) {
  return (
    <>
      {messages.length > 0 && (
        <section className="card" aria-labelledby="messages">
          <h2 id="messages">
            <Trans>Messages to you</Trans>
          </h2>
          <Messages messages={messages.slice(0, alwaysShown)} />
          {messages.length > alwaysShown && (
            <details>
              <summary>
                <Trans>
                  Earlier: <Plural value={messages.length - alwaysShown} one="# message" other="# messages" />
                </Trans>
              </summary>
              <Messages messages={messages.slice(alwaysShown)} />
            </details>
          )}
        </section>
      )}
      {incidents.length > 0 && (
        <section className="card" aria-labelledby="incidents">
          <h2 id="incidents">
            <Trans>Discipline</Trans>
          </h2>
          <ul className="facts">
            {incidents.map(({ id, day, type, points }) => (
              <li key={id}>
                <span>
                  {type}
                  <span className="quiet"> {showDay(day)}</span>
                </span>
                <span className={points < 0 ? 'overdue' : 'quiet'}>
                  {points > 0 ? t`+${points} points` : t`${points} points`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {certificates.length > 0 && (
        <section className="card" aria-labelledby="certificates">
          <h2 id="certificates">
            <Trans>Certificates</Trans>
          </h2>
          <ul className="facts">
            {certificates.map(({ id, name, serial, isDuplicate, issuedAt, path }) => (
              <li key={id}>
                <span>
                  {name} {serial}
                  <span className="quiet">
                    {' '}
                    {showDay(schoolDay(new Date(issuedAt)))}
                    {isDuplicate && ` · ${t`duplicate`}`}
                  </span>
                </span>
                <a href={path} target="_blank" rel="noreferrer" aria-label={t`Check ${name} ${serial}`}>
                  <Trans>Check</Trans>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Messages({ messages }: { messages: Facts['messages'] }) {
  return (
    <ul className="messages">
      {messages.map(({ id, text, sentAt }) => (
        <li key={id}>
          <p>{text}</p>
          <span className="quiet">{showMoment(sentAt)}</span>
        </li>
      ))}
    </ul>
  )
}
