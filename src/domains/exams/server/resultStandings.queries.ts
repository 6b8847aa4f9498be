import { query } from '#platform/command.ts'
import { resultStandingsChoice } from '../results.schema.ts'
import { scoreGround } from '../scores.rules.ts'
import { type PublicationRow, selectPublications } from './publishing.sql.ts'
import { countStudentsByScores, selectStandingSections, type StandingSection } from './resultStandings.sql.ts'
import { selectSubjects } from './results.sql.ts'
import { selectSchemes } from './scoreBoard.sql.ts'
import { resultActions } from './scores.permissions.ts'
import { parseStored } from './storedScheme.ts'

/** How far a section is in a part, or in the year where `part` is null. */
export interface PeriodStanding {
  part: string | null
  /** Number of students with missing scores. */
  incomplete: number
  /** Whether a student has a score. */
  started: boolean
  /** The latest publication, also a withdrawn one. */
  publication: PublicationRow | null
}

/** How far the results of a section are. */
export interface ResultStanding extends StandingSection {
  /** The parts in which the class has something to enter, then the year. */
  periods: PeriodStanding[]
}

/** Returns how far the results of a term's sections are, in the school's order. Five statements in one round trip. */
export const viewResultStandings = query({
  action: resultActions.view,
  input: resultStandingsChoice,
  run: async ({ db, read, viewer, schoolId, input: { termId } }): Promise<ResultStanding[]> => {
    const [sections, subjects, schemes, counts, publications] = await read(
      selectStandingSections(db, viewer, schoolId, termId),
      selectSubjects(db, schoolId, { termId, sectionId: null }),
      selectSchemes(db, schoolId, { termId }),
      countStudentsByScores(db, schoolId, termId),
      selectPublications(db, viewer, schoolId, { termId }),
    )
    const schemeOf = new Map(schemes.map(({ id, content }) => [id, parseStored(content)]))
    const subjectsOf = Map.groupBy(subjects, ({ classId }) => classId)
    const countsOf = Map.groupBy(counts, ({ sectionId }) => sectionId)
    const publicationsOf = Map.groupBy(publications, ({ sectionId }) => sectionId)
    return sections.flatMap((section) => {
      const scheme = schemeOf.get(section.schemeId)
      if (!scheme) return []
      const needed = scheme.parts
        .map(({ name: part }) => {
          const columns = (subjectsOf.get(section.classId) ?? []).map(
            ({ pattern }) => scoreGround(scheme, pattern, part).columns.length,
          )
          return { part, scores: columns.reduce((sum, count) => sum + count, 0) }
        })
        .filter(({ scores }) => scores > 0)
      const inYear = { part: null, scores: needed.reduce((sum, { scores }) => sum + scores, 0) }
      const ofSection = countsOf.get(section.sectionId) ?? []
      const periods = [...needed, inYear].map(({ part, scores }): PeriodStanding => {
        const ofPeriod = ofSection.filter((count) => count.part === part)
        const complete = ofPeriod.find(({ entered }) => entered >= scores)?.students ?? 0
        return {
          part,
          incomplete: section.students - complete,
          started: ofPeriod.length > 0,
          // The newest stands first.
          publication:
            publicationsOf.get(section.sectionId)?.find((each) => each.part === (part ?? '') && !each.supplementary) ?? null,
        }
      })
      return needed.length === 0 ? [] : [{ ...section, periods }]
    })
  },
})
