import { expect, test } from 'vitest'
import { percentNumber } from '#shared/percent.ts'
import { writtenCards } from '#tests/examCards.ts'
import { readySchemes } from './readySchemes.ts'
import { type Assessed, type ScorePlace, showMissing } from './marks.rules.ts'
import { outcomeLabels, showShortfall } from './passing.rules.ts'
import { studentResult } from './results.rules.ts'
import { type Scheme, showMarks } from './scheme.schema.ts'

// Ten report cards of each ready scheme, worked out without the rules (tests/examCards.ts).

/** Returns how a card writes marks. */
function shown(result: Assessed): string {
  if (result === 'MISSING') return 'missing'
  return result === 'LEFT_OUT' ? 'left out' : `${showMarks(result.obtained)} ${result.grade}`
}

/** Returns what stands after the last = of a working. */
function lastOf(working: string): string {
  return working.split(' = ').at(-1)!.trim()
}

test('each ready scheme has ten cards', () => {
  for (const name of readySchemes) expect(writtenCards.filter((card) => card.name === name)).toHaveLength(10)
})

test.each(writtenCards)('$name: the card of $title', ({ scheme, subjects, scores, card }) => {
  const result = studentResult(scheme, subjects, {
    className: card.className,
    reexamined: [],
    scores,
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
