import type { Role } from '#shared/roles.ts'
import type { ActiveSchool } from '../activeSchool.ts'
import { type AppRoute, isRouteEnabled, menuGroups } from '../routes.ts'
import { canSee } from './Guard.tsx'

export type MenuRoute = AppRoute & { menu: NonNullable<AppRoute['menu']> }

function hasMenu(route: AppRoute): route is MenuRoute {
  return route.menu !== undefined
}

const places = Object.keys(menuGroups)

/** Place of an entry's group in the menu. */
function placeOf({ menu }: MenuRoute): number {
  return places.indexOf(menu.group)
}

/**
 * Returns a person's menu entries in order, filtered by role, the school's flags, whether the person is limited to
 * classes, and whether a school is chosen. All of it is known with the school: an entry that came later would move the
 * others under the pointer.
 */
export function menuFor(
  routes: readonly AppRoute[],
  viewer: { role: Role; schoolId: string; classIds?: readonly string[] | null },
  school: ActiveSchool | null,
): MenuRoute[] {
  return routes
    .filter(hasMenu)
    .filter((route) => (school ? isRouteEnabled(route, school) : route.withoutSchool === true))
    .filter((route) => !route.menu.wholeSchool || !viewer.classIds)
    .filter((route) =>
      route.menu.visibleTo ? route.menu.visibleTo.includes(viewer.role) : canSee(viewer.role, viewer.schoolId, route.allow),
    )
    .sort((a, b) => placeOf(a) - placeOf(b) || a.menu.order - b.menu.order)
}

/** What a phone's bar at the bottom has by role, as far as the menu has it; in this order. */
const barPaths: Record<Role, readonly string[]> = {
  SUPERADMIN: ['/dashboard', '/students', '/fees', '/messages'],
  ADMIN: ['/dashboard', '/students', '/fees', '/messages'],
  FEES: ['/dashboard', '/fees', '/daybook', '/expenses'],
  TEACHER: ['/teacher', '/attendance', '/discipline', '/chat'],
  ATTENDANT: ['/gate', '/dashboard', '/attendance'],
  STUDENT: ['/studentLectures', '/chat'],
}

/** Returns the four entries at most that a phone has at the bottom; the others are behind "More". */
export function barFor(entries: readonly MenuRoute[], role: Role): MenuRoute[] {
  const wanted = barPaths[role].flatMap((path) => entries.find((entry) => entry.path === path) ?? [])
  const others = entries.filter((entry) => !wanted.includes(entry))
  return [...wanted, ...others].slice(0, 4)
}
