import type { SectionResults } from './results.queries.ts'

/** A sheet on which scores are missing. */
export interface MissingSheet {
  subjectId: number
  subjectName: string
  part: string
  components: string[]
  /** The names of the students, by roll. */
  students: string[]
}

/** Returns the sheets of a section on which scores are missing, in the order of parts and subjects. */
export function missingSheets({ students, subjects, scheme }: SectionResults): MissingSheet[] {
  return scheme.parts.flatMap(({ name: part }) =>
    subjects.flatMap(({ id: subjectId, name: subjectName }) => {
      const lacking = students
        .map(({ name, missing }) => ({
          name,
          places: missing.filter((place) => place.part === part && place.subject === subjectName),
        }))
        .filter(({ places }) => places.length > 0)
      if (lacking.length === 0) return []
      const components = lacking.flatMap(({ places }) => places.map(({ component }) => component))
      return [{ subjectId, subjectName, part, components: [...new Set(components)], students: lacking.map(({ name }) => name) }]
    }),
  )
}
