import type { Role } from '#shared/roles.ts'
import { t } from '#shared/texts.ts'

/** The properties of the viewer that decide rights over users. */
interface RightsOfViewer {
  userId: number | null
  role: Role
  /** The classes that the viewer is limited to; null for all. */
  classIds: readonly number[] | null
}

/** The user that an action is about. */
interface TargetUser {
  id: number
  role: string
  /** The classes of the current term in which the user teaches. */
  teaches: readonly number[]
}

/** The rights that a user shall get. */
interface GrantedRights {
  role: Role
  limitedToClasses: boolean
  classIds: readonly number[]
}

/**
 * Returns why the viewer may not change this user, or null. An ADMIN limited to classes sees every user, but changes
 * only teachers without other classes: setting the password, code or e-mail of anybody else would be a way to wider
 * rights. Earlier terms do not count, because the classes of an ADMIN also belong to one term.
 */
export function whyNotChange(viewer: RightsOfViewer, user: TargetUser): string | null {
  const { classIds } = viewer
  if (classIds === null || user.id === viewer.userId) return null
  if (user.role === 'TEACHER')
    return user.teaches.every((id) => classIds.includes(id))
      ? null
      : t`An admin limited to classes cannot change a teacher of other classes.`
  return user.role === 'ADMIN'
    ? t`An admin limited to classes cannot change another admin.`
    : t`An admin limited to classes cannot change a user who sees the whole school.`
}

/**
 * Returns why the viewer may not create a one-time code for this user, or null. A code ends every session, including
 * the one that shows it.
 */
export function whyNotHandOutCode(viewer: RightsOfViewer, user: TargetUser): string | null {
  return user.id === viewer.userId
    ? t`You cannot make a code for yourself. Choose Change password in the account menu.`
    : whyNotChange(viewer, user)
}

/** Returns why the viewer may not enable or disable this user, or null. */
export function whyNotDisable(viewer: RightsOfViewer, user: TargetUser): string | null {
  return user.id === viewer.userId ? t`You cannot disable yourself.` : whyNotChange(viewer, user)
}

/** Returns why the viewer may not delete this user, or null. */
export function whyNotDelete(viewer: RightsOfViewer, user: TargetUser): string | null {
  return user.id === viewer.userId ? t`You cannot delete yourself.` : whyNotChange(viewer, user)
}

/** The limit of a user as it is stored: the distinct classes of a limited ADMIN, and none of anybody else. */
export interface ClassLimit {
  limitedToClasses: boolean
  classIds: readonly number[]
}

/** Returns the limit to store. Only an ADMIN is limited, and classes always limit. */
export function storedLimit({ role, limitedToClasses, classIds }: GrantedRights): ClassLimit {
  return role === 'ADMIN' && (limitedToClasses || classIds.length > 0)
    ? { limitedToClasses: true, classIds: [...new Set(classIds)] }
    : { limitedToClasses: false, classIds: [] }
}

/** Whether two lists of distinct classes are the same, in whatever order. */
export function hasSameClasses(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}

/**
 * Returns why the viewer may not grant these rights, with the field, or null. Nobody may change their own permission or
 * classes, so that no school locks itself out and nobody widens their own rights. An ADMIN limited to classes may
 * create teachers, and ADMINs of these classes.
 * @param before the stored user; undefined for a new one
 */
export function whyNotGrant(
  viewer: RightsOfViewer,
  wanted: GrantedRights,
  before?: TargetUser & ClassLimit,
): { path: 'role' | 'classIds'; message: string } | null {
  const limit = storedLimit(wanted)
  if (before && before.id === viewer.userId) {
    if (wanted.role !== before.role) return { path: 'role', message: t`You cannot change your own permission.` }
    const same = limit.limitedToClasses === before.limitedToClasses && hasSameClasses(limit.classIds, before.classIds)
    return same ? null : { path: 'classIds', message: t`You cannot change your own classes.` }
  }
  if (viewer.classIds === null || wanted.role === 'TEACHER') return null
  if (wanted.role !== 'ADMIN')
    return { path: 'role', message: t`An admin limited to classes cannot give a permission that sees the whole school.` }
  const own = viewer.classIds
  if (limit.classIds.length === 0 || !limit.classIds.every((id) => own.includes(id)))
    return { path: 'classIds', message: t`Choose one or more of your own classes: you are limited to them yourself.` }
  return null
}

/** Returns the zoom fields to store: those of a TEACHER, blank for other roles. */
export function storedZoom(user: { role: Role; zoomId: string; zoomPassword: string; zoomLink: string }) {
  const { role, zoomId, zoomPassword, zoomLink } = user
  return role === 'TEACHER' ? { zoomId, zoomPassword, zoomLink } : { zoomId: '', zoomPassword: '', zoomLink: '' }
}

/** Returns the indexes of e-mails that occurred earlier in the list. */
export function repeatedEmails(emails: readonly string[]): number[] {
  const seen = new Set<string>()
  const indexes: number[] = []
  for (const [index, email] of emails.entries()) {
    if (seen.has(email)) indexes.push(index)
    seen.add(email)
  }
  return indexes
}
