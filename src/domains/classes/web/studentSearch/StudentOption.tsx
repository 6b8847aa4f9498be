import type { HTMLAttributes } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import type { StudentMatch } from './useStudentMatches.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './StudentOption.module.css'

export interface StudentOptionProps {
  /** What the list gives to its options. */
  option: HTMLAttributes<HTMLLIElement>
  match: StudentMatch
  showRegisterNo?: boolean
}

/** A found student in the list below a search: name, section, roll and phone. */
export function StudentOption({ option, match, showRegisterNo = false }: StudentOptionProps) {
  const { student, className, sectionName, roll } = match
  return (
    <Row {...option} gap={3} align="baseline" as="li">
      <span className={styles.fill}>
        <span className={styles.strong}>{student.name}</span> {student.disabled && <StateChip state="Disabled" />}
        <span className={styles.hint}>{student.phone}</span>
      </span>
      <span className={styles.oneLine}>
        {className}-{sectionName} · roll {roll}
      </span>
      <span className={styles.numbers}>
        {showRegisterNo && student.registerNo !== '' && `${student.registerNo} · `}
        {student.phone}
      </span>
    </Row>
  )
}
