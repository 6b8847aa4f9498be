import type { Role } from '#shared/roles.ts'

/** Who asks, as far as rights over users depend on it. */
interface Asking {
  userId: number | null
  role: Role
  /** null means every class. */
  classIds: readonly number[] | null
}

/** A user somebody wants to do something to. */
interface Asked {
  id: number
  role: string
  /** The classes of the current term in which the user teaches. */
  teaches: readonly number[]
}

/** What a user is to become. */
interface Wanted {
  role: Role
  classIds: readonly number[]
}

/**
 * Why the viewer may not change this user, or null. An ADMIN limited to classes sees every user but changes only teachers who teach
 * in no other class: a password, a code or an e-mail of anybody else would be a way to wider rights. Earlier terms do not
 * count, because the classes of an ADMIN are those of a term as well.
 */
export function whyNotChange(viewer: Asking, user: Asked): string | null {
  const { classIds } = viewer
  if (classIds === null || user.id === viewer.userId) return null
  if (user.role === 'TEACHER')
    return user.teaches.every((id) => classIds.includes(id))
      ? null
      : 'An admin limited to classes cannot change a teacher of other classes.'
  return user.role === 'ADMIN'
    ? 'An admin limited to classes cannot change another admin.'
    : 'An admin limited to classes cannot change a user who sees the whole school.'
}

/** Why the viewer may not make a one-time code for this user, or null. A code ends every session, also the one that shows it. */
export function whyNotHandOutCode(viewer: Asking, user: Asked): string | null {
  return user.id === viewer.userId
    ? 'You cannot make a code for yourself. Choose Change password in the account menu.'
    : whyNotChange(viewer, user)
}

/** Why the viewer may not enable or disable this user, or null. */
export function whyNotDisable(viewer: Asking, user: Asked): string | null {
  return user.id === viewer.userId ? 'You cannot disable yourself.' : whyNotChange(viewer, user)
}

/** Why the viewer may not delete this user, or null. */
export function whyNotDelete(viewer: Asking, user: Asked): string | null {
  return user.id === viewer.userId ? 'You cannot delete yourself.' : whyNotChange(viewer, user)
}

/** The class assignments that are stored: those of an ADMIN, each once. Nobody else has any. */
export function storedClasses({ role, classIds }: Wanted): number[] {
  return role === 'ADMIN' ? [...new Set(classIds)] : []
}

/**
 * Why the viewer may not give these rights, and at which field, or null. Nobody changes the own permission or classes, so
 * that no school locks itself out and nobody widens the own rights; an ADMIN limited to classes makes teachers, and ADMINs of
 * those classes.
 * @param before the user as stored; undefined for a new one
 */
export function whyNotGrant(
  viewer: Asking,
  wanted: Wanted,
  before?: Asked & { classIds: readonly number[] },
): { path: 'role' | 'classIds'; message: string } | null {
  const classes = storedClasses(wanted)
  if (before && before.id === viewer.userId) {
    if (wanted.role !== before.role) return { path: 'role', message: 'You cannot change your own permission.' }
    const same = classes.length === before.classIds.length && classes.every((id) => before.classIds.includes(id))
    return same ? null : { path: 'classIds', message: 'You cannot change your own classes.' }
  }
  if (viewer.classIds === null || wanted.role === 'TEACHER') return null
  if (wanted.role !== 'ADMIN')
    return { path: 'role', message: 'An admin limited to classes cannot give a permission that sees the whole school.' }
  const own = viewer.classIds
  if (classes.length === 0 || !classes.every((id) => own.includes(id)))
    return { path: 'classIds', message: 'Choose one or more of your own classes: you are limited to them yourself.' }
  return null
}

/** Zoom fields belong to a TEACHER; they are emptied for everybody else. */
export function storedZoom(user: { role: Role; zoomId: string; zoomPassword: string; zoomLink: string }) {
  const { role, zoomId, zoomPassword, zoomLink } = user
  return role === 'TEACHER' ? { zoomId, zoomPassword, zoomLink } : { zoomId: '', zoomPassword: '', zoomLink: '' }
}

/** The places in the list of e-mails that an earlier entry of the same list already took. */
export function repeatedEmails(emails: readonly string[]): number[] {
  const seen = new Set<string>()
  const repeated: number[] = []
  for (const [place, email] of emails.entries()) {
    if (seen.has(email)) repeated.push(place)
    seen.add(email)
  }
  return repeated
}
