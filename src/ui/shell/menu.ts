import type { Role } from '#shared/roles.ts'
import type { ActiveSchool } from '../activeSchool.ts'
import { type AppRoute, isOn } from '../routes.ts'
import type { Permission } from '../viewerCan/useMay.ts'
import { maySee } from './Guard.tsx'

export type MenuRoute = AppRoute & { menu: NonNullable<AppRoute['menu']> }

function hasMenu(route: AppRoute): route is MenuRoute {
  return route.menu !== undefined
}

/** The entries of the drawer for a person and the school on screen, in order: by role, by the school's switches, and only what a chosen school makes possible. */
export function menuFor(
  routes: readonly AppRoute[],
  viewer: { role: Role; schoolId: string; classIds?: readonly string[] | null },
  school: ActiveSchool | null,
  mayRun: ((mutation: string) => Permission) | undefined,
): MenuRoute[] {
  return routes
    .filter(hasMenu)
    .filter((route) => (school ? isOn(route, school) : route.withoutSchool === true))
    .filter((route) => !route.menu.wholeSchool || !viewer.classIds)
    .filter(({ menu: { mutation } }) => mutation === undefined || mayRun?.(mutation).allowed === true)
    .filter((route) =>
      route.menu.visibleTo ? route.menu.visibleTo.includes(viewer.role) : maySee(viewer.role, viewer.schoolId, route.allow),
    )
    .sort((a, b) => a.menu.order - b.menu.order)
}
