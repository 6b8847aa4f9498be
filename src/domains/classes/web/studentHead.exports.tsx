import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Heading } from '#ui/kit/Text.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { StudentFace, StudentFacts } from './studentFace.exports.tsx'
import type { StudentHeadFactsFragment } from './studentHead.graphql.ts'
import styles from './studentHead.exports.module.css'

interface StudentHeadProps {
  head: StudentHeadFactsFragment
  /** 1 where the student is the page's title. */
  level?: 1 | 2
  /** The name leads to the student's page: as a rule everywhere but there. */
  toPage?: boolean
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
export function StudentHead({
  head,
  level = 2,
  toPage = level === 2,
  showRegisterNo = true,
  photoAction,
  action,
  children,
}: StudentHeadProps) {
  const { viewer } = useActiveSchool()
  const { id, name, disabled } = head
  return (
    <div className={styles.head}>
      <div className={styles.face}>
        <StudentFace head={head} className={styles.photo} />
        {photoAction}
      </div>
      <div className={styles.who}>
        <div className={styles.nameLine}>
          <Heading level={level} className={styles.name}>
            {!toPage || viewer.role === 'STUDENT' ? (
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
        <StudentFacts head={head} showRegisterNo={showRegisterNo} className={styles.facts}>
          {children}
        </StudentFacts>
      </div>
    </div>
  )
}
