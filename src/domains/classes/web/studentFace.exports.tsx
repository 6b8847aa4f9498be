import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { classes } from '#ui/kit/classes.ts'
import { Photo } from '#ui/kit/Photo.tsx'
import type { StudentHeadFactsFragment } from './studentHead.graphql.ts'
import styles from './studentFace.exports.module.css'

/* The parts of the head of a student, for a screen that shows them larger than `StudentHead` does. */

interface FaceProps {
  head: StudentHeadFactsFragment
  /** Its size. */
  className?: string | undefined
}

/** The photo of a student, or the initials. */
export function StudentFace({ head: { name, photoUrl }, className }: FaceProps) {
  return (
    <Photo src={photoUrl} alt={t`Photo of ${name}`} className={classes(styles.photo, className)}>
      <Avatar name={name} size="large" className={styles.avatar} />
    </Photo>
  )
}

interface FactsProps extends FaceProps {
  showRegisterNo: boolean
  /** More facts, each an element. */
  children?: ReactNode
}

/** Class, roll and register number of a student in a line, with a dot between them. */
export function StudentFacts({ head: { sectionName, roll, registerNo }, showRegisterNo, className, children }: FactsProps) {
  return (
    <div className={classes(styles.facts, className)}>
      {sectionName === null ? (
        <span>
          <Trans>Not enrolled in this term</Trans>
        </span>
      ) : (
        <span>{sectionName}</span>
      )}
      {roll !== null && (
        <span>
          <Trans>roll {roll}</Trans>
        </span>
      )}
      {showRegisterNo && registerNo !== '' && (
        <span>
          <Trans>register no. {registerNo}</Trans>
        </span>
      )}
      {children}
    </div>
  )
}
