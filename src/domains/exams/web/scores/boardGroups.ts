import type { ScoreBoardQuery } from './scores.graphql.ts'

export type BoardSheet = ScoreBoardQuery['scoresMissing'][number]

/** The sheets of a section in a part. */
export interface BoardSection {
  sectionId: string
  /** Such as `7-B`. */
  name: string
  sheets: BoardSheet[]
  entered: number
  needed: number
}

/** Returns the parts of sheets, in their order. */
export function partsOf(sheets: readonly BoardSheet[]): string[] {
  return [...new Set(sheets.map(({ part }) => part))]
}

/** Returns the first part in which something is missing; the last one if nothing is. */
export function openPart(sheets: readonly BoardSheet[]): string {
  const parts = partsOf(sheets)
  const isMissing = (part: string) => sheets.some((sheet) => sheet.part === part && !sheet.locked && sheet.entered < sheet.needed)
  return parts.find(isMissing) ?? parts.at(-1) ?? ''
}

/** Groups the sheets of a part by their sections, in the order of the list. */
export function boardSections(sheets: readonly BoardSheet[], part: string): BoardSection[] {
  const own = Map.groupBy(
    sheets.filter((sheet) => sheet.part === part),
    ({ sectionId }) => sectionId,
  )
  return [...own].map(([sectionId, members]) => ({
    sectionId,
    name: `${members[0]?.className ?? ''}-${members[0]?.sectionName ?? ''}`,
    sheets: members,
    entered: members.reduce((sum, { entered }) => sum + entered, 0),
    needed: members.reduce((sum, { needed }) => sum + needed, 0),
  }))
}
