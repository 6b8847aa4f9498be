import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Photo } from '#ui/kit/Photo.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import type { StudentHeadFactsFragment } from './studentHead.graphql.ts'
import styles from './studentHead.exports.module.css'

interface StudentHeadProps {
  head: StudentHeadFactsFragment
  /** 1 on the student's own page, 2 elsewhere, where the name leads to that page. */
  level?: 1 | 2
  /** False in a school that does not show register numbers there. */
  showRegisterNo?: boolean
  /** What is done with the photo, such as taking one. */
  photoAction?: ReactNode
  /** At the end of the line of the name. */
  action?: ReactNode
  /** More facts, at the end of the line below the name; each is an element. */
  children?: ReactNode
}

/** The head of every screen about one student: photo, name, class, roll, register number and state. */
export function StudentHead({ head, level = 2, showRegisterNo = true, photoAction, action, children }: StudentHeadProps) {
  const { viewer } = useActiveSchool()
  const { id, name, sectionName, roll, registerNo, disabled, photoUrl } = head
  return (
    <div className={styles.head}>
      <div className={styles.face}>
        <Photo src={photoUrl} alt={t`Photo of ${name}`} className={styles.photo}>
          <Avatar name={name} size="large" className={styles.avatar} />
        </Photo>
        {photoAction}
      </div>
      <div className={styles.who}>
        <div className={styles.nameLine}>
          <Heading level={level} className={styles.name}>
            {level === 1 || viewer.role === 'STUDENT' ? (
              name
            ) : (
              <Link bare as={RouterLink} to={`/students/${id}`}>
                {name}
              </Link>
            )}
          </Heading>
          <StateChip state={disabled ? 'DISABLED' : 'ENABLED'} label={disabled ? t`Disabled` : t`Enabled`} />
          {action}
        </div>
        <div className={styles.facts}>
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
      </div>
    </div>
  )
}
