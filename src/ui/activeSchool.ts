import { createContext, useContext } from 'react'
import type { Role } from '#shared/roles.ts'

/** The switches of a school that open and close areas. */
export const flagNames = [
  'feesModule',
  'onlineFees',
  'manySchoolNames',
  'multipleAccounts',
  'qrcode',
  'liveLecture',
  'chat',
  'attNotification',
  'buses',
  'rfid',
  'discipline',
] as const
export type FlagName = (typeof flagNames)[number]

/** The school every screen shows. */
export interface ActiveSchool {
  id: string
  name: string
  attType: 'DAILY' | 'DUAL' | 'SUBJECTWISE'
  flags: Readonly<Record<FlagName, boolean>>
  /** Such as '#1f5f8b'; null for the product's own. */
  accentColor: string | null
}

export interface Term {
  id: string
  name: string
  current: boolean
}

/** Who is asking: the server's record of the signed-in person. `schoolId` is '0' for a SUPERADMIN. */
export interface Viewer {
  id: string
  name: string
  email: string
  phone: string
  role: Role
  schoolId: string
  /** The row among the users; null for a student or where the account belongs to no school. */
  userId: string | null
  /** The row among the students; null for everybody else. */
  studentId: string | null
  /** The classes an ADMIN is limited to; null means every class. */
  classIds: readonly string[] | null
}

export interface Shell {
  viewer: Viewer
  /** null while a SUPERADMIN has chosen none. */
  school: ActiveSchool | null
  terms: readonly Term[]
  /** The term chosen in the top bar; the current one until another is chosen. null while a school has no term. */
  term: Term | null
  /** Makes a school the active one (SUPERADMIN), with its current term. '0' gives the school back. */
  choose: (schoolId: string) => Promise<void>
  chooseTerm: (termId: string) => void
}

export const ShellContext = createContext<Shell | null>(null)

/** The viewer and, when one is chosen, the school. For the shell and the schools screen; other screens use `useActiveSchool`. */
export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell belongs inside the signed-in part.')
  return shell
}

/** A school is always there: the routes of a school are shown only when one is chosen. */
export function useActiveSchool(): Shell & { school: ActiveSchool; schoolId: string; termId: string } {
  const shell = useShell()
  if (!shell.school) throw new Error('useActiveSchool belongs on a route of a school.')
  return { ...shell, school: shell.school, schoolId: shell.school.id, termId: shell.term?.id ?? '0' }
}
