import type { AssessedSubject, Scheme } from '../../scheme.schema.ts'

/** Whether a pattern has grades by points, so that a subject of it cannot count. */
export function isByPoints(scheme: Pick<Scheme, 'patterns' | 'scales'>, pattern: string): boolean {
  const scale = scheme.patterns.find(({ name }) => name === pattern)?.scale
  return scheme.scales.find(({ name }) => name === scale)?.by === 'POINTS'
}

/**
 * Returns the subjects of a class that are not assessed yet, as they are most likely to be: counted, by the first
 * pattern with marks.
 */
export function proposedSubjects(
  scheme: Pick<Scheme, 'patterns' | 'scales'>,
  ownSubjects: readonly string[],
  assessed: readonly Pick<AssessedSubject, 'name'>[],
): AssessedSubject[] {
  const known = new Set(assessed.map(({ name }) => name.trim().toLowerCase()))
  const withMarks = scheme.patterns.find(({ name }) => !isByPoints(scheme, name))
  const pattern = (withMarks ?? scheme.patterns[0])?.name ?? ''
  return ownSubjects
    .filter((name) => !known.has(name.trim().toLowerCase()))
    .map((name) => ({ name, kind: withMarks ? 'COUNTED' : 'GRADES_ONLY', pattern, group: '', replaces: [] }))
}

/** Returns the class of a scheme that a class most likely is, because schools write 7, VII or Std 7; '' for none. */
export function likelyClass(classes: readonly string[], className: string): string {
  const key = (name: string) => {
    const roman = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII']
    const bare = name.trim().replace(/^(std|class|grade|इयत्ता|कक्षा)\.?\s*/i, '')
    const number = roman.indexOf(bare.toUpperCase()) + 1
    return number > 0 ? String(number) : bare.replace(/(st|nd|rd|th)$/i, '').toLowerCase()
  }
  return classes.find((name) => key(name) === key(className)) ?? ''
}
