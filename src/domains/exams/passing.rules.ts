import { type Share, wholeShare } from '#shared/percent.ts'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { t } from '#shared/texts.ts'
import { compareFractions, fraction, roundDown, roundUp, scaleFraction } from './fractions.ts'
import { compareShares, type Exact, type ExactOrNone, type ExactSubject, isMark, steps, sumOf } from './marks.rules.ts'
import { type Marks, type Rounding, type Scheme, showMarks } from './scheme.schema.ts'

/** A least share that was not reached, in marks; `obtained` is rounded down. `subject` is null for the total. */
export interface Shortfall {
  subject: string | null
  /** The component and its part; null for the subject as a whole. */
  component: string | null
  part: string | null
  obtained: Marks
  outOf: Marks
  needed: Marks
}

export const outcomes = ['PASS', 'PROMOTED', 'COMPARTMENT', 'FAIL', 'INCOMPLETE'] as const
/**
 * COMPARTMENT: the student is examined again in what was failed. PROMOTED: nobody of the class is kept back.
 * INCOMPLETE: scores are missing, or a student who can be kept back has no mark that counts.
 */
export type Outcome = (typeof outcomes)[number]

export const outcomeLabels = saidWhenRead({
  PASS: () => t`Passed`,
  PROMOTED: () => t({ message: 'Promoted', context: 'the result of a student' }),
  COMPARTMENT: () => t`Eligible for compartment`,
  FAIL: () => t({ message: 'Failed', context: 'the result of a student' }),
  INCOMPLETE: () => t`Incomplete`,
})

/** A counted subject that was failed, and the optional one in its place. */
export interface Replacement {
  subject: string
  by: string
}

function reaches({ obtained, outOf }: Exact, least: Share): boolean {
  return compareFractions(scaleFraction(obtained, wholeShare, outOf), fraction(least)) >= 0
}

/** Returns the least marks, in the steps of a rounding, whose share is not below a share. */
function neededMarks(least: Share, outOf: Marks, rounding: Rounding): Marks {
  return Math.min(roundUp(fraction(outOf * least, wholeShare), steps[rounding] ?? 1), outOf)
}

/** Returns the shortfall of marks below a least share; none for marks that reach it, and for none. */
export function shortfall(
  value: ExactOrNone,
  least: Share | null,
  rounding: Rounding,
  place: Pick<Shortfall, 'subject' | 'component' | 'part'>,
): Shortfall[] {
  if (!isMark(value) || least === null || reaches(value, least)) return []
  const { obtained, outOf } = value
  return [{ ...place, obtained: roundDown(obtained), outOf, needed: neededMarks(least, outOf, rounding) }]
}

/** Returns the least shares of a subject that are not reached, without regard to its group. */
export function subjectShortfalls(exact: ExactSubject, { pass, rounding }: Scheme): Shortfall[] {
  const { subject, parts, value, reexamined } = exact
  const place = { subject: subject.name, component: null, part: null }
  if (reexamined) return shortfall(value, leastAgain(exact, pass.subject), rounding.subject, place)
  const inComponents = parts.flatMap(({ part, components }) =>
    components
      .filter(({ component }) => component.pass !== null)
      .flatMap(({ component, value: own }) =>
        shortfall(own, component.pass, rounding.component, { ...place, component: component.name, part }),
      ),
  )
  return [...inComponents, ...shortfall(value, pass.subject, rounding.subject, place)]
}

/** Returns the least share of a second examination: that of subjects; without one the highest of a component. */
function leastAgain({ pattern }: Pick<ExactSubject, 'pattern'>, least: Share | null): Share | null {
  if (least !== null) return least
  const shares = pattern.components.flatMap(({ pass }) => pass ?? [])
  return shares.length === 0 ? null : Math.max(...shares)
}

/** Returns whether a subject passes with its group: each reaches `pass.inGroup`, all together `pass.subject`. */
function passesInGroup({ subject, value }: ExactSubject, subjects: readonly ExactSubject[], { pass }: Scheme): boolean {
  const { inGroup, subject: least } = pass
  if (subject.group === '' || inGroup === null || least === null || !isMark(value)) return false
  const group = subjects.filter((other) => other.subject.group === subject.group && isMark(other.value))
  const together = sumOf(group, 'NONE')
  return isMark(together) && reaches(together, least) && group.every((each) => isMark(each.value) && reaches(each.value, inGroup))
}

/** Returns the shortfalls of subjects. A subject that passes with its group has only those of its components. */
function shortfallsOf(subjects: readonly ExactSubject[], scheme: Scheme): Shortfall[] {
  return subjects.flatMap((subject) => {
    const all = subjectShortfalls(subject, scheme)
    return passesInGroup(subject, subjects, scheme) ? all.filter(({ component }) => component !== null) : all
  })
}

/** Returns the failed subjects that passed optional ones replace: each the one that is furthest below. */
export function replacedSubjects(subjects: readonly ExactSubject[], scheme: Scheme): Replacement[] {
  const replaced: Replacement[] = []
  let counted = subjects.filter(({ subject }) => subject.kind === 'COUNTED')
  for (const optional of subjects) {
    const { kind, name, replaces } = optional.subject
    if (kind !== 'OPTIONAL' || !isMark(optional.value) || subjectShortfalls(optional, scheme).length > 0) continue
    const failed = new Set(shortfallsOf(counted, scheme).map(({ subject }) => subject))
    const [lowest] = counted
      .filter(({ subject }) => failed.has(subject.name) && replaces.includes(subject.name))
      .sort((first, second) => compareShares(first.value, second.value))
    if (!lowest) continue
    replaced.push({ subject: lowest.subject.name, by: name })
    counted = counted.filter((each) => each !== lowest)
  }
  return replaced
}

/** Returns the least shares that are not reached in subjects that nothing replaces, and in the total. */
export function lackingOf(
  subjects: readonly ExactSubject[],
  replaced: readonly Replacement[],
  total: ExactOrNone,
  scheme: Scheme,
): Shortfall[] {
  return [
    ...shortfallsOf(
      subjects.filter(({ subject: { kind, name } }) => kind === 'COUNTED' && !replaced.some(({ subject }) => subject === name)),
      scheme,
    ),
    ...shortfall(total, scheme.pass.total, scheme.rounding.total, { subject: null, component: null, part: null }),
  ]
}

/** Returns the subjects that were failed, in the order of the shortfalls; none where the total alone was failed. */
export function failedSubjects(shortfalls: readonly Pick<Shortfall, 'subject'>[]): string[] {
  return [...new Set(shortfalls.flatMap(({ subject }) => subject ?? []))]
}

/**
 * Returns the grace marks with which a student passes everything; none if they would not be enough. A subject needs
 * what its components lack, or what it lacks as a whole, whichever is more.
 */
export function graceMarks(shortfalls: readonly Shortfall[], { grace }: Scheme): { subject: string; marks: Marks }[] {
  if (!grace) return []
  const needs = new Map<string, { inComponents: Marks; inSubject: Marks }>()
  for (const { subject, component, needed, obtained } of shortfalls) {
    if (subject === null) return []
    const need = needs.get(subject) ?? { inComponents: 0, inSubject: 0 }
    need[component === null ? 'inSubject' : 'inComponents'] += needed - obtained
    needs.set(subject, need)
  }
  const given = [...needs].map(([subject, need]) => ({ subject, marks: Math.max(need.inComponents, need.inSubject) }))
  const total = given.reduce((sum, { marks }) => sum + marks, 0)
  const enough = given.length <= grace.subjects && total <= grace.total && given.every(({ marks }) => marks <= grace.perSubject)
  return enough ? given : []
}

/** Returns the outcome of a student whose scores are complete. */
export function outcomeOf({ detains, compartment }: Scheme['classes'][number], shortfalls: readonly Shortfall[]): Outcome {
  if (!detains) return 'PROMOTED'
  if (shortfalls.length === 0) return 'PASS'
  const again = compartment !== 0 && (compartment === null || failedSubjects(shortfalls).length <= compartment)
  return again ? 'COMPARTMENT' : 'FAIL'
}

/** Returns why a student has not passed, in words. */
export function showShortfall({ subject, component, part, obtained, outOf, needed }: Shortfall): string {
  const [got, all, least] = [showMarks(obtained), showMarks(outOf), showMarks(needed)]
  if (subject === null) return t`Total: ${got} of ${all}, ${least} needed`
  if (component === null || part === null) return t`${subject}: ${got} of ${all}, ${least} needed`
  return t`${subject}, ${component} in ${part}: ${got} of ${all}, ${least} needed`
}
