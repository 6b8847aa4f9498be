import type { Permission } from '#platform/action.ts'
import type { ReportKind } from '../reportTypes.ts'

/** Which tabs of the screen are for the viewer. */
export type ReportRights = Readonly<Record<ReportKind, Permission>>

/** What a report's form offers. */
export interface ReportChoices {
  sections: { id: number; name: string }[]
  /** For whom a SUPERADMIN may order; nobody's for all others. */
  teachers: { id: number; name: string; role: string }[]
  /** Where the link goes unless the form says otherwise: the viewer's own address. */
  email: string
  /** Today by the school's calendar. */
  today: string
}
