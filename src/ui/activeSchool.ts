import { createContext, useContext } from 'react'
import type { AttType } from '#shared/attTypes.ts'
import type { Language } from '#shared/languages.ts'
import type { Role } from '#shared/roles.ts'

/** A school's flags that enable modules and screens. */
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
  'exams',
  'holdForDues',
] as const
export type FlagName = (typeof flagNames)[number]

/** The school that all screens show. */
export interface ActiveSchool {
  id: string
  name: string
  attType: AttType
  flags: Readonly<Record<FlagName, boolean>>
  /** In which it writes to families. */
  language: Language
  /** Such as '#1f5f8b'; null for the product's own colour. */
  accentColor: string | null
  /** Where its logo is for the next hour; null for none. */
  logoUrl: string | null
}

export interface Term {
  id: string
  name: string
  current: boolean
  /** Its first day. */
  startsOn: string
}

/** The signed-in person, as the server knows them. `schoolId` is '0' for a SUPERADMIN. */
export interface Viewer {
  id: string
  name: string
  email: string
  phone: string
  role: Role
  schoolId: string
  /** Id of the user; null for a student or when the account belongs to no school. */
  userId: string | null
  /** Id of the student; null for everybody else. */
  studentId: string | null
  /** The classes that an ADMIN is limited to; null for all classes. */
  classIds: readonly string[] | null
}

export interface Shell {
  viewer: Viewer
  /** null while a SUPERADMIN has chosen no school. */
  school: ActiveSchool | null
  terms: readonly Term[]
  /** The term chosen in the top bar; by default the current one. null for a school without terms. */
  term: Term | null
  /** Makes a school the active one (SUPERADMIN), with its current term. '0' leaves the school. */
  chooseSchool: (schoolId: string) => Promise<void>
  chooseTerm: (termId: string) => void
}

export const ShellContext = createContext<Shell | null>(null)

/**
 * Returns the viewer and the chosen school, if any. For the shell and the schools screen; other screens use
 * `useActiveSchool`.
 */
export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell belongs inside the signed-in part.')
  return shell
}

/** Returns the shell with its school. A school's routes are only shown when one is chosen. */
export function useActiveSchool(): Shell & { school: ActiveSchool; schoolId: string; termId: string } {
  const shell = useShell()
  if (!shell.school) throw new Error('useActiveSchool belongs on a route of a school.')
  return { ...shell, school: shell.school, schoolId: shell.school.id, termId: shell.term?.id ?? '0' }
}
