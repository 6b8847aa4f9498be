import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { type Day, showDay } from '#shared/dates.ts'
import { Text } from '#ui/kit/Text.tsx'
import timeline from '#ui/timeline.module.css'
import { MessageChip } from '#domains/messaging/web/messageDisplay.exports.tsx'
import type { AttentionDetailsFragment } from './attention.graphql.ts'
import { closingText, foundText, goneText } from './reasonTexts.ts'
import styles from './CaseHistory.module.css'

type Entry = AttentionDetailsFragment['entries'][number]

interface Event {
  key: string
  day: Day
  title: ReactNode
  detail?: ReactNode
}

/** Lists what was found, done and agreed, the latest first. */
export function CaseHistory({ details: { case: row, entries } }: { details: AttentionDetailsFragment }) {
  const found = row.reasons.map(
    (reason): Event => ({
      key: `found ${reason.id}`,
      day: reason.foundOn,
      title: reason.foundOn === row.openedOn ? t`Opened by a rule` : t`Another reason`,
      detail: foundText(reason),
    }),
  )
  const gone = row.reasons.flatMap((reason): Event[] =>
    reason.goneOn === null || reason.goneOn === row.closedOn
      ? []
      : [{ key: `gone ${reason.id}`, day: reason.goneOn, title: t`A reason is gone`, detail: goneText(reason) }],
  )
  const closed: Event[] = row.closedOn === null ? [] : [{ key: 'closed', day: row.closedOn, title: closingText(row) }]
  // Of one day, what closes comes last and what was found first; entries are the latest first already.
  const events = [...closed, ...entries.map(entryEvent), ...gone, ...found].toSorted((a, b) =>
    a.day < b.day ? 1 : a.day > b.day ? -1 : 0,
  )
  return (
    <ol className={styles.list}>
      {events.map(({ key, day, title, detail }) => (
        <li key={key} className={timeline.event}>
          <Text size="small" tone="quiet">
            {showDay(day)}
          </Text>
          <div className={styles.title}>{title}</div>
          {detail && <div className={styles.detail}>{detail}</div>}
        </li>
      ))}
    </ol>
  )
}

function entryEvent(entry: Entry): Event {
  const { id, kind, day, person, said, agreed, lookAgainOn, writtenByName, text, messageState } = entry
  const titles = {
    CALL: t`${writtenByName} called ${person}`,
    NOTE: t`Note of ${writtenByName}`,
    MESSAGE: t`Message sent by ${writtenByName}`,
  }
  return {
    key: id,
    day,
    title: titles[kind],
    detail: (
      <>
        {said}
        {text}
        {messageState && <MessageChip state={messageState as never} />}
        {agreed && <div>{t`Agreed: ${agreed}`}</div>}
        {lookAgainOn && <div className={styles.quiet}>{t`Look again on ${showDay(lookAgainOn)}`}</div>}
      </>
    ),
  }
}
