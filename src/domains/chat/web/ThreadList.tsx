import InputAdornment from '@mui/material/InputAdornment'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
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
import { SearchIcon } from '#ui/kit/icons.ts'
import { ChipButton } from '#ui/kit/Chip.tsx'

const filters = [
  ['ALL', 'All'],
  ['UNREAD', 'Unread'],
  ['WAITING', 'Waiting for an answer'],
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
    <section aria-label="Conversations" className={styles.section}>
      {!family && (
        <div className={styles.grid}>
          <TextField
            size="small"
            type="search"
            label="Search conversations"
            value={searchText}
            onChange={(event) => setSearchText(event.target.value)}
            slotProps={{
              htmlInput: { maxLength: 100 },
              input: {
                startAdornment: (
                  <InputAdornment position="start">
                    <SearchIcon size={20} />
                  </InputAdornment>
                ),
              },
            }}
          />
          <Row role="group" aria-label="Show" gap={2} wrap>
            {filters.map(([key, label]) => (
              <ChipButton key={key} label={label} onClick={() => setFilter(key)} pressed={filter === key} />
            ))}
          </Row>
        </div>
      )}
      {failing && (
        <Text size="small" role="status" className={styles.hint}>
          No connection. This is the list loaded last.
        </Text>
      )}
      <div className={styles.box}>
        {rows === null ? (
          <div className={styles.waiting}>
            {error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={5} />}
          </div>
        ) : rows.length === 0 ? (
          <EmptyState
            text={isFiltered ? 'No conversation matches' : 'No conversations yet'}
            hint={
              isFiltered
                ? undefined
                : family
                  ? 'Messages from the school to you or your section appear here. You can write to the teachers.'
                  : 'Choose New Conversation to write to a family or to all families of a section.'
            }
          />
        ) : (
          <List disablePadding aria-label="Conversations">
            {rows.map((thread) => (
              <ThreadItem key={thread.id} thread={thread} open={thread.id === openId} onOpen={() => onOpen(thread.id)} />
            ))}
          </List>
        )}
        {more && (
          <div className={styles.more}>
            <Button variant="quiet" onClick={() => void loadMore()} loading={loading}>
              Show more
            </Button>
          </div>
        )}
      </div>
    </section>
  )
}

function ThreadItem({ thread, open, onOpen }: { thread: ChatThreadRowFragment; open: boolean; onOpen: () => void }) {
  const { title, detail, unread, lastAt, closedAt } = thread
  const weight = unread ? 700 : 400
  const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
  return (
    <ListItem disablePadding divider>
      <ListItemButton selected={open} onClick={onOpen} aria-current={open ? 'true' : undefined} className={styles.threadItemBox}>
        <div className={styles.fill}>
          <Row gap={2} align="baseline">
            <Typography component="span" sx={{ ...line, flex: 1, fontWeight: unread ? 700 : 600 }}>
              {title}
            </Typography>
            <Text as="span" size="small" className={styles.threadItemHint}>
              {lastAt && shortMoment(lastAt)}
            </Text>
          </Row>
          <Typography
            component="span"
            variant="body2"
            sx={{ ...line, display: 'block', color: 'text.secondary', fontSize: '0.8125rem' }}
          >
            {closedAt ? `${detail} · Closed` : detail}
          </Typography>
          <Typography component="span" variant="body2" sx={{ ...line, display: 'block', fontWeight: weight }}>
            {lastMessageLine(thread)}
          </Typography>
        </div>
        {unread && (
          <span className={styles.unreadDot}>
            <span style={visuallyHidden}>Unread</span>
          </span>
        )}
      </ListItemButton>
    </ListItem>
  )
}

function lastMessageLine({ lastByName, lastText, lastHasFile }: ChatThreadRowFragment): string {
  if (lastText === null) return 'The last message was removed'
  return `${lastByName ?? ''}: ${lastText.replace(/\s+/g, ' ') || (lastHasFile ? 'Sent a file' : '')}`
}

/** Formats a moment: the time for today, the day otherwise. */
function shortMoment(at: string): string {
  const moment = new Date(at)
  return schoolDay(moment) === schoolDay(new Date()) ? schoolTime(moment).slice(0, 5) : showDay(schoolDay(moment))
}
