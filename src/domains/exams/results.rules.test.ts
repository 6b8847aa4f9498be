import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countResult } from '#tests/examCounts.ts'
import { type ExamClass, examClasses } from '#tests/examSchemes.ts'
import { runs } from '#tests/properties.ts'
import { readyScheme, readySchemes } from './readySchemes.ts'
import { type Assessed, type Mark, type ScoreEntry, showMissing } from './marks.rules.ts'
import { outcomes, showShortfall } from './passing.rules.ts'
import { ranks, type ReexaminedScore, type StudentResult, studentResult } from './results.rules.ts'
import { type AssessedSubject, assessedSubjects, type Scheme, scheme as schemeSchema, type Score } from './scheme.schema.ts'

const resultsOf = ({ scheme, subjects, students }: ExamClass) =>
  students.map((student) => studentResult(scheme, subjects, student))

/** Returns a result in the words of the second count. */
function said(result: StudentResult): Map<string, string> {
  const shown = (assessed: Assessed) =>
    typeof assessed === 'string' ? assessed : `${assessed.obtained}/${assessed.outOf} ${assessed.share} ${assessed.grade}`
  return new Map([
    ...result.subjects.flatMap(({ subject, parts, result: year }): [string, string][] => [
      ...parts.flatMap(({ part, components, result: ofPart }): [string, string][] => [
        ...components.map(({ component, result: own }): [string, string] => [`${subject}/${part}/${component}`, shown(own)]),
        [`${subject}/${part}`, shown(ofPart)],
      ]),
      [subject, shown(year)],
    ]),
    ...result.parts.map(({ part, result: sum }): [string, string] => [`total/${part}`, shown(sum)]),
    ...result.replaced.map(({ subject, by }): [string, string] => [`replaced ${subject}`, by]),
    ...result.grace.map(({ subject, marks }): [string, string] => [`grace ${subject}`, String(marks)]),
    ...result.reexamined.map(({ subject, score, passed }): [string, string] => [
      `again ${subject}`,
      `${score} ${passed ? 'passed' : 'failed'}`,
    ]),
    ['total', shown(result.total)],
    [
      'failed',
      result.shortfalls
        .map(({ subject, part, component, obtained, outOf, needed }) => {
          const place = component === null ? (subject ?? 'total') : `${subject}/${part}/${component}`
          return `${place} ${obtained}/${outOf} ${needed}`
        })
        .join('; '),
    ],
    ['missing', result.missing.map(({ subject, part, component, test }) => `${subject}/${part}/${component}/${test}`).join('; ')],
    ['outcome', result.outcome],
  ])
}

test('10,000 random schemes with classes have the results of the second count', () => {
  fc.assert(
    fc.property(examClasses, (examClass) => {
      resultsOf(examClass).forEach((result, index) => {
        const { scheme, subjects, students } = examClass
        const [rules, count] = [said(result), countResult(scheme, subjects, students[index]!)]
        // To compare by expect alone takes half of the time.
        if (rules.size !== count.size || [...count].some(([place, words]) => rules.get(place) !== words))
          expect(rules).toEqual(count)
      })
    }),
    { numRuns: runs(10_000) },
  )
})

test('random schemes with classes have results of every kind', () => {
  const seen = new Set<string>()
  // Always the same: of few others one kind is missing now and then.
  for (const examClass of fc.sample(examClasses, { seed: 1, numRuns: 1000 }))
    for (const result of resultsOf(examClass)) {
      seen.add(result.outcome)
      if (result.grace.length > 0) seen.add('grace')
      if (result.replaced.length > 0) seen.add('replaced')
      if (result.reexamined.length > 0) seen.add(`again ${result.outcome}`)
    }
  expect([...seen].sort()).toEqual([...outcomes, 'grace', 'replaced', 'again PASS', 'again FAIL'].sort())
})

test('random schemes are schemes', () => {
  fc.assert(
    fc.property(examClasses, ({ scheme, subjects }) => {
      expect(schemeSchema.safeParse(scheme).error?.issues ?? []).toEqual([])
      expect(assessedSubjects(scheme).safeParse(subjects).error?.issues ?? []).toEqual([])
    }),
    { numRuns: runs(500) },
  )
})

/** Returns all marks of a result. */
function marksOf(result: StudentResult): Mark[] {
  const all: Assessed[] = [
    result.total,
    ...result.parts.map((part) => part.result),
    ...result.subjects.flatMap(({ parts, result: year }) => [
      year,
      ...parts.flatMap(({ components, result: ofPart }) => [ofPart, ...components.map((component) => component.result)]),
    ]),
  ]
  return all.filter((mark) => typeof mark !== 'string')
}

test('a share is 0 to 100 per cent, and its grade is one of a scale', () => {
  fc.assert(
    fc.property(examClasses, (examClass) => {
      const grades = new Set(examClass.scheme.scales.flatMap((scale) => scale.grades.map(({ grade }) => grade)))
      for (const { obtained, outOf, share, grade } of resultsOf(examClass).flatMap(marksOf)) {
        expect(obtained >= 0 && obtained <= outOf && share >= 0 && share <= 10_000 && grades.has(grade)).toBe(true)
      }
    }),
    { numRuns: runs(500) },
  )
})

test('each whole per cent has one grade in a scale by share', () => {
  const covered = ({ scales }: Scheme) =>
    scales
      .filter(({ by }) => by === 'SHARE')
      .every(({ grades }) =>
        Array.from({ length: 101 }, (_, share) => share).every(
          (share) => grades.filter(({ from, to }) => from <= share && share <= to).length === 1,
        ),
      )
  fc.assert(
    fc.property(examClasses, ({ scheme }) => covered(scheme)),
    { numRuns: runs(500) },
  )
  expect(readySchemes.every((name) => covered(readyScheme(name)))).toBe(true)
})

/** Outcomes of one class in the same state, the worse first. */
const worseFirst = ['FAIL', 'COMPARTMENT', 'PASS']

test('a higher score lowers nothing, unless a subject is replaced or the best subjects have unequal marks', () => {
  fc.assert(
    fc.property(examClasses, fc.nat(), fc.nat(), ({ scheme, subjects, students }, place, more) => {
      // A second examination takes the place of marks, which may have been higher.
      const student = { ...students[0]!, reexamined: [] }
      const scored = student.scores.filter(({ score }) => typeof score === 'number')
      fc.pre(scored.length > 0)
      const raised = scored[place % scored.length]!
      const { pattern } = subjects.find(({ name }) => name === raised.subject)!
      const { highestMarks } = scheme.patterns
        .find(({ name }) => name === pattern)!
        .components.find(({ name, parts }) => name === raised.component && parts.includes(raised.part))!
      const higher = Number(raised.score) + (more % (highestMarks[raised.test - 1]! - Number(raised.score) + 1))
      const scores = student.scores.map((entry): ScoreEntry => (entry === raised ? { ...entry, score: higher } : entry))
      const [before, after] = [student, { ...student, scores }].map((each) => studentResult(scheme, subjects, each))

      const fixed = (result: StudentResult) => [
        ...result.parts.map((part) => part.result),
        ...result.subjects.flatMap(({ parts, result: year }) => [year, ...parts.map((part) => part.result)]),
      ]
      const isLower = (one: Assessed, other: Assessed) =>
        typeof one === 'string' || typeof other === 'string' ? one !== other : other.share < one.share
      const pairs = fixed(before!).map((mark, index) => [mark, fixed(after!)[index]!] as const)
      expect(pairs.some(([one, other]) => isLower(one, other))).toBe(false)

      const unequal = new Set(scheme.patterns.slice(0, 2).map(({ outOf }) => outOf)).size > 1
      if (before!.replaced.length + after!.replaced.length > 0 || (scheme.total.best !== null && unequal)) return
      expect(isLower(before!.total, after!.total)).toBe(false)
      expect(worseFirst.indexOf(after!.outcome)).toBeGreaterThanOrEqual(worseFirst.indexOf(before!.outcome))
    }),
    { numRuns: runs(3000) },
  )
})

test('the order of students, scores and subjects changes no result', () => {
  fc.assert(
    fc.property(examClasses, (examClass) => {
      const { scheme, subjects, students } = examClass
      const results = resultsOf(examClass)
      const backwards = {
        ...examClass,
        students: students
          .map((each) => ({ ...each, scores: each.scores.toReversed(), reexamined: each.reexamined.toReversed() }))
          .toReversed(),
      }
      expect(resultsOf(backwards).toReversed()).toEqual(results)
      expect(ranks(results.toReversed()).toReversed()).toEqual(ranks(results))
      // Which of two optional subjects replaces a failed one first is their order.
      fc.pre(subjects.filter(({ kind }) => kind === 'OPTIONAL').length < 2)
      const bySubject = ({ total, outcome, subjects: own }: StudentResult) => ({
        total,
        outcome,
        own: new Map(own.map((each) => [each.subject, each])),
      })
      const turned = students.map((student) => studentResult(scheme, subjects.toReversed(), student))
      expect(turned.map(bySubject)).toEqual(results.map(bySubject))
    }),
    { numRuns: 300 },
  )
})

test('a rank is one more than the number of better students; equal shares have one rank', () => {
  const student = fc.record({
    share: fc.integer({ min: 0, max: 8 }),
    outcome: fc.constantFrom(...outcomes),
    failed: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(student, { maxLength: 12 }), (students) => {
      const results = students.map(({ share, outcome, failed }) => ({
        total: { obtained: share, outOf: 10_000, share, grade: '' },
        outcome,
        shortfalls: failed ? [{ subject: null, part: null, component: null, obtained: 0, outOf: 100, needed: 1 }] : [],
      }))
      const ranked = students.filter(({ outcome, failed }) => outcome !== 'INCOMPLETE' && !failed)
      expect(ranks(results)).toEqual(
        students.map((each) => (ranked.includes(each) ? ranked.filter(({ share }) => share > each.share).length + 1 : null)),
      )
    }),
  )
  expect(ranks([{ total: 'LEFT_OUT', outcome: 'PROMOTED', shortfalls: [] }])).toEqual([null])
})

/** A scheme of one part and one component of three tests, with which the rules are tried one by one. */
const plain: Scheme = {
  name: 'Plain',
  source: { title: '', url: '', note: '' },
  classes: [{ name: '9', detains: true, compartment: 1 }],
  parts: [{ name: 'Year', weight: 1 }],
  scales: [
    {
      name: 'Grades',
      by: 'SHARE',
      grades: [
        { grade: 'A', from: 60, to: 100, meaning: '' },
        { grade: 'B', from: 0, to: 59, meaning: '' },
      ],
    },
  ],
  patterns: [
    {
      name: 'Tests',
      scale: 'Grades',
      outOf: 10_000,
      components: [{ name: 'Test', parts: ['Year'], highestMarks: [6000, 6000, 6000], best: 3, outOf: 10_000, pass: null }],
    },
  ],
  total: { scale: 'Grades', best: null },
  rounding: { component: 'NONE', part: 'NONE', subject: 'WHOLE', total: 'NONE' },
  pass: { subject: 4000, inGroup: null, total: null },
  grace: null,
  codes: { AB: 'ZERO', ML: 'LEFT_OUT', EX: 'LEFT_OUT' },
}

const subject = (name: string): AssessedSubject => ({ name, kind: 'COUNTED', pattern: 'Tests', group: '', replaces: [] })

/** Returns the result of a student with the scores of tests by subject. */
function resultOf(scheme: Scheme, scores: Record<string, Score[]>, reexamined: ReexaminedScore[] = []): StudentResult {
  return studentResult(scheme, Object.keys(scores).map(subject), {
    className: '9',
    reexamined,
    scores: Object.entries(scores).flatMap(([name, tests]) =>
      tests.map((score, index) => ({ subject: name, part: 'Year', component: 'Test', test: index + 1, score })),
    ),
  })
}

test('thirds that come to a half are rounded up', () => {
  // (35 + 35 + 37.1) / 180 of 100 is 59.5.
  expect(resultOf(plain, { Hindi: [3500, 3500, 3710] }).total).toEqual({ obtained: 6000, outOf: 10_000, share: 6000, grade: 'A' })
  expect(resultOf(plain, { Hindi: [3500, 3500, 3709] }).total).toEqual({ obtained: 5900, outOf: 10_000, share: 5900, grade: 'B' })
})

test('rounding does not go past the highest mark', () => {
  const half = {
    ...plain.patterns[0]!,
    outOf: 1250,
    components: plain.patterns[0]!.components.map((each) => ({ ...each, outOf: 1250 })),
  }
  const { total } = resultOf({ ...plain, patterns: [half] }, { Hindi: [6000, 6000, 6000] })
  expect(total).toEqual({ obtained: 1250, outOf: 1250, share: 10_000, grade: 'A' })
})

test('the compartment examination is held once, in as many subjects as the class has', () => {
  const good = [6000, 6000, 6000]
  const bad = [1000, 1000, 1000]
  expect(resultOf(plain, { Hindi: good, Urdu: bad }).outcome).toBe('COMPARTMENT')
  expect(resultOf(plain, { Hindi: bad, Urdu: bad }).outcome).toBe('FAIL')
  const again = (score: number | 'AB') => resultOf(plain, { Hindi: good, Urdu: bad }, [{ subject: 'Urdu', score }])
  expect(again(4000)).toMatchObject({
    outcome: 'PASS',
    shortfalls: [],
    total: { obtained: 14_000 },
    reexamined: [{ subject: 'Urdu', score: 4000, before: { obtained: 1700 }, outOf: 10_000, passed: true }],
  })
  expect(again(3900)).toMatchObject({ outcome: 'FAIL', shortfalls: [{ obtained: 3900, needed: 4000 }] })
  expect(again('AB')).toMatchObject({ outcome: 'FAIL', total: { obtained: 10_000 }, reexamined: [{ passed: false }] })
})

test('second scores count once every subject that is due has one, and only of who is examined again', () => {
  const [good, bad] = [
    [6000, 6000, 6000],
    [1000, 1000, 1000],
  ]
  const two = { ...plain, classes: [{ name: '9', detains: true, compartment: 2 }] }
  const scores = { Hindi: bad, Urdu: bad, Maths: good }
  expect(resultOf(two, scores, [{ subject: 'Urdu', score: 9000 }])).toMatchObject({ outcome: 'COMPARTMENT', reexamined: [] })
  const both = [
    { subject: 'Urdu', score: 9000 },
    { subject: 'Hindi', score: 4000 },
  ]
  expect(resultOf(two, scores, both).outcome).toBe('PASS')
  expect(resultOf(plain, scores, both)).toMatchObject({ outcome: 'FAIL', reexamined: [] })
  expect(resultOf(two, { Hindi: good }, [{ subject: 'Hindi', score: 0 }])).toMatchObject({ outcome: 'PASS', reexamined: [] })
})

test('who failed in a component passes the second examination by the least share of a subject, or the highest of one', () => {
  const [pattern] = plain.patterns
  const [component] = pattern!.components
  const strict = { ...plain, patterns: [{ ...pattern!, components: [{ ...component!, pass: 6000 }] }] }
  const scores = { Hindi: [3000, 3000, 3000] }
  const again = (scheme: Scheme, score: number) => resultOf(scheme, scores, [{ subject: 'Hindi', score }]).outcome
  expect(again(strict, 4000)).toBe('PASS')
  const alone = { ...strict, pass: { ...plain.pass, subject: null } }
  expect([again(alone, 5900), again(alone, 6000)]).toEqual(['FAIL', 'PASS'])
})

test('no place is given after a second examination', () => {
  const result = resultOf(plain, { Hindi: [1000, 1000, 1000] }, [{ subject: 'Hindi', score: 9000 }])
  expect(ranks([result, resultOf(plain, { Hindi: [3000, 3000, 3000] })])).toEqual([null, 1])
})

test('a higher score of a second examination lowers neither total nor outcome', () => {
  fc.assert(
    fc.property(examClasses, fc.nat(), fc.nat(), ({ scheme, subjects, students }, place, more) => {
      const student = students[0]!
      fc.pre(student.reexamined.length > 0)
      const raised = student.reexamined[place % student.reexamined.length]!
      const { pattern } = subjects.find(({ name }) => name === raised.subject)!
      const { outOf } = scheme.patterns.find(({ name }) => name === pattern)!
      const was = raised.score === 'AB' ? 0 : raised.score
      const score = was + (more % (outOf - was + 1))
      const reexamined = student.reexamined.map((each) => (each === raised ? { ...each, score } : each))
      const [before, after] = [student, { ...student, reexamined }].map((each) => studentResult(scheme, subjects, each))
      const unequal = new Set(scheme.patterns.slice(0, 2).map(({ outOf: marks }) => marks)).size > 1
      if (scheme.total.best !== null && unequal) return
      const [one, other] = [before!.total, after!.total]
      expect(typeof one === 'object' && typeof other === 'object' && other.share < one.share).toBe(false)
      expect(worseFirst.indexOf(after!.outcome)).toBeGreaterThanOrEqual(worseFirst.indexOf(before!.outcome))
    }),
    { numRuns: runs(3000) },
  )
})

test('a student with codes alone has no result, and no subject is failed by them', () => {
  const absent: Score[] = ['ML', 'EX', 'ML']
  expect(resultOf(plain, { Hindi: absent })).toMatchObject({ total: 'LEFT_OUT', outcome: 'INCOMPLETE', missing: [] })
  expect(resultOf(plain, { Hindi: [6000, 6000, 6000], Urdu: absent })).toMatchObject({ outcome: 'PASS', shortfalls: [] })
})

test('grace marks are not in the total, and the total must be reached without them', () => {
  const grace = { perSubject: 500, subjects: 1, total: 500 }
  const scores = { Hindi: [6000, 6000, 6000], Urdu: [2100, 2100, 2100] }
  expect(resultOf({ ...plain, grace }, scores)).toMatchObject({
    outcome: 'PASS',
    grace: [{ subject: 'Urdu', marks: 500 }],
    total: { obtained: 13_500 },
  })
  const strict = { ...plain, grace, pass: { ...plain.pass, total: 6800 } }
  expect(resultOf(strict, scores)).toMatchObject({ outcome: 'COMPARTMENT', grace: [] })
})

test('a student who failed the total alone is examined again too', () => {
  const scheme = { ...plain, pass: { ...plain.pass, total: 8000 } }
  const result = resultOf(scheme, { Hindi: [4000, 4000, 4000] })
  expect(result.outcome).toBe('COMPARTMENT')
  expect(result.shortfalls.map(showShortfall)).toEqual(['Total: 67 of 100, 80 needed'])
})

test('a missing score has a name', () => {
  const { missing } = resultOf(plain, { Hindi: [4000, 4000] })
  expect(missing.map((place) => showMissing(place, 3))).toEqual(['Hindi: Test 3 in Year'])
  expect(missing.map((place) => showMissing(place, 1))).toEqual(['Hindi: Test in Year'])
})

test('a class or pattern that the scheme does not have is a mistake of the program', () => {
  expect(() => studentResult(plain, [], { className: '8', reexamined: [], scores: [] })).toThrow('nothing of the name 8')
})
