import { plural, t } from '@lingui/core/macro'
import { memo, type PointerEvent, useRef } from 'react'
import { markLabels, showTime } from '../labels.ts'
import { MarkBadge } from './MarkBadge.tsx'
import type { SheetMark } from './sheet.ts'
import type { RegisterSheetQuery } from './take.graphql.ts'
import styles from './StudentMarkRow.module.css'
import { AddNoteIcon, NoteIcon } from '#ui/kit/icons.ts'
import { Pressable } from '#ui/kit/Pressable.tsx'
import { HeardText } from '#ui/kit/HeardText.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { classes } from '#ui/kit/classes.ts'

export type RegisterRow = RegisterSheetQuery['registerSheet']['rows'][number]

interface StudentMarkRowProps {
  row: RegisterRow
  /** When the register was taken; null before that. */
  takenAt: string | null
  mark: SheetMark
  readOnly: boolean
  onTap: (studentId: string) => void
  onNote: (studentId: string) => void
}

const longPressMs = 500
/** A finger that moves further is scrolling, not pressing. */
const maxTapMovePx = 12

/** A student's row. A tap cycles through P, A and L; a long press, or the button at the end, opens the note. */
export const StudentMarkRow = memo(function StudentMarkRow({ row, takenAt, mark, readOnly, onTap, onNote }: StudentMarkRowProps) {
  const { studentId, name, roll, gateIn, changes, leaveReason, leaveToldAt } = row
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const noted = useRef(false)

  function stop() {
    if (press.current) clearTimeout(press.current.timer)
    press.current = null
  }
  function down(event: PointerEvent) {
    noted.current = false
    if (event.pointerType === 'mouse' && event.button !== 0) return
    const timer = setTimeout(() => {
      noted.current = true
      press.current = null
      navigator.vibrate?.(20)
      onNote(studentId)
    }, longPressMs)
    press.current = { timer, x: event.clientX, y: event.clientY }
  }
  function move(event: PointerEvent) {
    if (press.current && Math.hypot(event.clientX - press.current.x, event.clientY - press.current.y) > maxTapMovePx) stop()
  }

  const toldAt = leaveToldAt ? showTime(leaveToldAt) : ''
  const told = t`Family, ${toldAt}: ${leaveReason ?? ''}`
  const isLate = takenAt !== null && leaveToldAt !== null && leaveToldAt > takenAt
  const cameAt = gateIn ? showTime(gateIn) : ''
  const facts = [
    mark.note,
    gateIn ? t`in ${cameAt}` : '',
    changes > 0 ? plural(changes, { one: 'corrected once', other: 'corrected # times' }) : '',
  ].filter(Boolean)
  return (
    <li className={classes(styles.item, styles[mark.value])}>
      <Pressable
        data-student={studentId}
        disabled={readOnly}
        aria-keyshortcuts="P A L N"
        data-keys={t`Present, absent, late, a note`}
        onClick={() => {
          if (!noted.current) onTap(studentId)
          noted.current = false
        }}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={stop}
        onPointerCancel={stop}
        onPointerLeave={stop}
        onContextMenu={(event) => event.preventDefault()}
        className={styles.button}
      >
        <span className={styles.roll}>{roll}</span> <Avatar name={name} className={styles.face} />
        <span className={styles.names}>
          <span className={styles.name}>
            {name}
            <HeardText> {markLabels[mark.value]}</HeardText>
          </span>{' '}
          {leaveReason !== null && (
            <span className={styles.told}>
              {told}
              {isLate && <b> {t`came after the register`}</b>}
            </span>
          )}
          {facts.length > 0 && <span className={styles.facts}>{facts.join(' · ')}</span>}
        </span>
        <MarkBadge mark={mark.value} size="large" silent className={styles.mark} />
      </Pressable>
      <IconButton
        aria-label={t`Note for ${name}`}
        disabled={readOnly}
        onClick={() => onNote(studentId)}
        className={classes(styles.note, mark.note !== '' && styles.noted)}
      >
        {mark.note ? <NoteIcon size={18} /> : <AddNoteIcon size={18} />}
      </IconButton>
    </li>
  )
})
