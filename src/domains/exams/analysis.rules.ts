import type { Share } from '#shared/percent.ts'
import { fraction, roundHalfUp } from './fractions.ts'
import type { Assessed } from './marks.rules.ts'
import type { StudentResult } from './results.rules.ts'
import type { AssessedSubject, Component, Scheme } from './scheme.schema.ts'

/** A student of a class with the result, as an analysis reads them. */
export interface AnalysedStudent {
  studentId: number
  sectionId: number
  result: StudentResult
}

/** What a mark is of. `part` null: of the year; `component` null: of the whole part; `subject` null: the total. */
export interface MarkPlace {
  subject: string | null
  part: string | null
  component: string | null
}

/** A mark of a student in an analysis. */
export interface AnalysedMark extends MarkPlace {
  studentId: number
  sectionId: number
  result: Assessed
  /**
   * Of a subject with components that have a least share of their own: whether one of them is below it. Other marks
   * have none.
   */
  belowInComponent?: boolean
}

/**
 * How marks are spread, as shares of their highest marks. Each quarter is the share of a student: a quarter of the
 * students has that or less (nearest rank). `mean` is rounded half up. `below` counts the printed shares under the
 * least share with which the scheme lets a subject or the total pass, and the subjects with a component under its own,
 * null where it names none. A student below may still pass with a group, with grace marks or with an optional subject:
 * `shortfalls` of a result say so.
 */
export interface Spread {
  marks: number
  missing: number
  mean: Share
  lowest: Share
  lowerQuarter: Share
  median: Share
  upperQuarter: Share
  highest: Share
  below: number | null
}

/** The least share of a mark with which it passes; null where none is needed. */
export type LeastShare = (place: MarkPlace) => Share | null

/** The same of marks of several classes, each with its own scheme. */
export type LeastShareOfMark = (mark: AnalysedMark) => Share | null

/** Returns the least shares of a scheme: subjects that are graded only have none, components their own. */
export function leastShares(scheme: Scheme, subjects: readonly AssessedSubject[]): LeastShare {
  const componentsOf = new Map(
    subjects
      .filter(({ kind }) => kind !== 'GRADES_ONLY')
      .map(({ name, pattern }) => [name, scheme.patterns.find((each) => each.name === pattern)?.components ?? []]),
  )
  return ({ subject, part, component }) => {
    if (subject === null) return scheme.pass.total
    const components = componentsOf.get(subject)
    if (components === undefined) return null
    if (component === null) return scheme.pass.subject
    // Components of several parts may have one name.
    const isOf = (each: Component) => each.name === component && (part === null || each.parts.includes(part))
    return components.find(isOf)?.pass ?? null
  }
}

/** Returns the spread of marks; null if there is none among them. Those that are left out count nowhere. */
export function spreadOf(marks: readonly AnalysedMark[], leastOf: LeastShareOfMark): Spread | null {
  const shares: Share[] = []
  let [asked, below] = [0, 0]
  for (const mark of marks) {
    if (typeof mark.result !== 'object') continue
    const { share } = mark.result
    shares.push(share)
    const isShort = isBelow(mark, share, leastOf(mark))
    if (isShort !== null) asked += 1
    if (isShort === true) below += 1
  }
  if (shares.length === 0) return null
  shares.sort((first, second) => first - second)
  const at = (part: number) => shares[Math.max(0, Math.ceil(part * shares.length) - 1)] ?? 0
  return {
    marks: shares.length,
    missing: marks.filter(({ result }) => result === 'MISSING').length,
    mean: roundHalfUp(fraction(sum(shares), shares.length), 1),
    lowest: at(0),
    lowerQuarter: at(0.25),
    median: at(0.5),
    upperQuarter: at(0.75),
    highest: at(1),
    below: asked === 0 ? null : below,
  }
}

/** Returns whether a mark is below what the scheme asks for; null where it asks for nothing. */
function isBelow({ belowInComponent }: AnalysedMark, share: Share, least: Share | null): boolean | null {
  if (least === null && belowInComponent === undefined) return null
  return belowInComponent === true || (least !== null && share < least)
}

/** The spread of a group of marks, such as those of a subject in a section. */
export interface GroupSpread<Key> {
  key: Key
  spread: Spread
  /** By how much the shares of the same students have changed since the part before, in the mean; null without any. */
  change: Share | null
}

/**
 * Returns the spread of each group of marks, in the order in which the groups first come. Marks for which there are
 * several keys, such as teachers, count in each of their groups.
 * @param before marks of the part before, with which the change is computed; empty for none
 */
export function spreads<Key extends string | number>(
  marks: readonly AnalysedMark[],
  before: readonly AnalysedMark[],
  keysOf: (mark: AnalysedMark) => readonly Key[],
  leastOf: LeastShareOfMark,
): GroupSpread<Key>[] {
  const earlier = new Map(before.map((mark) => [markOwner(mark), mark.result]))
  const groups = new Map<Key, AnalysedMark[]>()
  for (const mark of marks)
    for (const key of keysOf(mark)) {
      const group = groups.get(key)
      if (group) group.push(mark)
      else groups.set(key, [mark])
    }
  return [...groups].flatMap(([key, group]) => {
    const spread = spreadOf(group, leastOf)
    const changes =
      before.length === 0 ? [] : group.flatMap((mark) => changeBetween(earlier.get(markOwner(mark)), mark.result) ?? [])
    const change = changes.length === 0 ? null : meanOf(changes)
    return spread ? [{ key, spread, change }] : []
  })
}

/** Whose mark of which subject and component it is, without its part: what is compared between parts. */
function markOwner({ studentId, subject, component }: AnalysedMark): string {
  return `${studentId}\n${subject ?? ''}\n${component ?? ''}`
}

function changeBetween(before: Assessed | undefined, now: Assessed): Share | null {
  return typeof before === 'object' && typeof now === 'object' ? now.share - before.share : null
}

/** Returns the mean of changes, which may be below zero; halves are rounded away from zero. */
function meanOf(changes: readonly Share[]): Share {
  const all = sum(changes)
  return Math.sign(all) * roundHalfUp(fraction(Math.abs(all), changes.length), 1)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** A student whose total, or mark in a subject, is lower than in the part before. */
export interface Fall {
  studentId: number
  subject: string | null
  before: Share
  now: Share
}

/** Returns the students whose share fell, the greatest fall first. Equal falls stand in the order of the marks. */
export function falls(marks: readonly AnalysedMark[], before: readonly AnalysedMark[]): Fall[] {
  const earlier = new Map(before.map((mark) => [markOwner(mark), mark.result]))
  return marks
    .flatMap((mark): Fall[] => {
      const was = earlier.get(markOwner(mark))
      const { studentId, subject, result } = mark
      return typeof was === 'object' && typeof result === 'object' && result.share < was.share
        ? [{ studentId, subject, before: was.share, now: result.share }]
        : []
    })
    .sort((first, second) => first.now - first.before - (second.now - second.before))
}
