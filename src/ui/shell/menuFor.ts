import type { Role } from '#shared/roles.ts'
import type { ActiveSchool } from '../activeSchool.ts'
import { type AppRoute, isRouteEnabled } from '../routes.ts'
import type { Permission } from '../viewerCan/usePermission.ts'
import { canSee } from './Guard.tsx'

export type MenuRoute = AppRoute & { menu: NonNullable<AppRoute['menu']> }

function hasMenu(route: AppRoute): route is MenuRoute {
  return route.menu !== undefined
}

/**
 * Returns a person's menu entries in order, filtered by role, the school's flags, permissions, and whether a school is
 * chosen.
 */
export function menuFor(
  routes: readonly AppRoute[],
  viewer: { role: Role; schoolId: string; classIds?: readonly string[] | null },
  school: ActiveSchool | null,
  permissionFor: ((mutation: string) => Permission) | undefined,
): MenuRoute[] {
  return routes
    .filter(hasMenu)
    .filter((route) => (school ? isRouteEnabled(route, school) : route.withoutSchool === true))
    .filter((route) => !route.menu.wholeSchool || !viewer.classIds)
    .filter(({ menu: { mutation } }) => mutation === undefined || permissionFor?.(mutation).allowed === true)
    .filter((route) =>
      route.menu.visibleTo ? route.menu.visibleTo.includes(viewer.role) : canSee(viewer.role, viewer.schoolId, route.allow),
    )
    .sort((a, b) => a.menu.order - b.menu.order)
}
