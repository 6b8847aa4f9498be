import type { HolisticVoice } from '#ui/generated/schema.types.ts'
import type { SectionHolisticDataFragment } from './holistic.graphql.ts'

export type HolisticStudent = SectionHolisticDataFragment['students'][number]

/** What was chosen and written for a student and is not stored yet; '' takes away what is stored. */
export interface Draft {
  /** Grades by voice and statement. */
  grades: Readonly<Record<string, string>>
  /** Words by voice and area. */
  words: Readonly<Record<string, string>>
}

const noDraft: Draft = { grades: {}, words: {} }

/** Returns the key of a voice with a statement or an area. */
export function placeKey(voice: HolisticVoice, id: number): string {
  return `${voice} ${id}`
}

/** Returns the grade of a statement by a voice as the screen shows it; '' for none. */
export function gradeOf(student: HolisticStudent, draft: Draft | undefined, voice: HolisticVoice, statement: number): string {
  const stored = student.descriptors.find((each) => each.voice === voice && each.statement === statement)
  return draft?.grades[placeKey(voice, statement)] ?? stored?.grade ?? ''
}

/** Returns the words of a voice about an area as the screen shows them. */
export function wordsOf(student: HolisticStudent, draft: Draft | undefined, voice: HolisticVoice, area: number): string {
  const stored = student.words.find((each) => each.voice === voice && each.area === area)
  return draft?.words[placeKey(voice, area)] ?? stored?.text ?? ''
}

export function withGrade(draft: Draft = noDraft, voice: HolisticVoice, statement: number, grade: string): Draft {
  return { ...draft, grades: { ...draft.grades, [placeKey(voice, statement)]: grade } }
}

export function withWords(draft: Draft = noDraft, voice: HolisticVoice, area: number, text: string): Draft {
  return { ...draft, words: { ...draft.words, [placeKey(voice, area)]: text } }
}

type Asked = Pick<SectionHolisticDataFragment, 'voices' | 'areas'>

/** Returns the whole of what a student's card says, as the command takes it. */
export function entriesOf({ voices, areas }: Asked, student: HolisticStudent, draft: Draft | undefined) {
  return {
    studentId: student.studentId,
    seen: student.version,
    descriptors: voices.flatMap(({ voice }) =>
      areas.flatMap(({ statements }) =>
        statements.flatMap(({ id: statement }) => {
          const grade = gradeOf(student, draft, voice, statement)
          return grade === '' ? [] : [{ voice, statement, grade }]
        }),
      ),
    ),
    words: voices.flatMap(({ voice }) =>
      areas.flatMap(({ id: area }) => {
        const text = wordsOf(student, draft, voice, area).trim()
        return text === '' ? [] : [{ voice, area, text }]
      }),
    ),
  }
}

/** Returns how many statements of a voice a student has a grade for. */
export function gradedCount({ areas }: Asked, student: HolisticStudent, draft: Draft | undefined, voice: HolisticVoice): number {
  return areas.flatMap(({ statements }) => statements).filter(({ id }) => gradeOf(student, draft, voice, id) !== '').length
}
