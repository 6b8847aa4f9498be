import type { Permission } from '#platform/action.ts'
import type { ReportKind } from '../reportTypes.ts'

/** The viewer's permission for each tab of the screen. */
export type ReportRights = Readonly<Record<ReportKind, Permission>>

/** The choices of a report's form. */
export interface ReportChoices {
  sections: { id: number; name: string }[]
  /** People whose view a SUPERADMIN may report; empty for everybody else. */
  teachers: { id: number; name: string; role: string }[]
  /** The viewer's e-mail address, the default for the link. */
  email: string
  /** Today in the school's time zone. */
  today: string
}
