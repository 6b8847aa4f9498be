import type { HolisticEntries } from './holistic.schema.ts'
import type { HolisticScheme, Voice } from './holisticScheme.ts'
import type { HolisticCard } from './reportCard.schema.ts'
import type { Scale, Scheme } from './scheme.schema.ts'

/** What is asked for the holistic cards of a class. */
export interface HolisticGround {
  voices: { voice: Voice; scale: string; grades: Scale['grades'] }[]
  areas: HolisticScheme['areas']
}

/** Returns what the holistic card of a class asks; null for a class without one. */
export function holisticGround({ holistic, scales }: Scheme, schemeClass: string): HolisticGround | null {
  if (!holistic?.classes.includes(schemeClass)) return null
  return {
    voices: holistic.voices.map((each) => ({
      ...each,
      grades: scales.find(({ name }) => name === each.scale)?.grades ?? [],
    })),
    areas: holistic.areas,
  }
}

/** Returns the part whose entries stand on a card: those of the last part on the card of the year. */
export function holisticPart(scheme: Scheme, part: string | null): string {
  return part ?? scheme.parts.at(-1)?.name ?? ''
}

/**
 * Leaves out what the scheme no longer has: a voice, statement or area, and a grade that its scale does not know. A
 * scale with other grades would give the old ones another meaning.
 */
export function knownEntries({ voices, areas }: HolisticGround, entries: HolisticEntries): HolisticEntries {
  const gradesOf = new Map(voices.map(({ voice, grades }) => [voice, grades.map(({ grade }) => grade)]))
  const statements = new Set(areas.flatMap((area) => area.statements.map(({ id }) => id)))
  const areaIds = new Set(areas.map(({ id }) => id))
  return {
    descriptors: entries.descriptors.filter(
      ({ voice, statement, grade }) => statements.has(statement) && gradesOf.get(voice)?.includes(grade),
    ),
    words: entries.words.filter(({ voice, area }) => areaIds.has(area) && gradesOf.has(voice)),
  }
}

/** Returns the holistic part of a student's report card; null where nothing is entered. */
export function holisticCardOf(ground: HolisticGround, stored: HolisticEntries): HolisticCard | null {
  const { descriptors, words } = knownEntries(ground, stored)
  if (descriptors.length + words.length === 0) return null
  return {
    voices: ground.voices.map(({ voice, scale }) => ({ voice, scale })),
    areas: ground.areas.map(({ id, name, statements }) => ({
      name,
      statements: statements.map((statement) => ({
        text: statement.text,
        descriptors: Object.fromEntries(
          descriptors.filter((each) => each.statement === statement.id).map(({ voice, grade }) => [voice, grade]),
        ),
      })),
      words: Object.fromEntries(words.filter(({ area }) => area === id).map(({ voice, text }) => [voice, text])),
    })),
  }
}
