import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { percentNumber } from '#shared/percent.ts'
import { type ReadyScheme, readyScheme, readySchemes } from './readySchemes.ts'
import {
  type Assessed,
  outcomeLabels,
  type ScoreEntry,
  type ScorePlace,
  showMissing,
  showShortfall,
  studentResult,
} from './results.rules.ts'
import {
  type AssessedSubject,
  assessedSubjects,
  type Code,
  codes,
  type Scheme,
  showMarks,
  subjectKinds,
} from './scheme.schema.ts'

/*
 * Ten report cards of each ready scheme, worked out without the rules, step by step: schemes/*.cards.txt. A subject's
 * line has the parts and the year, separated by semicolons. In each, the scores stand before the first = and the marks
 * with the grade after the last; - is a missing score. Several tests of a component have their conversion in brackets.
 */

interface Card {
  student: string
  className: string
  lines: string[]
}

/** Returns the paragraphs of a file: an explanation, the subjects, then the cards. */
function cardsOf(scheme: ReadyScheme): { subjects: string[]; cards: Card[] } {
  const text = readFileSync(join(import.meta.dirname, 'schemes', `${scheme}.cards.txt`), 'utf8')
  const [, subjects = '', ...cards] = text.trim().split('\n\n')
  return {
    subjects: subjects.split('\n'),
    cards: cards.map((card) => {
      const [title = '', ...lines] = card.split('\n')
      const [student = '', className = ''] = title.split(', class ')
      return { student, className, lines }
    }),
  }
}

/** The patterns of subjects that are assessed by class. */
const patternsByClass: Record<string, string> = {
  1: 'Classes 1 and 2',
  2: 'Classes 1 and 2',
  3: 'Classes 3 and 4',
  4: 'Classes 3 and 4',
  5: 'Class 5',
  8: 'Class 8',
}

/** Parses `IT, OPTIONAL, Skill subject, replaces Mathematics, Science`. */
function subjectOf(line: string, className: string): AssessedSubject {
  const [name = '', kind, pattern = '', ...rest] = line.split(', ')
  const more = rest.join(', ')
  return {
    name,
    kind: subjectKinds.find((each) => each === kind)!,
    pattern: pattern === 'by class' ? patternsByClass[className]! : pattern,
    group: /^group (.*)/.exec(more)?.[1] ?? '',
    replaces: /^replaces (.*)/.exec(more)?.[1]?.split(', ') ?? [],
  }
}

/** Parses `30 - AB (60 of 80 → 3.75) + 4 + 62 = …` as scores by component; undefined for a missing one. */
function scoresOf(part: string): (number | Code | undefined)[][] {
  const scoreOf = (text: string) => {
    if (text === '-') return undefined
    return codes.find((code) => code === text) ?? Math.round(Number(text) * 100)
  }
  const [scores = ''] = part.split(' = ')
  return scores.split(' + ').map((tests) =>
    tests
      .replace(/ \(.*\)/, '')
      .split(' ')
      .map(scoreOf),
  )
}

/** Returns how a card writes marks. */
function shown(result: Assessed): string {
  if (result === 'MISSING') return 'missing'
  return result === 'LEFT_OUT' ? 'left out' : `${showMarks(result.obtained)} ${result.grade}`
}

/** Returns what stands after the last = of a working. */
function lastOf(working: string): string {
  return working.split(' = ').at(-1)!.trim()
}

function scoreEntries(scheme: Scheme, subjects: readonly AssessedSubject[], card: Card): ScoreEntry[] {
  return subjects.flatMap(({ name: subject, pattern: patternName }) => {
    const written = card.lines
      .find((line) => line.startsWith(`${subject}: `))!
      .slice(subject.length + 2)
      .split('; ')
    const pattern = scheme.patterns.find(({ name }) => name === patternName)!
    const parts = scheme.parts.filter(({ name }) => pattern.components.some(({ parts }) => parts.includes(name)))
    return parts.flatMap(({ name: part }, place) => {
      const scores = scoresOf(written[place]!)
      const components = pattern.components.filter(({ parts }) => parts.includes(part))
      expect(scores.map(({ length }) => length)).toEqual(components.map(({ highestMarks }) => highestMarks.length))
      return components.flatMap(({ name: component }, index) =>
        scores[index]!.flatMap((score, test) =>
          score === undefined ? [] : [{ subject, part, component, test: test + 1, score }],
        ),
      )
    })
  })
}

const allCards = readySchemes.flatMap((name) => {
  const { subjects, cards } = cardsOf(name)
  return cards.map((card) => ({ name, subjects, card, title: `${card.student}, class ${card.className}` }))
})

test('each ready scheme has ten cards', () => {
  for (const name of readySchemes) expect(cardsOf(name).cards).toHaveLength(10)
})

test.each(allCards)('$name: the card of $title', ({ name, subjects: subjectLines, card }) => {
  const scheme = readyScheme(name)
  const subjects = assessedSubjects(scheme)
    .parse(subjectLines.map((line) => subjectOf(line, card.className)))
    .filter((subject) => card.lines.some((line) => line.startsWith(`${subject.name}: `)))
  const result = studentResult(scheme, subjects, {
    className: card.className,
    reexamined: false,
    scores: scoreEntries(scheme, subjects, card),
  })

  const computed = [
    ...result.subjects.map(({ subject, parts, result: year }) =>
      [`${subject}: ${parts.map((part) => shown(part.result)).join('; ')}`, shown(year)].join('; '),
    ),
    typeof result.total === 'string'
      ? `Total: ${shown(result.total)}`
      : `Total: ${showMarks(result.total.obtained)} of ${showMarks(result.total.outOf)} = ${percentNumber(result.total.share)} % ${result.total.grade}`,
    `Result: ${outcomeLabels[result.outcome]}`,
    ...result.shortfalls.map((shortfall) => `Failed: ${showShortfall(shortfall)}`),
    ...result.replaced.map(({ subject, by }) => `Replaced: ${subject} by ${by}`),
    ...result.grace.map(({ subject, marks }) => `Grace: ${subject} ${showMarks(marks)}`),
    ...result.missing.map((place) => `Missing: ${showMissing(place, testsOf(scheme, place))}`),
  ]
  const expected = card.lines.map((line) => {
    const subject = subjects.find((each) => line.startsWith(`${each.name}: `))
    if (subject) {
      const written = line.slice(subject.name.length + 2).split('; ')
      return `${subject.name}: ${written.map((each) => (isMissing(each) ? 'missing' : lastOf(each))).join('; ')}`
    }
    return line.startsWith('Total: ') && line.includes(' of ') ? `Total: ${line.split(' = ').slice(-2).join(' = ')}` : line
  })
  expect(computed).toEqual(expected)
})

/** Returns whether a part of a card has a missing score. */
function isMissing(part: string): boolean {
  return part === 'missing' || / -( |$)/.test(` ${part}`)
}

/** Returns the number of tests of a component. */
function testsOf({ patterns }: Scheme, { component }: ScorePlace): number {
  return patterns.flatMap(({ components }) => components).find(({ name }) => name === component)!.highestMarks.length
}
