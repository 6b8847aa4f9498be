import { expect, test } from 'vitest'
import { readyScheme } from './readySchemes.ts'
import { reportCardFormatOf } from './reportCardFormats.ts'
import { type AssessedSubject, assessedSubjects, mostPoints, type Scheme, scheme, showMarks } from './scheme.schema.ts'

/** Returns the problems of a value by path. */
function problemsOf(schema: typeof scheme | ReturnType<typeof assessedSubjects>, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** Returns the problems of the scheme of classes 6 to 8 of CBSE after a change. */
function problemsAfter(change: (scheme: Scheme) => void): string[] {
  const changed = structuredClone(readyScheme('cbse-6-8'))
  change(changed)
  return problemsOf(scheme, changed)
}

const firstPattern = (scheme: Scheme) => scheme.patterns[0]!
const firstComponent = (scheme: Scheme) => firstPattern(scheme).components[0]!
const grades = (scheme: Scheme) => scheme.scales[0]!.grades

test.each<[wrong: string, change: (scheme: Scheme) => void, problems: string[]]>([
  ['nothing', () => {}, []],
  ['no name', (it) => (it.name = ' '), ['name: Required']],
  ['no part', (it) => (it.parts = []), ['parts: At least one part']],
  ['a weight of 0', (it) => (it.parts[0]!.weight = 0), ['parts.0.weight: At least 1']],
  ['a weight with a fraction', (it) => (it.parts[0]!.weight = 1.5), ['parts.0.weight: Please enter a whole number']],
  [
    'a highest mark of 0',
    (it) => (firstComponent(it).highestMarks = [0]),
    ['patterns.0.components.0.highestMarks.0: More than zero'],
  ],
  [
    'a highest mark of a thousandth',
    (it) => (firstComponent(it).highestMarks = [0.1]),
    ['patterns.0.components.0.highestMarks.0: Marks such as 80 or 12.5'],
  ],
  [
    'a highest mark over 1,000',
    (it) => (firstComponent(it).highestMarks = [100_001]),
    ['patterns.0.components.0.highestMarks.0: At most 1,000 marks'],
  ],
  [
    'no test',
    (it) => (firstComponent(it).highestMarks = []),
    ['patterns.0.components.0.highestMarks: At least one test is held'],
  ],
  [
    'best 3 of 1',
    (it) => (firstComponent(it).best = 3),
    ['patterns.0.components.0.best: Only 1 test is held, so the best 3 cannot count'],
  ],
  [
    'a part that does not exist',
    (it) => (firstComponent(it).parts = ['Term 1', 'Term 2', 'Term 3']),
    ['patterns.0.components.0.parts.2: Periodic test is in “Term 3”, and there is no part of this name'],
  ],
  [
    'no part of a component',
    (it) => (firstComponent(it).parts = []),
    ['patterns.0.components.0.parts: Choose the parts in which this counts'],
  ],
  [
    'components that come to too much',
    (it) => (firstComponent(it).outOf = 2000),
    [
      'patterns.0.components: The components of Term 1 come to 110 marks, not to 100',
      'patterns.0.components: The components of Term 2 come to 110 marks, not to 100',
    ],
  ],
  [
    'a card with another title, a fact and a signature twice, and eleven lines',
    (it) =>
      (it.card = {
        ...reportCardFormatOf(it, 'cbse-6-8'),
        title: 'MARKSHEET' as 'REPORT_CARD',
        facts: ['roll', 'birthdate', 'roll'],
        signatures: ['HEAD', 'HEAD'],
        remarkLines: 11,
      }),
    [
      'card.title: Choose one of the offered values',
      'card.facts: Each only once',
      'card.signatures: Each only once',
      'card.remarkLines: At most 10',
    ],
  ],
  [
    'a part without anything',
    (it) => it.parts.push({ name: 'Term 3', weight: 1 }),
    ['parts.2.name: Nothing is assessed in “Term 3”'],
  ],
  [
    'a pattern without a scale',
    (it) => (firstPattern(it).scale = 'Ten grades'),
    ['patterns.0.scale: There is no scale “Ten grades”'],
  ],
  ['a total without a scale', (it) => (it.total.scale = 'Ten grades'), ['total.scale: There is no scale “Ten grades”']],
  ['a total by points', (it) => (it.total.scale = 'Three points'), ['total.scale: The total needs a scale by per cent']],
  ['a gap', (it) => (grades(it)[1]!.to = 89), ['scales.0.grades.1.to: There is a gap between A1 and A2: 90 has no grade']],
  ['a wide gap', (it) => (grades(it)[1]!.to = 85), ['scales.0.grades.1.to: There is a gap between A1 and A2: 86 has no grade']],
  ['an overlap', (it) => (grades(it)[1]!.to = 91), ['scales.0.grades.1.to: A1 and A2 overlap: both have 91']],
  [
    'the wrong order',
    (it) => (it.scales[0]!.grades = [grades(it)[0]!, grades(it)[2]!, grades(it)[1]!, ...grades(it).slice(3)]),
    [
      'scales.0.grades.1.to: There is a gap between A1 and B1: 81 has no grade',
      'scales.0.grades.2.to: The best grade comes first: A2 is better than B1',
      'scales.0.grades.3.to: There is a gap between A2 and B2: 71 has no grade',
    ],
  ],
  [
    'bounds the wrong way round',
    (it) => Object.assign(grades(it)[0]!, { from: 100, to: 91 }),
    [
      'scales.0.grades.0.from: A1 begins at 100 and ends at 91, which is lower',
      'scales.0.grades.1.to: There is a gap between A1 and A2: 91 has no grade',
    ],
  ],
  ['a best grade under 100', (it) => (grades(it)[0]!.to = 99), ['scales.0.grades.0.to: The best grade ends at 100, not at 99']],
  [
    'a lowest grade above 0',
    (it) => (grades(it)[7]!.from = 5),
    ['scales.0.grades.7.from: The lowest grade begins at 0, not at 5'],
  ],
  ['a bound above 100', (it) => (grades(it)[0]!.to = 101), ['scales.0.grades.0.to: At most 100']],
  ['no grades', (it) => (it.scales[0]!.grades = []), ['scales.0.grades: A scale has at least one grade']],
  [
    'a grade without marks that is called like a code',
    (it) => (it.scales[1]!.grades[1]!.grade = 'Ex'),
    ['scales.1.grades.1.grade: Ex is a code that is entered in the place of a score. Call the grade otherwise'],
  ],
  [
    'two points for a grade',
    (it) => (it.scales[1]!.grades[0]!.to = 4),
    [
      'scales.1.grades.0.to: A grade by points has one number of points',
      'patterns.1.components.0.highestMarks.0: The scale Three points has 4 points, so the highest mark is 4',
    ],
  ],
  [
    'points from 0',
    (it) => it.scales[1]!.grades.push({ grade: 'D', from: 0, to: 0, meaning: '' }),
    ['scales.1.grades.3.from: The lowest grade begins at 1, not at 0'],
  ],
  [
    'another highest mark than the points',
    (it) => (it.patterns[1]!.components[0]!.highestMarks = [500]),
    ['patterns.1.components.0.highestMarks.0: The scale Three points has 3 points, so the highest mark is 3'],
  ],
  [
    'a pass by points',
    (it) => (it.patterns[1]!.components[0]!.pass = 3300),
    ['patterns.1.components.0.pass: A grade without marks cannot be failed'],
  ],
  [
    'a part twice',
    (it) => it.parts.push({ name: 'term 1', weight: 1 }),
    ['parts.2.name: “term 1” is there twice', 'parts.2.name: Nothing is assessed in “term 1”'],
  ],
  ['a class twice', (it) => (it.classes[1]!.name = '6'), ['classes.1.name: “6” is there twice']],
  ['a scale twice', (it) => it.scales.push(it.scales[1]!), ['scales.3.name: “Three points” is there twice']],
  ['a pattern twice', (it) => it.patterns.push(it.patterns[1]!), ['patterns.2.name: “Co-scholastic” is there twice']],
  ['a grade twice', (it) => (grades(it)[1]!.grade = 'a1'), ['scales.0.grades.1.grade: “a1” is there twice']],
  [
    'a component twice in a part',
    (it) => (firstPattern(it).components[3]!.name = 'Notebook'),
    ['patterns.0.components.3.name: “Notebook” is there twice'],
  ],
  [
    'the same part twice',
    (it) => (firstComponent(it).parts = ['Term 1', 'Term 2', 'Term 2']),
    ['patterns.0.components.0.parts.2: “Term 2” is there twice'],
  ],
  ['a least share over 100 %', (it) => (it.pass.subject = 10_001), ['pass.subject: At most 100 %']],
  [
    'a group that asks for as much as a subject',
    (it) => (it.pass.inGroup = 3300),
    ['pass.inGroup: The pass percentage in a group must be below that of a subject'],
  ],
  [
    'more grace in a subject than in total',
    (it) => (it.grace = { perSubject: 600, subjects: 1, total: 500 }),
    ['grace.perSubject: Grace marks for a subject cannot be more than those in total'],
  ],
  [
    'more grace in total than can be given',
    (it) => (it.grace = { perSubject: 500, subjects: 3, total: 2000 }),
    ['grace.total: 5 marks for each of 3 subjects are less than 20 in total'],
  ],
  [
    'grace that passes everybody',
    (it) => (it.grace = { perSubject: 3300, subjects: 1, total: 3300 }),
    ['grace.perSubject: With 33 grace marks a student would pass with 0'],
  ],
  [
    'grace where nothing is failed',
    (it) =>
      Object.assign(it, {
        pass: { subject: null, inGroup: null, total: null },
        grace: { perSubject: 500, subjects: 1, total: 500 },
      }),
    ['grace: A scheme without a pass percentage has no grace marks'],
  ],
  [
    'a compartment where everybody is promoted',
    (it) => (it.classes[0]!.compartment = 2),
    ['classes.0.compartment: Every student of class 6 is promoted, so nobody is examined again'],
  ],
  [
    'an unknown rounding',
    (it) => Object.assign(it.rounding, { total: 'UP' }),
    ['rounding.total: Choose one of the offered values'],
  ],
  ['an unknown code', (it) => Object.assign(it.codes, { AB: 'FAIL' }), ['codes.AB: Choose one of the offered values']],
])('a scheme with %s', (_, change, problems) => {
  expect(problemsAfter(change)).toEqual(problems)
})

test('a scheme without marks has a total by points, until it has a scale by per cent', () => {
  const levels = readyScheme('cbse-1-2')
  expect(problemsOf(scheme, levels)).toEqual([])
  const [byShare] = readyScheme('cbse-3-5').scales
  const withShares = { ...levels, scales: [...levels.scales, byShare] }
  expect(problemsOf(scheme, withShares)).toEqual(['total.scale: The total needs a scale by per cent'])
})

const subject = (change: Partial<AssessedSubject>): AssessedSubject => ({
  name: 'English',
  kind: 'COUNTED',
  pattern: 'Scholastic',
  group: '',
  replaces: [],
  ...change,
})

test.each<[wrong: string, subjects: AssessedSubject[], problems: string[]]>([
  ['nothing', [subject({}), subject({ name: 'IT', kind: 'OPTIONAL', replaces: ['English'] })], []],
  ['no subject', [], [': At least one subject']],
  ['a name twice', [subject({}), subject({ name: 'english' })], ['1.name: “english” is there twice']],
  ['an unknown pattern', [subject({ pattern: 'Practical' })], ['0.pattern: There is no pattern “Practical”']],
  [
    'grades that count',
    [subject({ name: 'Art', pattern: 'Co-scholastic' })],
    ['0.kind: Art has grades without marks, so it cannot count'],
  ],
  [
    'a counted subject that replaces another',
    [subject({}), subject({ name: 'IT', replaces: ['English'] })],
    ['1.replaces: Only an optional subject can take the place of another'],
  ],
  [
    'a replaced subject that is not counted',
    [subject({}), subject({ name: 'IT', kind: 'OPTIONAL', replaces: ['English', 'IT'] })],
    ['1.replaces.1: There is no counted subject “IT”'],
  ],
])('assessed subjects with %s', (_, subjects, problems) => {
  expect(problemsOf(assessedSubjects(readyScheme('cbse-6-8')), subjects)).toEqual(problems)
})

test('marks are shown without needless zeros', () => {
  expect([8000, 1250, 333, 0].map(showMarks)).toEqual(['80', '12.5', '3.33', '0'])
})

test('the points of a scale are those of its best grade', () => {
  expect(readyScheme('cbse-9-10').scales.map(mostPoints)).toEqual([100, 5])
})
