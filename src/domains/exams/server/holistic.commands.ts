import type { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { notFound, type Problem } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { erasureLocks, refuseErased } from '#domains/students/server/erased.exports.ts'
import { t } from '#shared/texts.ts'
import { termChoice } from '../exams.schema.ts'
import { holisticChoice, holisticForm } from '../holistic.schema.ts'
import { type HolisticGround, holisticGround, knownEntries } from '../holistic.rules.ts'
import { holisticActions } from './holistic.permissions.ts'
import {
  type HolisticProgress,
  type HolisticSection,
  type HolisticStudent,
  selectHolisticProgress,
  selectHolisticSection,
  selectHolisticStudents,
  studentFrom,
} from './holistic.sql.ts'
import { lockPlaces } from './remarks.sql.ts'
import { parseStored } from './storedScheme.ts'
import { refuseEntries, storeEntries } from './studentEntries.ts'

/** Returns how far the holistic cards of a term are, by section and part; nothing of classes without them. */
export const listHolistic = query({
  action: holisticActions.view,
  input: termChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<HolisticProgress[]> =>
    (await read(selectHolisticProgress(db, viewer, schoolId, input.termId)))[0],
})

/** The students of a section with what their holistic cards ask and what is entered. */
export interface SectionHolistic extends HolisticSection, HolisticGround {
  part: string
  students: HolisticStudent[]
}

/** Returns a section with its students; undefined for a class without a holistic card and an unknown part. */
function sectionOf(
  section: HolisticSection | undefined,
  part: string,
  students: readonly Parameters<typeof studentFrom>[0][],
): SectionHolistic | undefined {
  if (!section) return undefined
  const scheme = parseStored(section.content)
  const ground = holisticGround(scheme, section.schemeClass)
  if (!ground || !scheme.parts.some(({ name }) => name === part)) return undefined
  return {
    ...section,
    ...ground,
    part,
    students: students.map((row) => {
      const student = studentFrom(row)
      return { ...student, entries: knownEntries(ground, student.entries) }
    }),
  }
}

/**
 * Returns the students of a section by roll with the entries of a part. NOT_FOUND for a section that the viewer may not
 * see, a class without a holistic card and an unknown part.
 */
export const viewHolistic = query({
  action: holisticActions.view,
  input: holisticChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<SectionHolistic> => {
    const [[section], students] = await read(
      selectHolisticSection(db, viewer, schoolId, input.sectionId),
      selectHolisticStudents(db, schoolId, input),
    )
    const found = sectionOf(section, input.part, students)
    if (!found) throw notFound()
    return found
  },
})

/**
 * Stores the entries of students of a section in a part, all or none. Those of a student are replaced as a whole.
 * @throws Refusal BAD_INPUT on `students.N.studentId` for a student of another section, or one who is there twice; on
 *   `students.N.descriptors.M.grade` and `students.N.words.M.text` for what the scheme does not ask, or asks once
 * @throws Refusal CONFLICT on `students.N` for entries that somebody else has changed meanwhile, with who
 */
export const enterHolistic = command<typeof holisticForm, SectionHolistic, SectionHolistic>({
  action: holisticActions.enter,
  input: holisticForm,
  load: async ({ db, read, viewer, schoolId, input }) => {
    const ids = input.students.map(({ studentId }) => studentId)
    const [erasures, , [section], students] = await read(
      erasureLocks(db, schoolId, ids),
      lockPlaces(db, schoolId, input.sectionId, ids),
      selectHolisticSection(db, viewer, schoolId, input.sectionId),
      selectHolisticStudents(db, schoolId, input),
    )
    const found = sectionOf(section, input.part, students)
    if (found) refuseErased(erasures)
    return found
  },
  run: (running) => {
    const { db, read, viewer, schoolId, input, row } = running
    return runOncePerKey(
      running,
      holisticActions.enter.name,
      input,
      async () => {
        refuseEntries(input.students, row.students, lateMessage, (entries, path) => unknownEntries(row, entries, path))
        await storeEntries(
          db,
          { table: 'holistic_entries', column: 'content' },
          { schoolId, termId: row.termId, part: row.part },
          input.students.map(({ studentId, descriptors, words }) => ({
            studentId,
            value: descriptors.length + words.length === 0 ? null : { descriptors, words },
          })),
          viewer,
        )
        const [students] = await read(selectHolisticStudents(db, schoolId, input))
        return { result: { ...row, students: students.map(studentFrom) }, ids: [row.sectionId], fields: ['entries'] }
      },
      () => Promise.resolve(row),
    )
  },
})

type Entered = z.output<typeof holisticForm>['students']

function lateMessage({ name, changedByName: by }: HolisticStudent): string {
  return by === '' ? t`The entries of ${name} were cleared meanwhile` : t`${by} has changed the entries of ${name} meanwhile`
}

function unknownEntries(
  ground: HolisticGround,
  { descriptors, words }: Pick<Entered[number], 'descriptors' | 'words'>,
  path: string,
): Problem[] {
  const known = knownEntries(ground, { descriptors, words })
  const places = new Set<string>()
  const isAgain = (place: string) => places.size === places.add(place).size
  return [
    ...descriptors.flatMap((entry, index): Problem[] => {
      const { voice, statement, grade } = entry
      const at = `${path}.descriptors.${index}.grade`
      if (!known.descriptors.includes(entry)) return [{ path: at, message: t`The card does not ask for “${grade}” here` }]
      return isAgain(`${voice} ${statement}`) ? [{ path: at, message: t`This statement is here twice` }] : []
    }),
    ...words.flatMap((entry, index): Problem[] => {
      const at = `${path}.words.${index}.text`
      if (!known.words.includes(entry)) return [{ path: at, message: t`The card has no place for these words` }]
      return isAgain(`words ${entry.voice} ${entry.area}`) ? [{ path: at, message: t`These words are here twice` }] : []
    }),
  ]
}
