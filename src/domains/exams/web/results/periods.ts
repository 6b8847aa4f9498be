import { livePublication, type Period, type Standing } from './resultTexts.ts'

/** A section with how far it is in the shown part. */
export interface PeriodSection {
  standing: Standing
  period: Period
}

/** Returns the parts of all sections in their order, with null for the year as the last. */
export function periodsOf(standings: readonly Standing[]): (string | null)[] {
  const parts = standings.flatMap(({ periods }) => periods.flatMap(({ part }) => part ?? []))
  return standings.length === 0 ? [] : [...new Set(parts), null]
}

/** Returns the sections that have something to enter in a part, in the order of the list. */
export function sectionsIn(standings: readonly Standing[], part: string | null): PeriodSection[] {
  return standings.flatMap((standing) => {
    const period = standing.periods.find((each) => each.part === part)
    return period ? [{ standing, period }] : []
  })
}

/** Returns the first part with marks that some section has not published; the first one if there is none. */
export function openPeriod(standings: readonly Standing[]): string | null {
  const periods = periodsOf(standings)
  const isOpen = (part: string | null) =>
    sectionsIn(standings, part).some(({ period }) => period.started && !livePublication(period.publication))
  return periods.find(isOpen) ?? periods[0] ?? null
}

/** Returns whether results can be published: the viewer may, there are students, and they are not published yet. */
export function isPublishable({ standing, period }: PeriodSection): boolean {
  return standing.viewerCan.publish.allowed && standing.students > 0 && !livePublication(period.publication)
}

/** Returns whether every student of a section has all marks. */
export function isReady(section: PeriodSection): boolean {
  return isPublishable(section) && section.period.incomplete === 0
}

/** Returns sections with the ready ones first, then those with some marks, each in the order of the list. */
export function readyFirst(sections: readonly PeriodSection[]): PeriodSection[] {
  const place = ({ period }: PeriodSection) => (period.incomplete === 0 ? 0 : period.started ? 1 : 2)
  return sections.toSorted((one, other) => place(one) - place(other))
}
