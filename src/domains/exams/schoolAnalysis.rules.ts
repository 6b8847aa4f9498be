import type { Share } from '#shared/percent.ts'
import {
  type AnalysedMark,
  type AnalysedStudent,
  falls,
  type GroupSpread,
  type LeastShare,
  leastShares,
  type Spread,
  spreads,
} from './analysis.rules.ts'
import type { Assessed } from './marks.rules.ts'
import type { AssessedSubject, Scheme } from './scheme.schema.ts'

/*
 * The head's analysis of a term in one part, or of the year: the marks of all classes, each by its own scheme, put
 * together by class, section, subject, teacher and component.
 */

/** A class of an analysis with the results of its students. */
export interface AnalysedClass {
  classId: number
  scheme: Scheme
  subjects: readonly AssessedSubject[]
  students: readonly AnalysedStudent[]
}

/** The marks of a class that an analysis of a part reads. Subjects that are graded only have none. */
export interface ClassMarks {
  totals: AnalysedMark[]
  subjects: AnalysedMark[]
  components: AnalysedMark[]
  /** Totals and marks of subjects in the part before; empty for the first part and for the year. */
  before: AnalysedMark[]
  /** Marks of components in the part before, which are compared with those of the same name. */
  componentsBefore: AnalysedMark[]
  /** Subjects that each student has failed, also in the total alone (empty). Students who passed are missing. */
  failed: ReadonlyMap<number, readonly FailedSubject[]>
  leastOf: LeastShare
}

/** A component with a least share of its own, which a student has not reached in a part. */
export interface FailedComponent {
  component: string
  part: string
  share: Share
}

/** A subject in which a student is below what the scheme asks for. */
export interface FailedSubject {
  subject: string
  /** Null where the subject as a whole has no mark. */
  share: Share | null
  /** Whether the subject as a whole, or the total, is below; false where only components are. */
  whole: boolean
  components: readonly FailedComponent[]
}

/** Returns the part before a part; null for the first part, for the year, and where the scheme does not have it. */
export function partBefore({ parts }: Scheme, part: string | null): string | null {
  const index = parts.findIndex(({ name }) => name === part)
  return parts[index - 1]?.name ?? null
}

/**
 * Returns the marks of a class in a part; of the year if `part` is null. In the year its components are those of all
 * parts, and a student has failed what the result says. In a part, in which nobody passes or fails, a student with all
 * marks has failed the counted subjects below the least share of the scheme, or with a component of the part below its
 * own: a component is passed in each of its parts.
 */
export function classMarks({ scheme, subjects, students }: AnalysedClass, part: string | null): ClassMarks {
  const graded = new Set(subjects.filter(({ kind }) => kind === 'GRADES_ONLY').map(({ name }) => name))
  const counted = new Set(subjects.filter(({ kind }) => kind === 'COUNTED').map(({ name }) => name))
  const leastOf = leastShares(scheme, subjects)
  const asksComponents = scheme.patterns.some(({ components }) => components.some(({ pass }) => pass !== null))
  const earlier = partBefore(scheme, part)
  const marks: Omit<ClassMarks, 'failed' | 'leastOf'> = {
    totals: [],
    subjects: [],
    components: [],
    before: [],
    componentsBefore: [],
  }
  const failed = new Map<number, FailedSubject[]>()
  for (const { studentId, sectionId, result } of students) {
    const mark = (assessed: Assessed, subject: string | null): AnalysedMark => ({
      studentId,
      sectionId,
      subject,
      part,
      component: null,
      result: assessed,
    })
    const totalIn = (name: string) => result.parts.find((each) => each.part === name)?.result ?? 'LEFT_OUT'
    const total = part === null ? result.total : totalIn(part)
    marks.totals.push(mark(total, null))
    if (earlier !== null) marks.before.push(mark(totalIn(earlier), null))
    const short: FailedSubject[] = []
    for (const each of result.subjects) {
      const { subject } = each
      if (graded.has(subject)) continue
      const inPart = part === null ? each.result : each.parts.find(({ part: name }) => name === part)?.result
      if (inPart === undefined) continue
      const componentsIn = (isMeant: (name: string) => boolean) =>
        each.parts
          .filter(({ part: name }) => isMeant(name))
          .flatMap(({ part: name, components: ofPart }) =>
            ofPart.map(({ component, result: assessed }) => ({
              studentId,
              sectionId,
              subject,
              part: name,
              component,
              result: assessed,
            })),
          )
      const components = componentsIn((name) => part === null || name === part)
      marks.components.push(...components)
      if (earlier !== null) marks.componentsBefore.push(...componentsIn((name) => name === earlier))
      const held = asksComponents ? components.filter((component) => leastOf(component) !== null) : []
      const below = held.flatMap((component) => belowOwn(component, leastOf(component)) ?? [])
      const own = { ...mark(inPart, subject), ...(held.length > 0 && { belowInComponent: below.length > 0 }) }
      marks.subjects.push(own)
      const before = earlier === null ? undefined : each.parts.find(({ part: name }) => name === earlier)?.result
      if (before !== undefined) marks.before.push(mark(before, subject))
      if (!counted.has(subject) || typeof inPart === 'string') continue
      const { share } = inPart
      const whole = share < (leastOf(own) ?? 0)
      if (whole || below.length > 0) short.push({ subject, share, whole, components: below })
    }
    const failedIn = part === null ? shortOfYear(result) : typeof total === 'object' ? short : []
    if (failedIn.length > 0) failed.set(studentId, failedIn)
  }
  return { ...marks, failed, leastOf }
}

/** Returns the component of a mark that is below its own least share. */
function belowOwn({ component, part, result }: AnalysedMark, least: Share | null): FailedComponent | null {
  if (typeof result === 'string' || component === null || part === null) return null
  return result.share < (least ?? 0) ? { component, part, share: result.share } : null
}

/** Returns what a student has failed in the year: each subject once, and '' for the total. */
function shortOfYear({ subjects, shortfalls, outcome }: AnalysedStudent['result']): FailedSubject[] {
  if (outcome === 'INCOMPLETE') return []
  return [...Map.groupBy(shortfalls, ({ subject }) => subject)].map(([name, lacking]) => {
    const found = subjects.find(({ subject }) => subject === name)
    const components = lacking.flatMap(({ component, part }): FailedComponent[] => {
      const ofPart = found?.parts.find((each) => each.part === part)?.components
      const result = ofPart?.find((each) => each.component === component)?.result
      return component !== null && part !== null && typeof result === 'object' ? [{ component, part, share: result.share }] : []
    })
    const whole = lacking.some(({ component }) => component === null)
    return { subject: name ?? '', share: typeof found?.result === 'object' ? found.result.share : null, whole, components }
  })
}

/** How many students failed in components alone, every subject as a whole passed, and the names of these components. */
export interface FailedByComponents {
  students: number
  components: readonly string[]
}

/** Returns who failed in components alone. */
export function failedByComponents(classes: readonly ClassMarks[]): FailedByComponents {
  const alone = classes.flatMap(({ failed }) => [...failed.values()].filter((subjects) => subjects.every(({ whole }) => !whole)))
  const components = alone.flatMap((subjects) => subjects.flatMap((subject) => subject.components))
  return { students: alone.length, components: [...new Set(components.map(({ component }) => component))] }
}

/** Which group of a kind: a class, a section, a subject, a subject of a section, a teacher, a component. */
export const groupKinds = ['CLASS', 'SECTION', 'SUBJECT', 'SUBJECT_OF_SECTION', 'TEACHER', 'COMPONENT'] as const
export type GroupKind = (typeof groupKinds)[number]

/** A group of an analysis with its spread. */
export interface AnalysedGroup {
  kind: GroupKind
  key: string
  spread: Spread
  /**
   * Of classes and sections, the students who failed in a subject or in total; of others, the marks below the least,
   * and those of subjects with a component below its own.
   */
  failed: number | null
  change: Share | null
}

/** What the groups of marks are called by. */
export interface GroupKeys {
  classOf: (sectionId: number) => string
  /** Teachers of a subject in a section, by name in small letters. */
  teachersOf: (sectionId: number, subject: string) => readonly string[]
}

/** A subject is the same in all classes, in any letter case. */
export function subjectKey(subject: string): string {
  return subject.toLowerCase()
}

/** Returns the groups of all classes' marks. */
export function analysedGroups(classes: readonly ClassMarks[], { classOf, teachersOf }: GroupKeys): AnalysedGroup[] {
  const leastOf = new Map(classes.flatMap((each) => each.totals.map(({ sectionId }) => [sectionId, each.leastOf] as const)))
  const least = (mark: AnalysedMark) => leastOf.get(mark.sectionId)?.(mark) ?? null
  const all = (of: (marks: ClassMarks) => readonly AnalysedMark[]) => classes.flatMap(of)
  const [totals, subjects, components, before, componentsBefore] = [
    all((each) => each.totals),
    all((each) => each.subjects),
    all((each) => each.components),
    all((each) => each.before),
    all((each) => each.componentsBefore),
  ]
  const failing = new Set(classes.flatMap(({ failed }) => [...failed.keys()]))
  const groups = (
    kind: GroupKind,
    marks: readonly AnalysedMark[],
    keysOf: (mark: AnalysedMark) => readonly string[],
    earlier: readonly AnalysedMark[],
    failedIn?: (key: string) => number,
  ): AnalysedGroup[] =>
    spreads(marks, earlier, keysOf, least).map(({ key, spread, change }: GroupSpread<string>) => ({
      kind,
      key,
      spread,
      change,
      failed: failedIn ? failedIn(key) : spread.below,
    }))
  const ofClass = ({ sectionId }: AnalysedMark) => [classOf(sectionId)]
  const ofSection = ({ sectionId }: AnalysedMark) => [String(sectionId)]
  const ofSubject = ({ subject }: AnalysedMark) => [subjectKey(subject ?? '')]
  const counted = (keysOf: (mark: AnalysedMark) => readonly string[]) => {
    const counts = new Map<string, number>()
    for (const mark of totals)
      if (failing.has(mark.studentId)) for (const key of keysOf(mark)) counts.set(key, (counts.get(key) ?? 0) + 1)
    return (key: string) => counts.get(key) ?? 0
  }
  return [
    ...groups('CLASS', totals, ofClass, before, counted(ofClass)),
    ...groups('SECTION', totals, ofSection, before, counted(ofSection)),
    ...groups('SUBJECT', subjects, ofSubject, before),
    ...groups('SUBJECT_OF_SECTION', subjects, ({ sectionId, subject }) => [`${sectionId} ${subjectKey(subject ?? '')}`], before),
    ...groups('TEACHER', subjects, ({ sectionId, subject }) => teachersOf(sectionId, subjectKey(subject ?? '')), before),
    ...groups('COMPONENT', components, ({ component }) => [component ?? ''], componentsBefore),
  ]
}

/** A student whose total fell since the part before. */
export interface FallenStudent {
  studentId: number
  before: Share
  now: Share
}

/** Returns the students whose total fell most since the part before. */
export function fellMost(classes: readonly ClassMarks[], most: number): FallenStudent[] {
  return classes
    .flatMap(({ totals, before }) =>
      falls(
        totals,
        before.filter(({ subject }) => subject === null),
      ),
    )
    .sort((first, second) => first.now - first.before - (second.now - second.before))
    .slice(0, most)
    .map(({ studentId, before, now }) => ({ studentId, before, now }))
}
