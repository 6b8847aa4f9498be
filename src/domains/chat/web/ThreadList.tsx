import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import InputAdornment from '@mui/material/InputAdornment'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import SearchIcon from '@mui/icons-material/Search'
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
    <Box component="section" aria-label="Conversations" sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0 }}>
      {!family && (
        <Box sx={{ p: { xs: 0, md: 1.5 }, pb: 1.5, display: 'grid', gap: 1 }}>
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
                    <SearchIcon fontSize="small" />
                  </InputAdornment>
                ),
              },
            }}
          />
          <Box role="group" aria-label="Show" sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap' }}>
            {filters.map(([key, label]) => (
              <Chip
                key={key}
                size="small"
                label={label}
                clickable
                onClick={() => setFilter(key)}
                aria-pressed={filter === key}
                color={filter === key ? 'primary' : 'default'}
                variant={filter === key ? 'filled' : 'outlined'}
              />
            ))}
          </Box>
        </Box>
      )}
      {failing && (
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary', px: 1.5 }}>
          No connection. This is the list loaded last.
        </Typography>
      )}
      <Box sx={{ flex: 1, overflowY: 'auto', minHeight: 0 }}>
        {rows === null ? (
          <Box sx={{ p: 1.5 }}>{error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={5} />}</Box>
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
          <Box sx={{ p: 1, textAlign: 'center' }}>
            <Button onClick={() => void loadMore()} loading={loading}>
              Show more
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  )
}

function ThreadItem({ thread, open, onOpen }: { thread: ChatThreadRowFragment; open: boolean; onOpen: () => void }) {
  const { title, detail, unread, lastAt, closedAt } = thread
  const weight = unread ? 700 : 400
  const line = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
  return (
    <ListItem disablePadding divider>
      <ListItemButton
        selected={open}
        onClick={onOpen}
        aria-current={open ? 'true' : undefined}
        sx={{ px: 2, py: 1.25, gap: 1.5 }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
            <Typography component="span" sx={{ ...line, flex: 1, fontWeight: unread ? 700 : 600 }}>
              {title}
            </Typography>
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary', flexShrink: 0, fontSize: '0.8125rem' }}>
              {lastAt && shortMoment(lastAt)}
            </Typography>
          </Box>
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
        </Box>
        {unread && (
          <Box component="span" sx={{ width: 10, height: 10, borderRadius: '50%', bgcolor: 'primary.main', flexShrink: 0 }}>
            <span style={visuallyHidden}>Unread</span>
          </Box>
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
