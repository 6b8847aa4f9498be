import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import { schoolDay, schoolTime, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import type { ChatThreadRowFragment } from './chat.graphql.ts'
import { useThreads } from './useThreads.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './ThreadList.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { GroupsIcon, SearchIcon } from '#ui/kit/icons.ts'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { ChipButton } from '#ui/kit/Chip.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { List, ListButton, ListRow } from '#ui/kit/List.tsx'
import { HeardText } from '#ui/kit/HeardText.tsx'
import { classes } from '#ui/kit/classes.ts'

const filters = [
  ['ALL', t`All`],
  ['UNREAD', t`Unread`],
  ['WAITING', t`Waiting for an answer`],
] as const
type Filter = (typeof filters)[number][0]

interface ThreadListProps {
  openId: string | null
  onOpen: (id: string) => void
}

/** Lists the viewer's conversations, newest message first. */
export function ThreadList({ openId, onOpen }: ThreadListProps) {
  const { viewer, terms, term } = useActiveSchool()
  const [searchText, setSearchText] = useState('')
  const [filter, setFilter] = useState<Filter>('ALL')
  const search = useDeferredValue(searchText.trim())
  const office = viewer.role === 'ADMIN' || viewer.role === 'SUPERADMIN'
  // Admins also see an earlier term's conversations when the top bar shows that term.
  const earlier = office && term && !term.current && terms.length > 1 ? { termId: term.id } : {}
  const { rows, more, loadMore, loading, error, failing, retry } = useThreads({ filter, search, ...earlier })
  const family = viewer.role === 'STUDENT'
  const isFiltered = search !== '' || filter !== 'ALL'
  return (
    <section aria-label={t`Conversations`} className={styles.section}>
      {!family && (
        <div className={styles.grid}>
          <TextField
            type="search"
            label={t`Search conversations`}
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            maxLength={100}
            start={<SearchIcon size={20} />}
            hideLabel
          />
          <Row role="group" aria-label={t`Show`} gap={2} wrap>
            {filters.map(([key, label]) => (
              <ChipButton key={key} label={label} onClick={() => setFilter(key)} pressed={filter === key} />
            ))}
          </Row>
        </div>
      )}
      {failing && (
        <Text size="small" role="status" className={styles.hint}>
          <Trans>No connection. This is the list loaded last.</Trans>
        </Text>
      )}
      <div className={styles.box}>
        {rows === null ? (
          <div className={styles.waiting}>
            {error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={5} />}
          </div>
        ) : rows.length === 0 ? (
          <EmptyState
            text={isFiltered ? t`No conversation matches` : t`No conversations yet`}
            hint={
              isFiltered
                ? undefined
                : family
                  ? t`Messages from the school to you or your section appear here. You can write to the teachers.`
                  : t`Choose “New Conversation” to write to a family or to all families of a section.`
            }
          />
        ) : (
          <List aria-label={t`Conversations`}>
            {rows.map((thread) => (
              <ThreadItem key={thread.id} thread={thread} open={thread.id === openId} onOpen={() => onOpen(thread.id)} />
            ))}
          </List>
        )}
        {more && (
          <div className={styles.more}>
            <Button variant="quiet" onClick={() => void loadMore()} loading={loading}>
              <Trans>Show more</Trans>
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function ThreadItem({ thread, open, onOpen }: { thread: ChatThreadRowFragment; open: boolean; onOpen: () => void }) {
  const { title, detail, unread, lastAt, closedAt } = thread
  return (
    <ListRow divided>
      <ListButton
        chosen={open}
        onClick={onOpen}
        aria-current={open ? 'true' : undefined}
        className={classes(styles.threadItemBox, unread && styles.unread)}
      >
        {thread.studentId === null ? (
          <span aria-hidden className={styles.group}>
            <GroupsIcon size={18} />
          </span>
        ) : (
          <Avatar name={title} className={styles.face} />
        )}
        <div className={styles.fill}>
          <Row gap={2} align="baseline">
            <span className={styles.title}>{title}</span>
            <Text as="span" size="small" className={styles.threadItemHint}>
              {lastAt && shortMoment(lastAt)}
            </Text>
          </Row>
          <span className={styles.about}>{closedAt ? t`${detail} · Closed` : detail}</span>
          <span className={styles.last}>{lastMessageLine(thread)}</span>
        </div>
        {unread && (
          <span className={styles.unreadDot}>
            <HeardText>
              <Trans>Unread</Trans>
            </HeardText>
          </span>
        )}
      </ListButton>
    </ListRow>
  )
}

function lastMessageLine({ lastByName, lastText, lastHasFile }: ChatThreadRowFragment): string {
  if (lastText === null) return t`The last message was removed`
  return `${lastByName ?? ''}: ${lastText.replace(/\s+/g, ' ') || (lastHasFile ? t`Sent a file` : '')}`
}

/** Formats a moment: the time for today, the day otherwise. */
function shortMoment(at: string): string {
  const moment = new Date(at)
  return schoolDay(moment) === schoolDay(new Date()) ? schoolTime(moment).slice(0, 5) : showDay(schoolDay(moment))
}
