import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { EmptyState } from '#ui/states.tsx'
import { MessageBubble } from './MessageBubble.tsx'
import { dayHeading, type Message, countReaders, type LoadedMessages } from './messages.ts'
import styles from './MessageList.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { ArrowDownIcon } from '#ui/kit/icons.ts'
import { Chip } from '#ui/kit/Chip.tsx'

interface MessageListProps {
  ofSection: boolean
  shown: LoadedMessages
  onOlder: () => void
  loadingOlder: boolean
  onChanged: (message: Message) => void
}

/** Within this many pixels of the end, the list keeps scrolling to the newest message. */
const nearEndPx = 80

/** Lists the messages, oldest first. It scrolls to new messages unless the reader has scrolled up. */
export function MessageList({ ofSection, shown, onOlder, loadingOlder, onChanged }: MessageListProps) {
  const { viewer } = useActiveSchool()
  const { rows, more, reads } = shown
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const before = useRef<{ first: string | undefined; height: number }>({ first: undefined, height: 0 })
  const [hasNewBelow, setHasNewBelow] = useState(false)
  const [first, last] = [rows[0]?.id, rows.at(-1)]

  useLayoutEffect(() => {
    const view = box.current
    if (!view) return
    const { first: known, height } = before.current
    // Older messages were added above: keeps the visible messages in place.
    if (known !== undefined && first !== known) view.scrollTop += view.scrollHeight - height
    before.current = { first, height: view.scrollHeight }
  }, [first])
  useLayoutEffect(() => {
    const view = box.current
    if (!view) return
    if (atEnd.current || last?.mine) {
      view.scrollTop = view.scrollHeight
      setHasNewBelow(false)
    } else setHasNewBelow(true)
    before.current.height = view.scrollHeight
  }, [last?.id, last?.mine])

  useEffect(() => {
    const view = box.current
    if (!view) return
    // Keeps the end visible when the composer below grows.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) view.scrollTop = view.scrollHeight
    })
    observer.observe(view)
    return () => observer.disconnect()
  }, [])

  function onScroll() {
    const view = box.current
    if (!view) return
    atEnd.current = view.scrollHeight - view.scrollTop - view.clientHeight < nearEndPx
    if (atEnd.current) setHasNewBelow(false)
  }

  const today = schoolDay(new Date())
  return (
    <div className={styles.row}>
      {/* Scrolled with the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={box} onScroll={onScroll} role="log" aria-label={t`Messages`} tabIndex={0} className={styles.box}>
        {more && (
          <div className={styles.older}>
            <Button variant="quiet" size="small" onClick={onOlder} loading={loadingOlder}>
              <Trans>Older messages</Trans>
            </Button>
          </div>
        )}
        {rows.length === 0 && <EmptyState text={t`No messages yet`} />}
        {rows.map((message, index) => {
          const day = dayHeading(message, rows[index - 1], today)
          return (
            <div key={message.id}>
              {day && (
                <div className={styles.day}>
                  <Chip label={day} outlined className={styles.chip} />
                </div>
              )}
              <MessageBubble
                message={message}
                read={readStatus(message, reads, { ofSection, family: viewer.role === 'STUDENT' })}
                onChanged={onChanged}
              />
            </div>
          )
        })}
      </div>
      {hasNewBelow && (
        <Button
          variant="primary"
          size="small"
          icon={<ArrowDownIcon />}
          onClick={() => box.current?.scrollTo({ top: box.current.scrollHeight })}
          className={styles.button}
        >
          <Trans>New messages</Trans>
        </Button>
      )}
    </div>
  )
}

/** Returns the read status of a message of the viewer's own side; null for others. */
function readStatus(
  message: Message,
  reads: readonly string[],
  { ofSection, family }: { ofSection: boolean; family: boolean },
): string | null {
  if (message.removedAt !== null || (family ? !message.mine : message.author !== 'STAFF')) return null
  const count = countReaders(reads, message.id)
  if (!ofSection) return count > 0 ? t`Read` : t`Sent`
  if (family) return null
  return reads.length === 0
    ? t`No family of this section can sign in`
    : t`Read by ${count} of ${plural(reads.length, { one: '# family', other: '# families' })}`
}
