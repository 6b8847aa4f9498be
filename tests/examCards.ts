import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ReadyScheme, readyScheme, readySchemes } from '#domains/exams/readySchemes.ts'
import type { ScoreEntry } from '#domains/exams/marks.rules.ts'
import { type AssessedSubject, assessedSubjects, type Code, type Scheme, subjectKinds } from '#domains/exams/scheme.schema.ts'
import { codes } from '#domains/exams/scoreCodes.ts'

/*
 * Ten report cards of each ready scheme, worked out without the rules, step by step: schemes/*.cards.txt. A subject's
 * line has the parts and the year, separated by semicolons. In each, the scores stand before the first = and the marks
 * with the grade after the last; - is a missing score. Several tests of a component have their conversion in brackets.
 */

/** A card as it is written. */
interface Card {
  student: string
  className: string
  lines: string[]
}

/** Returns the paragraphs of a file: an explanation, the subjects, then the cards. */
function cardsOf(scheme: ReadyScheme): { subjects: string[]; cards: Card[] } {
  const file = `../src/domains/exams/schemes/${scheme}.cards.txt`
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
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
      const tests = components.map(({ highestMarks }) => highestMarks.length)
      if (String(scores.map(({ length }) => length)) !== String(tests))
        throw new Error(`${card.student}: ${subject} has ${scores.length} components in ${part}, not ${tests.length}`)
      return components.flatMap(({ name: component }, index) =>
        scores[index]!.flatMap((score, test) =>
          score === undefined ? [] : [{ subject, part, component, test: test + 1, score }],
        ),
      )
    })
  })
}

/** The cards of all ready schemes, with their subjects and scores. */
export const writtenCards = readySchemes.flatMap((name) => {
  const scheme = readyScheme(name)
  const { subjects: subjectLines, cards } = cardsOf(name)
  return cards.map((card) => {
    const subjects = assessedSubjects(scheme)
      .parse(subjectLines.map((line) => subjectOf(line, card.className)))
      .filter((subject) => card.lines.some((line) => line.startsWith(`${subject.name}: `)))
    const title = `${card.student}, class ${card.className}`
    return { name, title, card, scheme, subjects, scores: scoreEntries(scheme, subjects, card) }
  })
})
