import { hasModule } from '#shared/modules.ts'
import type { Role } from '#shared/roles.ts'
import { Refusal } from './refusal.ts'
import type { School, SchoolFlag } from './school.ts'
import type { Viewer } from './viewer.ts'

/** Shown wherever somebody may not see an area (specification, section 2). */
export const notAuthorized = 'Looks Like You Are Not Authorized To View This Area'
/** Shown where a school has not switched a module on (specification, section 2). */
export const moduleDisabled = 'This module is disabled. Please contact support to enable'

/** What a rule of an action may look at. */
export interface Facts<Row> {
  viewer: Viewer
  school: School
  row: Row
}

interface Terms<Row> {
  roles: readonly Role[]
  /** The module that must be on in the school, with the module it belongs to. */
  flag?: SchoolFlag
  /** Works on the installation itself (school 0) and not on one school's rows. */
  platform?: boolean
  /** Why this viewer may not in this school, whatever the row, in words for the person; null when allowed. A screen asks it first. */
  general?: (facts: Pick<Facts<Row>, 'viewer' | 'school'>) => string | null
  /** Why not, in words for the person, or null when allowed. It is asked only about rows the viewer may know of. */
  rule?: (facts: Facts<Row>) => string | null
}

/** Something a viewer may or may not do: the one place that says who, and why not. */
export interface Action<Row = unknown> extends Terms<Row> {
  name: string
}

/** Names an action, such as `bus.add`, and says who may do it. */
export function action<Row = unknown>(name: string, terms: Terms<Row>): Action<Row> {
  return { name, ...terms }
}

/** The answer to "may I, and why not". */
export interface Permission {
  allowed: boolean
  reason: string | null
}

/** Whether a viewer may do something, as far as role and module decide it. */
export function mayTry(asked: Action<never>, viewer: Viewer, school: School): Permission {
  if (!asked.roles.includes(viewer.role)) return { allowed: false, reason: notAuthorized }
  if (asked.flag && !hasModule<SchoolFlag>(school, asked.flag)) return { allowed: false, reason: moduleDisabled }
  return { allowed: true, reason: null }
}

/** Whether a viewer may do something at all, as far as it is decided without a row: by role, module and the whole school. */
export function mayInGeneral(asked: Action<never>, viewer: Viewer, school: School): Permission {
  const tried = mayTry(asked, viewer, school)
  if (!tried.allowed) return tried
  const reason = asked.general?.({ viewer, school }) ?? null
  return { allowed: reason === null, reason }
}

/** Whether a viewer may do something to one row. */
export function may<Row>(asked: Action<Row>, facts: Facts<Row>): Permission {
  const general = mayInGeneral(asked as Action<never>, facts.viewer, facts.school)
  if (!general.allowed) return general
  const reason = asked.rule?.(facts) ?? null
  return { allowed: reason === null, reason }
}

/** @throws Refusal DISABLED_MODULE or FORBIDDEN with the reason of the permission */
export function mustBeAllowed(permission: Permission): void {
  if (permission.allowed) return
  const code = permission.reason === moduleDisabled ? 'DISABLED_MODULE' : 'FORBIDDEN'
  throw new Refusal(code, permission.reason ?? notAuthorized)
}
