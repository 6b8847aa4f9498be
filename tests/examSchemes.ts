import fc from 'fast-check'
import type { ScoreEntry } from '#domains/exams/marks.rules.ts'
import type { ReexaminedScore, StudentScores } from '#domains/exams/results.rules.ts'
import {
  type AssessedSubject,
  type Marks,
  type Pattern,
  type Scale,
  type Scheme,
  type Score,
} from '#domains/exams/scheme.schema.ts'
import { codes } from '#domains/exams/scoreCodes.ts'

/** A scheme with a class that is assessed by it. */
export interface ExamClass {
  scheme: Scheme
  subjects: AssessedSubject[]
  students: StudentScores[]
}

/** Draws numbers below `end`, one after the other. */
type Draw = (end: number) => number

/** Returns a generator of numbers that a seed determines (mulberry32). */
function drawFrom(seed: number): Draw {
  let state = seed
  return (end) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
}

const roundings = ['WHOLE', 'HALF', 'NONE'] as const
const kinds = ['COUNTED', 'COUNTED', 'COUNTED', 'OPTIONAL', 'GRADES_ONLY'] as const
const highest = [500, 750, 1000, 2000, 4000, 8000, 10_000, 333]

/**
 * Random schemes with classes. They are drawn from a seed and not built of arbitraries, because 10,000 of them are
 * needed in seconds.
 */
export const examClasses: fc.Arbitrary<ExamClass> = fc.noShrink(fc.integer()).map((seed) => examClass(drawFrom(seed)))

function examClass(draw: Draw): ExamClass {
  const pick = <Item>(items: readonly Item[]): Item => items[draw(items.length)]!
  const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
    Array.from({ length: count }, (_, index) => make(index))
  const maybe = <Value>(value: () => Value): Value | null => (draw(3) === 0 ? null : value())

  /** Splits marks in up to three amounts above zero. */
  const split = (marks: Marks): Marks[] => {
    const cuts = new Set(times(draw(3), () => 1 + draw(marks - 1)))
    return [...cuts, marks].sort((a, b) => a - b).map((end, index, ends) => end - (ends[index - 1] ?? 0))
  }

  const scale = (name: string): Scale => {
    const bounds = [...new Set(times(1 + draw(8), () => 1 + draw(99)))].sort((a, b) => b - a)
    return {
      name,
      by: 'SHARE',
      grades: [...bounds, 0].map((from, index) => ({
        grade: `G${index}`,
        from,
        to: (bounds[index - 1] ?? 101) - 1,
        meaning: '',
      })),
    }
  }
  const points = 1 + draw(5)
  const levels: Scale = {
    name: 'Levels',
    by: 'POINTS',
    grades: times(points, (index) => ({ grade: `L${index}`, from: points - index, to: points - index, meaning: '' })),
  }

  const parts = times(1 + draw(3), (index) => ({ name: `T${index}`, weight: 1 + draw(5) }))
  const component = (name: string, inParts: string[], outOf: Marks, marks: readonly Marks[]) => {
    const highestMarks = times(1 + draw(3), () => pick(marks))
    return { name, parts: inParts, outOf, highestMarks, best: 1 + draw(highestMarks.length), pass: null }
  }
  const pattern = (name: string): Pattern => {
    const outOf = pick([10_000, 10_000, 5000, 8000, 1250])
    const everyPart = draw(2) === 0
    const places = everyPart ? [parts.map((part) => part.name)] : parts.map((part) => [part.name])
    return {
      name,
      scale: pick(['First', 'Second']),
      outOf,
      components: places.flatMap((inParts) =>
        split(outOf).map((marks, index) => ({
          ...component(`C${index}`, inParts, marks, highest),
          pass: draw(6) === 0 ? 1 + draw(6000) : null,
        })),
      ),
    }
  }
  const graded: Pattern = {
    name: 'Graded',
    scale: 'Levels',
    outOf: points * 100,
    components: [
      component(
        'Grade',
        parts.slice(0, 1 + draw(parts.length)).map(({ name }) => name),
        points * 100,
        [points * 100],
      ),
    ],
  }

  const subject = maybe(() => 1000 + draw(5000))
  const perSubject = 100 + draw(1200)
  const graceSubjects = 1 + draw(3)
  const scheme: Scheme = {
    name: 'Random',
    source: { title: '', url: '', note: '' },
    classes: [
      { name: 'Kept', detains: true, compartment: pick([0, 1, 2, null]) },
      { name: 'Promoted', detains: false, compartment: 0 },
    ],
    parts,
    scales: [scale('First'), scale('Second'), levels],
    patterns: [pattern('A'), pattern('B'), graded],
    total: { scale: 'First', best: maybe(() => 1 + draw(3)) },
    rounding: { component: pick(roundings), part: pick(roundings), subject: pick(roundings), total: pick(roundings) },
    pass: {
      subject,
      inGroup: subject === null ? null : maybe(() => Math.max(1, subject - 1 - draw(1000))),
      total: maybe(() => 1000 + draw(4000)),
    },
    grace: null,
    codes: { AB: pick(['ZERO', 'ZERO', 'LEFT_OUT']), ML: 'LEFT_OUT', EX: 'LEFT_OUT' },
  }
  const least = scheme.patterns
    .slice(0, 2)
    .flatMap(({ outOf, components }) => [
      ...(subject === null ? [] : [outOf * subject]),
      ...components.flatMap(({ outOf: marks, pass }) => (pass === null ? [] : [marks * pass])),
    ])
  if (least.length > 0 && draw(3) > 0 && least.every((marks) => perSubject * 10_000 < marks))
    scheme.grace = { perSubject, subjects: graceSubjects, total: perSubject + draw(perSubject * (graceSubjects - 1) + 1) }

  const named = times(1 + draw(5), (index) => ({ name: `S${index}`, kind: pick(kinds) }))
  const counted = named.filter(({ kind }) => kind === 'COUNTED').map(({ name }) => name)
  const subjects = named.map(({ name, kind }) => ({
    name,
    kind,
    pattern: pick(kind === 'GRADES_ONLY' ? ['A', 'Graded'] : ['A', 'B']),
    group: pick(['', 'Languages', 'Sciences']),
    replaces: kind === 'OPTIONAL' ? counted.filter(() => draw(2) === 0) : [],
  }))

  const student = (): StudentScores => {
    // Some are good at everything and some at nothing, so that limits are met from both sides.
    const level = 20 + draw(81)
    const lost = draw(6) === 0
    const scoreOf = (marks: Marks): Score | null => {
      const chance = draw(100)
      if (lost && chance < 5) return null
      if (chance > 93) return pick(codes)
      const score = Math.floor((marks * Math.min(100, level + draw(40) - 20)) / 100)
      return draw(2) === 0 ? score : Math.floor(score / 100) * 100
    }
    const scores = subjects.flatMap(({ name, pattern: patternName }) =>
      scheme.patterns
        .find((each) => each.name === patternName)!
        .components.flatMap((each) =>
          each.parts.flatMap((part) =>
            each.highestMarks.flatMap((marks, index): ScoreEntry[] => {
              const score = scoreOf(marks)
              return score === null ? [] : [{ subject: name, part, component: each.name, test: index + 1, score }]
            }),
          ),
        ),
    )
    // Some have a second score in everything, and some in a few subjects.
    const again = draw(3)
    const reexamined = subjects
      .filter(({ kind }) => kind === 'COUNTED' && again > 0 && (again > 1 || draw(2) === 0))
      .map(({ name, pattern: patternName }): ReexaminedScore => {
        const { outOf } = scheme.patterns.find((each) => each.name === patternName)!
        return { subject: name, score: draw(10) === 0 ? 'AB' : Math.floor((outOf * draw(101)) / 100) }
      })
    return { className: pick(['Kept', 'Kept', 'Promoted']), reexamined, scores }
  }
  return { scheme, subjects, students: times(1 + draw(2), student) }
}
