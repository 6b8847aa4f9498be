import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Role } from '#shared/roles.ts'
import { useShell } from '../activeSchool.ts'
import styles from './Guard.module.css'
import { Heading } from '#ui/kit/Text.tsx'
import { LockIcon } from '#ui/kit/icons.ts'

/**
 * Returns whether an area is shown: always to SUPERADMIN, to others with a school and one of the roles (specification,
 * section 6).
 */
export function canSee(role: Role, schoolId: string, allow: readonly Role[]): boolean {
  return role === 'SUPERADMIN' || (schoolId !== '0' && schoolId !== '' && allow.includes(role))
}

/** Shows its children to permitted roles, and a notice to others. The server checks every request again. */
export function Guard({ allow, children }: { allow: readonly Role[]; children: ReactNode }) {
  const { viewer } = useShell()
  if (canSee(viewer.role, viewer.schoolId, allow)) return children
  return <Notice text={t`Looks Like You Are Not Authorized To View This Area`} />
}

/** Notice for a module that the school has off. */
export function DisabledModule() {
  return <Notice text={t`This module is disabled. Please contact support to enable`} />
}

function Notice({ text }: { text: string }) {
  return (
    <div className={styles.column}>
      <LockIcon className={styles.figure} />
      <Heading level={2} as="p">
        {text}
      </Heading>
    </div>
  )
}
