import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { StateChip } from '#ui/StateChip.tsx'
import type { StudentMatch } from './useStudentMatches.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './StudentOption.module.css'
import { Avatar } from '#ui/kit/Avatar.tsx'

export interface StudentOptionProps {
  match: StudentMatch
  showRegisterNo?: boolean
}

/** A found student in the list below a search: name, section, roll and phone. */
export function StudentOption({ match, showRegisterNo = false }: StudentOptionProps) {
  const { student, className, sectionName, roll } = match
  return (
    <Row gap={3} align="center" className={styles.option}>
      <Avatar name={student.name} />
      <span className={styles.fill}>
        <span className={styles.strong}>{student.name}</span>{' '}
        {student.disabled && <StateChip state="DISABLED" label={t`Disabled`} />}{' '}
        <span className={styles.hint}>{student.phone}</span>
      </span>{' '}
      <span className={styles.oneLine}>
        <Trans>
          {className}-{sectionName} · roll {roll}
        </Trans>
      </span>{' '}
      <span className={styles.numbers}>
        {showRegisterNo && student.registerNo !== '' && `${student.registerNo} · `}
        {student.phone}
      </span>
    </Row>
  )
}
