import type { SvgIconComponent } from '@mui/icons-material'
import type { ComponentType } from 'react'
import type { Role } from '#shared/roles.ts'
import type { ActiveSchool, FlagName } from './activeSchool.ts'

/**
 * One screen. A domain's `web/routes.tsx` exports `routes: AppRoute[]`; the shell finds them, guards them, loads their code
 * when they are opened and puts those with a `menu` into the drawer and the palette.
 */
export interface AppRoute {
  /** Such as '/users'. */
  path: string
  title: string
  /** Who may see it besides a SUPERADMIN, who always may. */
  allow: readonly Role[]
  /** The screen's code, loaded with the screen: `() => import('./UsersScreen.tsx')`, whose default export is the screen. */
  load: () => Promise<{ default: ComponentType }>
  /** The screen shows 'This module is disabled. …' and leaves the menu when the school has this switched off; of several, all. */
  flag?: FlagName | readonly FlagName[]
  /** True for a screen that works before a school is chosen. */
  withoutSchool?: boolean
  /** True for a screen that the link of a mail opens, `?link=…`: what it leads to names the school, also before one is chosen. */
  byLink?: true
  menu?: {
    label: string
    icon: SvgIconComponent
    /** Place in the drawer, ascending: schools 10, dashboard 20, users 30, classes 40, students 50, … */
    order: number
    /** Where the menu is narrower than the guard: who sees the entry, instead of SUPERADMIN and `allow`. */
    visibleTo?: readonly Role[]
    /** The mutation that the screen is for: the entry is absent where the server would refuse it. */
    mutation?: string
    /** The screen is about the whole school: an ADMIN limited to classes does not see the entry. */
    wholeSchool?: boolean
    /** Other words by which the palette finds the screen. */
    keywords?: string
    /** What counts what is new in the screen, for the number beside the entry: it says it by `onCount`, and draws nothing. */
    count?: () => Promise<{ default: ComponentType<{ onCount: (count: number) => void }> }>
  }
}

/** Whether the school has what a route needs switched on: any of its flags. */
export function isOn(route: Pick<AppRoute, 'flag'>, school: Pick<ActiveSchool, 'flags'>): boolean {
  if (route.flag === undefined) return true
  const flags = typeof route.flag === 'string' ? [route.flag] : route.flag
  return flags.some((flag) => school.flags[flag])
}
