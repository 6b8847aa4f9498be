import { Link } from 'react-router'
import { countWithNoun } from '#shared/plural.ts'
import { countMarks } from '../../attendance.rules.ts'
import { registerAddress } from '../registerRef.ts'
import { showCounts, showTime } from '../labels.ts'
import type { DayRegisterRowFragment } from './take.graphql.ts'
import type { RegisterEntry } from './useRegister.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './RegisterCard.module.css'
import { Card } from '#ui/kit/Card.tsx'
import { ChevronRightIcon } from '#ui/kit/icons.ts'
import { Chip, type ChipLook } from '#ui/kit/Chip.tsx'
import { Pressable } from '#ui/kit/Pressable.tsx'

interface RegisterCardProps {
  row: DayRegisterRowFragment
  /** A save in the outbox that the server has not acknowledged. */
  waiting: RegisterEntry | undefined
  /** A save that the server refused and nobody has resolved yet. */
  refused: RegisterEntry | undefined
  /** Whether this device has unsaved marks of the register. */
  hasDraft: boolean
}

/** A register of the day with its section, counts and state; links to the register. */
export function RegisterCard({ row, waiting, refused, hasDraft }: RegisterCardProps) {
  const { sectionName, subjectName, students, register } = row
  const chip = stateChip(row, waiting, refused, hasDraft)
  const queuedCounts = waiting && countMarks(waiting.input.marks.map(({ value }) => value))
  const line = queuedCounts ? showCounts(queuedCounts) : register ? showCounts(register) : countWithNoun(students, 'student')
  return (
    <Card as="li" className={styles.item}>
      <Pressable as={Link} to={registerAddress(row)} className={styles.row}>
        <div className={styles.fill}>
          <Row gap={2} align="start" justify="between">
            <span className={styles.box}>{[sectionName, subjectName].filter(Boolean).join(' ')}</span>
            <Chip {...chip} />
          </Row>
          <div className={styles.line}>{line}</div>
          {register && (
            <div className={styles.clipped}>
              {showTime(register.takenAt)} · {register.takenByName}
            </div>
          )}
        </div>
        <ChevronRightIcon className={styles.muted} />
      </Pressable>
    </Card>
  )
}

function stateChip(
  row: DayRegisterRowFragment,
  waiting: RegisterEntry | undefined,
  refused: RegisterEntry | undefined,
  hasDraft: boolean,
): ChipLook {
  if (refused) return { label: 'needs a look', tone: 'bad' }
  if (waiting) return { label: 'waiting', tone: 'info' }
  if (hasDraft) return { label: 'not saved yet', tone: 'warn' }
  if (row.register) return { label: 'taken', tone: 'good', outlined: true }
  return { label: row.expected ? 'not taken' : 'not expected', outlined: true }
}
