import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import type { Failure } from '#ui/problems.ts'
import { ErrorState } from '#ui/states.tsx'
import { TeachableDocument, type TeachableItemPartsFragment } from '../lectures.graphql.ts'
import { NoSections } from './MySections.tsx'
import { StartBar } from './StartBar.tsx'
import styles from './ClassList.module.css'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { classes } from '#ui/kit/classes.ts'

type Item = TeachableItemPartsFragment
const keyOf = ({ sectionId, subjectId, bookId }: Item) => `${sectionId} ${subjectId} ${bookId}`

/** The teacher's books, subjects and sections, to start a live lecture of one or several. */
export function ClassList() {
  const { schoolId, terms } = useActiveSchool()
  const termId = terms.find((term) => term.current)?.id ?? '0'
  const { data, error, refetch } = useQuery(TeachableDocument, { variables: { schoolId, input: { termId } } })
  // Loads the list once a page that was opened offline has a connection.
  usePoll(5000, () => refetch(), { on: data === undefined })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} failure={withoutConnection} /> : <LoadingState />
  const { books, subjects, sections, minutes, defaultMinutes } = data.teachable
  const all = [...books, ...subjects, ...sections]
  if (all.length === 0) return <NoSections />

  function toggle(item: Item) {
    const next = new Set(chosen)
    if (!next.delete(keyOf(item))) next.add(keyOf(item))
    setChosen(next)
  }

  const groups = [
    { heading: t`Books`, items: books },
    { heading: t`Subjects`, items: subjects },
    { heading: t`Sections`, items: sections },
  ]
  const items = all.filter((item) => chosen.has(keyOf(item)))
  return (
    <>
      <div>
        <Heading level={2}>
          <Trans>Live Lecture</Trans>
        </Heading>
        <Text tone="quiet" size="small">
          <Trans>Choose books, subjects or sections. Several choices together are one lecture.</Trans>
        </Text>
      </div>
      {groups
        .filter((group) => group.items.length > 0)
        .map((group) => (
          <section key={group.heading} aria-label={group.heading}>
            <Heading level={3} className={styles.text}>
              {group.heading}
            </Heading>
            <ul className={styles.list}>
              {group.items.map((item) => (
                <Choice key={keyOf(item)} item={item} checked={chosen.has(keyOf(item))} onToggle={() => toggle(item)} />
              ))}
            </ul>
          </section>
        ))}
      {items.length > 0 && (
        <StartBar
          items={items}
          termId={termId}
          minutes={minutes}
          defaultMinutes={defaultMinutes}
          onCancel={() => setChosen(new Set())}
        />
      )}
    </>
  )
}

function withoutConnection(message: string, { code }: Failure): string {
  return code === 'NETWORK' ? t`No connection just now. A live lecture needs one to start.` : message
}

function Choice({ item, checked, onToggle }: { item: Item; checked: boolean; onToggle: () => void }) {
  return (
    <li className={styles.item}>
      <Checkbox
        checked={checked}
        onChange={onToggle}
        aria-label={[item.title, item.subtitle].filter(Boolean).join(', ')}
        className={classes(styles.choice, checked && styles.chosen)}
        label={
          <span className={styles.box}>
            <span className={styles.strong}>{item.title}</span>
            {item.subtitle && <span className={styles.hint}>{item.subtitle}</span>}
          </span>
        }
      />
    </li>
  )
}
