import { z } from 'zod'
import { type Message, requiredText, share, text } from '#shared/inputs.ts'
import { percentNumber } from '#shared/percent.ts'
import { plural, t } from '#shared/texts.ts'
import { codes } from './scoreCodes.ts'
import { checkHolistic, holisticScheme } from './holisticScheme.ts'
import { reportCardFormat } from './reportCardFormat.schema.ts'

/** Marks in whole hundredths: 7250 are 72.5 marks. */
export type Marks = number

/** Formats marks: `72.5`. */
export function showMarks(marks: Marks): string {
  return percentNumber(marks)
}

export type Code = (typeof codes)[number]

/** What a student got in a test, or the code in its place. */
export type Score = Marks | Code

export const subjectKinds = ['COUNTED', 'OPTIONAL', 'GRADES_ONLY'] as const
export const subjectKind = z.enum(subjectKinds).meta({ graphql: 'AssessedSubjectKind' })

const name = requiredText(60)

const markMessage: Message = () => t`Marks such as 80 or 12.5`
const marks = z
  .number({ error: markMessage })
  .int({ error: markMessage })
  .min(1, { error: () => t`More than zero` })
  .max(100_000, { error: () => t`At most 1,000 marks` })

const whole = (min: number, max: number) =>
  z
    .number()
    .int({ error: () => t`Please enter a whole number` })
    .min(min)
    .max(max)

/** At least one of a list, at most as many as a school could need. */
const several = <Item extends z.ZodType>(item: Item, missing: Message) =>
  z
    .array(item)
    .min(1, { error: missing })
    .max(50, { error: () => t`At most 50` })

/** A class of the scheme, and what follows when a student of it has failed. */
const schemeClass = z.object({
  name,
  /** Whether a student can be kept back. If not, every student is promoted. */
  detains: z.boolean(),
  /** The most failed subjects with which a student is examined again; null: any number. */
  compartment: whole(0, 20).nullable(),
})

/** A term or semester of the school year. Weights are relative: 1 and 1 are halves, 20 and 80 a fifth and the rest. */
const part = z.object({ name, weight: whole(1, 1000) })

/** A grade with its bounds, which are whole per cents or points. It begins at `from`; `to` is what is printed. */
const grade = z.object({ grade: requiredText(30), from: whole(0, 100), to: whole(0, 100), meaning: text(200) })

/**
 * A scale, the best grade first. SHARE: grades by per cent, from 100 to 0. POINTS: grades that a teacher gives without
 * marks, each with one point more than the next, from 1 up; so also the descriptors of a holistic card.
 */
const scale = z.object({
  name,
  by: z.enum(['SHARE', 'POINTS']),
  grades: several(grade, () => t`A scale has at least one grade`),
})

/** What counts in a part: a periodic test, a notebook, an examination, a practical, an oral. */
const component = z.object({
  name,
  parts: several(name, () => t`Choose the parts in which this counts`),
  /** The highest mark of each test that is held for it in a part. */
  highestMarks: several(marks, () => t`At least one test is held`),
  /** Number of tests that count, the best ones. */
  best: whole(1, 50),
  /** The marks to which the tests are converted. Those of a part come to the marks of the pattern. */
  outOf: marks,
  /** The least share in this component alone, in each of its parts; null: none. */
  pass: share().nullable(),
})

/** How a subject is assessed, such as theory with practical. A part and the year have the marks `outOf`. */
const pattern = z.object({
  name,
  scale: name,
  outOf: marks,
  components: several(component, () => t`At least one component`),
})

/** The smallest step of marks. NONE goes on with the exact fraction. Halves of a step go up. */
const rounding = z.enum(['WHOLE', 'HALF', 'NONE'])
export type Rounding = z.infer<typeof rounding>

/** What a code does: counts as 0, or leaves the test out, so that what is left counts for all. */
const codeEffect = z.enum(['ZERO', 'LEFT_OUT'])

const schemeFields = z.object({
  name: requiredText(100),
  /** The circular that the scheme follows; in the note what was not found, and what the file chose. */
  source: z.object({ title: text(300), url: text(300), note: text(2000) }),
  classes: several(schemeClass, () => t`At least one class`),
  parts: several(part, () => t`At least one part`),
  scales: several(scale, () => t`At least one scale`),
  patterns: several(pattern, () => t`At least one pattern`),
  /** The sum of the counted subjects; of the best ones only, if `best` is a number. By points if nothing has marks. */
  total: z.object({ scale: name, best: whole(1, 20).nullable() }),
  rounding: z.object({ component: rounding, part: rounding, subject: rounding, total: rounding }),
  pass: z.object({
    /** The least share in each counted subject. */
    subject: share().nullable(),
    /** The least share in a subject of a group that reaches `subject` together; null: each subject passes alone. */
    inGroup: share().nullable(),
    /** The least share in the total. */
    total: share().nullable(),
  }),
  /** The most marks that may be given to a student who would pass with them; null: none are. */
  grace: z.object({ perSubject: marks, subjects: whole(1, 20), total: marks }).nullable(),
  codes: z.object({ AB: codeEffect, ML: codeEffect, EX: codeEffect }),
  /** The holistic progress card of some of its classes. Schemes from before have none. */
  holistic: holisticScheme.nullish(),
  /** The format of its report cards; without one they have that of the board, see `reportCardFormatOf`. */
  card: reportCardFormat.nullish(),
})

export type Scheme = z.infer<typeof schemeFields>
export type Pattern = Scheme['patterns'][number]
export type Component = Pattern['components'][number]
export type Scale = Scheme['scales'][number]

type Path = (string | number)[]
type Refuse = (path: Path, message: string) => void

/** Refuses each name that stands in the list before. */
function checkNames(names: readonly string[], pathOf: (index: number) => Path, refuse: Refuse): void {
  names.forEach((name, index) => {
    if (names.slice(0, index).some((other) => other.toLowerCase() === name.toLowerCase()))
      refuse(pathOf(index), t`“${name}” is there twice`)
  })
}

/** Checks that grades stand in order and leave no gap. */
function checkScale({ by, grades }: Scale, path: Path, refuse: Refuse): void {
  const at = (index: number, field: 'grade' | 'from' | 'to'): Path => [...path, 'grades', index, field]
  checkNames(
    grades.map(({ grade }) => grade),
    (index) => at(index, 'grade'),
    refuse,
  )
  grades.forEach(({ grade, from, to }, index) => {
    if (from > to) return refuse(at(index, 'from'), t`${grade} begins at ${from} and ends at ${to}, which is lower`)
    if (by === 'POINTS' && codes.some((code) => code === grade.toUpperCase()))
      return refuse(at(index, 'grade'), t`${grade} is a code that is entered in the place of a score. Call the grade otherwise`)
    if (by === 'POINTS' && from !== to) return refuse(at(index, 'to'), t`A grade by points has one number of points`)
    const above = grades[index - 1]
    const [better, between] = [above?.grade ?? '', to + 1]
    if (!above) {
      if (by === 'SHARE' && to !== 100) refuse(at(index, 'to'), t`The best grade ends at 100, not at ${to}`)
    } else if (to > above.to) refuse(at(index, 'to'), t`The best grade comes first: ${grade} is better than ${better}`)
    else if (to >= above.from) refuse(at(index, 'to'), t`${better} and ${grade} overlap: both have ${to}`)
    else if (to < above.from - 1)
      refuse(at(index, 'to'), t`There is a gap between ${better} and ${grade}: ${between} has no grade`)
    const lowest = by === 'SHARE' ? 0 : 1
    if (index === grades.length - 1 && from !== lowest)
      refuse(at(index, 'from'), t`The lowest grade begins at ${lowest}, not at ${from}`)
  })
}

function checkComponent(component: Component, scheme: Scheme, path: Path, refuse: Refuse): void {
  const { name, parts, highestMarks, best } = component
  checkNames(parts, (index) => [...path, 'parts', index], refuse)
  parts.forEach((part, index) => {
    if (!scheme.parts.some((other) => other.name === part))
      refuse([...path, 'parts', index], t`${name} is in “${part}”, and there is no part of this name`)
  })
  const tests = highestMarks.length
  if (best > tests)
    refuse(
      [...path, 'best'],
      t`Only ${plural(tests, { one: '# test is held', other: '# tests are held' })}, so the best ${best} cannot count`,
    )
}

function checkPattern(pattern: Pattern, scheme: Scheme, path: Path, refuse: Refuse): void {
  const { components, outOf } = pattern
  components.forEach((component, index) => checkComponent(component, scheme, [...path, 'components', index], refuse))
  for (const { name: part } of scheme.parts) {
    const inPart = components.flatMap((component, index) => (component.parts.includes(part) ? [{ ...component, index }] : []))
    checkNames(
      inPart.map(({ name }) => name),
      (place) => [...path, 'components', inPart[place]?.index ?? 0, 'name'],
      refuse,
    )
    const sum = inPart.reduce((all, component) => all + component.outOf, 0)
    const [given, due] = [showMarks(sum), showMarks(outOf)]
    if (inPart.length > 0 && sum !== outOf)
      refuse([...path, 'components'], t`The components of ${part} come to ${given} marks, not to ${due}`)
  }
  const { scale: scaleName } = pattern
  const scale = scheme.scales.find(({ name }) => name === scaleName)
  if (!scale) return refuse([...path, 'scale'], t`There is no scale “${scaleName}”`)
  if (scale.by === 'SHARE') return
  const most = mostPoints(scale)
  components.forEach(({ highestMarks, pass }, index) => {
    highestMarks.forEach((highest, test) => {
      if (highest !== most * 100)
        refuse(
          [...path, 'components', index, 'highestMarks', test],
          t`The scale ${scaleName} has ${most} points, so the highest mark is ${most}`,
        )
    })
    if (pass !== null) refuse([...path, 'components', index, 'pass'], t`A grade without marks cannot be failed`)
  })
}

/** Returns the points of the best grade. */
export function mostPoints(scale: Scale): number {
  return scale.grades[0]?.to ?? 0
}

function checkPass({ pass, grace, patterns, scales }: Scheme, refuse: Refuse): void {
  const { subject, inGroup } = pass
  if (inGroup !== null && (subject === null || inGroup >= subject))
    refuse(['pass', 'inGroup'], t`The pass percentage in a group must be below that of a subject`)
  if (!grace) return
  const byShare = patterns.filter((pattern) => scales.some(({ name, by }) => by === 'SHARE' && name === pattern.scale))
  // In hundredths of a per cent of hundredths, so whole numbers.
  const least = byShare.flatMap(({ outOf, components }) => [
    ...(subject === null ? [] : [outOf * subject]),
    ...components.flatMap((component) => (component.pass === null ? [] : [component.outOf * component.pass])),
  ])
  if (least.length === 0) refuse(['grace'], t`A scheme without a pass percentage has no grace marks`)
  const { perSubject, subjects, total } = grace
  const [each, all] = [showMarks(perSubject), showMarks(total)]
  if (perSubject > total) refuse(['grace', 'perSubject'], t`Grace marks for a subject cannot be more than those in total`)
  if (total > perSubject * subjects)
    refuse(['grace', 'total'], t`${each} marks for each of ${subjects} subjects are less than ${all} in total`)
  if (least.some((marks) => perSubject * 10_000 >= marks))
    refuse(['grace', 'perSubject'], t`With ${each} grace marks a student would pass with 0`)
}

/** Checks the rules between the fields of a scheme, once each field by itself is right. */
function checkScheme(scheme: Scheme, context: z.RefinementCtx): void {
  if (context.issues.length > 0) return
  const refuse: Refuse = (path, message) => context.addIssue({ code: 'custom', path, message })
  for (const list of ['classes', 'parts', 'scales', 'patterns'] as const)
    checkNames(
      scheme[list].map((item) => item.name),
      (index) => [list, index, 'name'],
      refuse,
    )
  scheme.classes.forEach(({ name, detains, compartment }, index) => {
    if (!detains && compartment !== 0)
      refuse(['classes', index, 'compartment'], t`Every student of class ${name} is promoted, so nobody is examined again`)
  })
  scheme.parts.forEach(({ name }, index) => {
    const components = scheme.patterns.flatMap((pattern) => pattern.components)
    if (!components.some(({ parts }) => parts.includes(name)))
      refuse(['parts', index, 'name'], t`Nothing is assessed in “${name}”`)
  })
  scheme.scales.forEach((scale, index) => checkScale(scale, ['scales', index], refuse))
  scheme.patterns.forEach((pattern, index) => checkPattern(pattern, scheme, ['patterns', index], refuse))
  const { scale: scaleName } = scheme.total
  const totalScale = scheme.scales.find(({ name }) => name === scaleName)
  if (!totalScale) refuse(['total', 'scale'], t`There is no scale “${scaleName}”`)
  // Without a scale by per cent no subject has marks, so that there is no total.
  else if (totalScale.by === 'POINTS' && scheme.scales.some(({ by }) => by === 'SHARE'))
    refuse(['total', 'scale'], t`The total needs a scale by per cent`)
  checkPass(scheme, refuse)
  if (scheme.holistic) checkHolistic(scheme.holistic, scheme.scales, refuse)
}

/** How classes are assessed: one document, whose marks and shares are hundredths. */
export const scheme = schemeFields.superRefine(checkScheme)

/** A subject as a class is assessed in it. `assessedSubjects` checks the names in it against the scheme. */
export const assessedSubject = z.object({
  name: requiredText(100),
  kind: subjectKind,
  /** The pattern of the scheme by which it is assessed. */
  pattern: name,
  /** Subjects of one group can pass together, such as languages; '' for none. */
  group: text(60),
  /** The counted subjects of which this optional one can take the place, if the student fails one of them. */
  replaces: z.array(requiredText(100)).max(20),
})

export type AssessedSubject = z.infer<typeof assessedSubject>

/** Returns the schema of the subjects that are assessed by a scheme. */
export const assessedSubjects = (scheme: Scheme) =>
  several(assessedSubject, () => t`At least one subject`).superRefine((subjects, context) => {
    if (context.issues.length > 0) return
    const refuse: Refuse = (path, message) => context.addIssue({ code: 'custom', path, message })
    checkNames(
      subjects.map((subject) => subject.name),
      (index) => [index, 'name'],
      refuse,
    )
    subjects.forEach(({ name, kind, pattern, replaces }, index) => {
      const found = scheme.patterns.find((other) => other.name === pattern)
      if (!found) return refuse([index, 'pattern'], t`There is no pattern “${pattern}”`)
      const scale = scheme.scales.find((other) => other.name === found.scale)
      if (kind !== 'GRADES_ONLY' && scale?.by === 'POINTS')
        refuse([index, 'kind'], t`${name} has grades without marks, so it cannot count`)
      if (kind !== 'OPTIONAL' && replaces.length > 0)
        refuse([index, 'replaces'], t`Only an optional subject can take the place of another`)
      replaces.forEach((other, place) => {
        if (!subjects.some((subject) => subject.kind === 'COUNTED' && subject.name === other))
          refuse([index, 'replaces', place], t`There is no counted subject “${other}”`)
      })
    })
  })
