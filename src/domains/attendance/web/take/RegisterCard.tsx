import { plural, t } from '@lingui/core/macro'
import { Link } from '#ui/navigation.tsx'
import { countMarks } from '../../attendance.rules.ts'
import { registerAddress } from '../registerRef.ts'
import { showCounts, showTime } from '../labels.ts'
import type { DayRegisterRowFragment } from './take.graphql.ts'
import type { RegisterEntry } from './useRegister.ts'
import styles from './RegisterCard.module.css'
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
  const line = queuedCounts
    ? showCounts(queuedCounts)
    : register
      ? showCounts(register)
      : plural(students, { one: '# student', other: '# students' })
  return (
    <li className={styles.item}>
      <Pressable as={Link} to={registerAddress(row)} className={styles.row}>
        <span className={styles.fill}>
          <span className={styles.section}>
            {sectionName} {subjectName && <span className={styles.subject}>{subjectName}</span>}
          </span>
          <span className={styles.line}>{line}</span>
          {register && (
            <span className={styles.clipped}>
              {showTime(register.takenAt)} · {register.takenByName}
            </span>
          )}
        </span>
        <Chip {...chip} />
        <ChevronRightIcon size={18} className={styles.muted} aria-hidden />
      </Pressable>
    </li>
  )
}

function stateChip(
  row: DayRegisterRowFragment,
  waiting: RegisterEntry | undefined,
  refused: RegisterEntry | undefined,
  hasDraft: boolean,
): ChipLook {
  if (refused) return { label: t`needs a look`, tone: 'bad' }
  if (waiting) return { label: t`waiting`, tone: 'info' }
  if (hasDraft) return { label: t`not saved yet`, tone: 'warn' }
  if (row.register) return { label: t`taken`, tone: 'good', outlined: true }
  return { label: row.expected ? t`not taken` : t`not expected`, outlined: true }
}
