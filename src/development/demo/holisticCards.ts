import { type ReadyScheme, readyScheme } from '#domains/exams/readySchemes.ts'
import type { HolisticEntries } from '#domains/exams/holistic.schema.ts'
import type { Voice } from '#domains/exams/holisticScheme.ts'
import type { Scheme } from '#domains/exams/scheme.schema.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { DemoClass, DemoExams } from './exams.ts'
import { type Inventor, inventor } from './invent.ts'
import { storeAll } from './store.ts'

/** The scheme whose statements the school has taken over: those of classes 1 and 2. */
const statementsOf: ReadyScheme = 'cbse-1-2'

/** Returns the school's scheme with a holistic card in classes 1 and 2, as a school adds one to its copy. */
export function withHolisticCard(scheme: Scheme): Scheme {
  const { holistic, scales } = readyScheme(statementsOf)
  const used = scales.filter(({ name }) => holistic?.voices.some(({ scale }) => scale === name))
  return { ...scheme, scales: [...scheme.scales, ...used], holistic: holistic ?? null }
}

/** What is written on some cards, by voice and number of the area. */
const sentences: readonly { voice: Voice; area: number; text: string }[] = [
  { voice: 'TEACHER', area: 3, text: 'Counts and sorts things eagerly, and asks why.' },
  { voice: 'OWN', area: 5, text: 'I like to draw my house.' },
  { voice: 'CLASSMATES', area: 2, text: 'Shares the crayons with us.' },
  { voice: 'FAMILY', area: 4, text: 'Reads the signboards on the way to school.' },
]

/** The entries of holistic cards by student. */
export type DemoHolistic = ReadonlyMap<number, HolisticEntries>

/** Stores entries of a part: of all students of class 1, and of the first ones of the first section of class 2. */
export async function addHolisticEntries(
  db: Tx,
  { schoolId, head, now }: DemoExams,
  { scheme, classes, part }: { scheme: Scheme; classes: readonly DemoClass[]; part: string },
): Promise<DemoHolistic> {
  const invent = inventor(2022)
  const entered = classes.flatMap(({ name, termId, sections }) => {
    const ids = name === '1' ? sections.flatMap((section) => section.studentIds) : sections[0]?.studentIds.slice(0, 11)
    return (ids ?? []).map((studentId) => ({ studentId, termId, entries: inventEntries(scheme, invent) }))
  })
  const at = new Date(now.getTime() - 20 * 86_400_000)
  const by = { version: 1, changedAt: at, changedBy: head.subject, changedByName: head.name }
  await storeAll(
    db,
    'holisticEntries',
    entered.map(({ studentId, termId, entries }) => ({ schoolId, termId, studentId, part, content: entries, ...by })),
  )
  return new Map(entered.map(({ studentId, entries }) => [studentId, entries]))
}

/** Returns what the teacher says of each statement, and the others of most. */
function inventEntries({ holistic, scales }: Scheme, invent: Inventor): HolisticEntries {
  const ability = invent.below(3)
  const descriptors = (holistic?.voices ?? []).flatMap(({ voice, scale }) => {
    const grades = scales.find(({ name }) => name === scale)?.grades.map(({ grade }) => grade) ?? []
    return (holistic?.areas ?? []).flatMap(({ statements }) =>
      statements
        .filter(() => voice === 'TEACHER' || invent.below(5) > 0)
        // Mostly one of two neighbouring levels.
        .map(({ id: statement }) => {
          const place = Math.min(grades.length - 1, Math.max(0, ability - 1 + invent.below(2)))
          return { voice, statement, grade: grades[place] ?? '' }
        }),
    )
  })
  return { descriptors, words: sentences.filter(() => invent.below(3) > 0) }
}
