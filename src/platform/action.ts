import { hasModule } from '#shared/modules.ts'
import type { Role } from '#shared/roles.ts'
import { t } from '#shared/texts.ts'
import { Refusal, type RefusalCode } from './refusal.ts'
import type { School, SchoolFlag } from './school.ts'
import type { Viewer } from './viewer.ts'

/** Returns why an area is refused that the viewer's role may not see (specification, section 2). */
export const notAuthorized = () => t`Looks Like You Are Not Authorized To View This Area`
/** Creates the refusal when the school has not switched the module on (specification, section 2). */
export const moduleDisabled = () => new Refusal('DISABLED_MODULE', t`This module is disabled. Please contact support to enable`)

/** Why a viewer may not act, in words for the person: FORBIDDEN, or a refusal with a code of its own. */
export type Denial = string | Refusal

/** The facts that a rule of an action decides from. */
export interface RuleContext<Row> {
  viewer: Viewer
  school: School
  row: Row
}

interface ActionSpec<Row> {
  roles: readonly Role[]
  /** The module that must be switched on in the school, together with the module it belongs to. */
  flag?: SchoolFlag
  /** The action works on the installation itself (school 0), not on one school's rows. */
  platform?: boolean
  /**
   * Returns why this viewer may not act in this school, whatever the row; null when allowed. The text is for the
   * person. Screens ask this rule before anything is typed.
   */
  general?: (facts: Pick<RuleContext<Row>, 'viewer' | 'school'>) => Denial | null
  /**
   * Returns why the viewer may not act on this row, in words for the person; null when allowed. Runs only for rows that
   * the viewer may know of.
   */
  rule?: (facts: RuleContext<Row>) => Denial | null
}

/** Something a viewer may or may not do, with the rules that decide it. No other place decides. */
export interface Action<Row = unknown> extends ActionSpec<Row> {
  name: string
}

/** Defines an action, such as `bus.add`, and who may do it. */
export function action<Row = unknown>(name: string, terms: ActionSpec<Row>): Action<Row> {
  return { name, ...terms }
}

/** Whether the viewer may act; `reason` says why not. */
export interface Permission {
  allowed: boolean
  reason: string | null
  /** The code of the refusal, when it is not FORBIDDEN. */
  code?: RefusalCode
}

function permissionOf(denial: Denial | null): Permission {
  if (denial === null || typeof denial === 'string') return { allowed: denial === null, reason: denial }
  return { allowed: false, reason: denial.message, code: denial.code }
}

/** Decides by role and module alone. */
export function roleAndModulePermission(wanted: Action<never>, viewer: Viewer, school: School): Permission {
  if (!wanted.roles.includes(viewer.role)) return permissionOf(notAuthorized())
  return permissionOf(wanted.flag && !hasModule<SchoolFlag>(school, wanted.flag) ? moduleDisabled() : null)
}

/** Decides everything that needs no row: role, module and the general rule. */
export function generalPermission(wanted: Action<never>, viewer: Viewer, school: School): Permission {
  const permission = roleAndModulePermission(wanted, viewer, school)
  if (!permission.allowed) return permission
  return permissionOf(wanted.general?.({ viewer, school }) ?? null)
}

/** Decides whether a viewer may act on one row. */
export function may<Row>(wanted: Action<Row>, facts: RuleContext<Row>): Permission {
  const general = generalPermission(wanted as Action<never>, facts.viewer, facts.school)
  if (!general.allowed) return general
  return permissionOf(wanted.rule?.(facts) ?? null)
}

/**
 * Throws unless the permission is granted.
 *
 * @throws Refusal with the permission's reason: FORBIDDEN, or with the permission's own code
 */
export function requirePermission(permission: Permission): void {
  if (permission.allowed) return
  throw new Refusal(permission.code ?? 'FORBIDDEN', permission.reason ?? notAuthorized())
}
