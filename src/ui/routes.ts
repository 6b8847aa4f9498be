import { t } from '@lingui/core/macro'
import type { Icon } from '#ui/kit/icons.ts'
import type { ComponentType } from 'react'
import type { Role } from '#shared/roles.ts'
import type { ActiveSchool, FlagName } from './activeSchool.ts'

/** Groups of the menu, in their order. The first has no heading. */
export const menuGroups = {
  today: '',
  people: t`People`,
  teaching: t`Teaching`,
  money: t`Money`,
  office: t`Office`,
  setUp: t({ message: 'Set-up', context: 'a group of the menu' }),
} as const
export type MenuGroup = keyof typeof menuGroups

export interface MenuAction {
  /** With a verb: 'Add a student'. */
  label: string
  to: string
  /** It is left out when the server would refuse this mutation. */
  mutation?: string
}

/**
 * A screen. A domain's `web/routes.tsx` exports `routes: AppRoute[]`. The shell finds them, guards them, loads their
 * code when they are opened, and adds those with a `menu` to the drawer and the palette.
 */
export interface AppRoute {
  /** Such as '/users'. */
  path: string
  title: string
  /** Roles that may see it, besides SUPERADMIN, who may see everything. */
  allow: readonly Role[]
  /** Loads the screen's code: `() => import('./UsersScreen.tsx')`, whose default export is the screen. */
  load: () => Promise<{ default: ComponentType }>
  /**
   * Flags that enable the screen: one of several is enough. Otherwise it shows 'This module is disabled. …' and is not
   * in the menu.
   */
  flag?: FlagName | readonly FlagName[]
  /** True for a screen that works before a school is chosen. */
  withoutSchool?: boolean
  /**
   * True for a screen that a mail's link opens, `?link=…`. The link names the school, so it opens before a school is
   * chosen.
   */
  opensByLink?: true
  menu?: {
    label: string
    icon: Icon
    /** Where it stands in the menu. */
    group: MenuGroup
    /** Position in its group, ascending. */
    order: number
    /** Roles that see the menu entry, when they are fewer than SUPERADMIN and `allow`. */
    visibleTo?: readonly Role[]
    /** True for a screen about the whole school: an ADMIN limited to classes does not see the entry. */
    wholeSchool?: boolean
    /** What the palette does on this screen at once, such as a new student. */
    actions?: readonly MenuAction[]
    /**
     * Component that counts new items for the badge of the entry. It reports the number by `onCount` and renders
     * nothing.
     */
    count?: () => Promise<{ default: ComponentType<{ onCount: (count: number) => void }> }>
  }
}

/** Returns whether a school has any of a route's flags on. */
export function isRouteEnabled(route: Pick<AppRoute, 'flag'>, school: Pick<ActiveSchool, 'flags'>): boolean {
  if (route.flag === undefined) return true
  const flags = typeof route.flag === 'string' ? [route.flag] : route.flag
  return flags.some((flag) => school.flags[flag])
}
