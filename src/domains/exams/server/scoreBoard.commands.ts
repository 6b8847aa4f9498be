import type { z } from 'zod'
import { command, type CommandContext, query, type QueryContext } from '#platform/command.ts'
import { Refusal } from '#platform/refusal.ts'
import { holdSection, seesClass } from '#domains/classes/server/classes.exports.ts'
import { t } from '#shared/texts.ts'
import { scoreGround } from '../scores.rules.ts'
import { scoreBoardChoice, sheetsChoice } from '../scores.schema.ts'
import { scoreActions } from './scores.permissions.ts'
import { type BoardChoice, countScores, selectLocks, selectSchemes, selectSectionSubjects } from './scoreBoard.sql.ts'
import { lockSubjects, type SheetLock } from './scores.sql.ts'
import { parseStored } from './storedScheme.ts'

/** How far a sheet is: `entered` of `needed` scores of its enabled students. */
export interface BoardSheet {
  schoolId: number
  sectionId: number
  sectionName: string
  classId: number
  className: string
  subjectId: number
  subjectName: string
  part: string
  entered: number
  needed: number
  /** Who enters the scores. */
  teachers: string[]
  /** Whether the viewer is one of them. */
  teaches: boolean
  locked: SheetLock | null
}

/**
 * Returns the sheets of a term that the viewer may see, in the order of sections, subjects and parts. A section that is
 * not of the term has none.
 */
export const viewScoreBoard = query({
  action: scoreActions.view,
  input: scoreBoardChoice,
  run: ({ db, read, viewer, schoolId, input }) => boardSheets({ db, read, viewer, schoolId }, input),
})

/** Reads a board with five statements in one round trip. */
export async function boardSheets(
  { db, read, viewer, schoolId }: Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'schoolId'>,
  choice: BoardChoice,
): Promise<BoardSheet[]> {
  const [rows, schemes, counts, locks] = await read(
    selectSectionSubjects(db, viewer, schoolId, choice),
    selectSchemes(db, schoolId, choice),
    countScores(db, schoolId, choice),
    selectLocks(db, schoolId, choice),
  )
  const schemeOf = new Map(schemes.map(({ id, content }) => [id, parseStored(content)]))
  const key = (sheet: { sectionId: number; subjectId: number; part: string }) =>
    `${sheet.sectionId} ${sheet.subjectId} ${sheet.part}`
  const entered = new Map(counts.map((count) => [key(count), count.entered]))
  const lockOf = new Map(locks.map(({ at, byName, ...sheet }) => [key(sheet), { at, byName }]))
  return rows.flatMap(({ schemeId, pattern, students, ...row }) => {
    const scheme = schemeOf.get(schemeId)
    if (!scheme) return []
    return scheme.parts.flatMap(({ name: part }): BoardSheet[] => {
      const { columns } = scoreGround(scheme, pattern, part)
      if (columns.length === 0) return []
      const sheet = key({ ...row, part })
      return [
        {
          ...row,
          schoolId,
          part,
          entered: entered.get(sheet) ?? 0,
          needed: students * columns.length,
          locked: lockOf.get(sheet) ?? null,
        },
      ]
    })
  })
}

type Choice = z.output<typeof sheetsChoice>
interface HeldSection {
  schoolId: number
  termId: number
}

/** Holds a section that the viewer may see. */
async function loadSection({ db, viewer, schoolId, input }: Omit<CommandContext<Choice, HeldSection>, 'row'>) {
  const section = await holdSection(db, schoolId, input.sectionId)
  if (!section || !seesClass(viewer, section.classId)) return undefined
  return { schoolId, termId: section.termId }
}

/**
 * Locks sheets of a section in a part, and returns the section's board of it. A sheet that is locked stays as it is.
 * @throws Refusal BAD_INPUT on `part` where nothing is assessed in it, on `subjectIds` for another class's subject
 */
export const lockScores = command<typeof sheetsChoice, HeldSection, BoardSheet[]>({
  action: scoreActions.lock,
  input: sheetsChoice,
  load: loadSection,
  run: (running) =>
    changeLocks(running, async (subjectIds) => {
      const { db, viewer, schoolId, input } = running
      const lock = { lockedBy: viewer.subject, lockedByName: viewer.name }
      await db
        .insertInto('scoreLocks')
        .values(
          subjectIds.map((assessedSubjectId) => ({
            schoolId,
            sectionId: input.sectionId,
            assessedSubjectId,
            part: input.part,
            ...lock,
          })),
        )
        .onConflict((conflict) => conflict.columns(['schoolId', 'sectionId', 'assessedSubjectId', 'part']).doNothing())
        .execute()
    }),
})

/** Opens sheets again, and returns the section's board. An open sheet stays as it is. Refused as `lockScores`. */
export const unlockScores = command<typeof sheetsChoice, HeldSection, BoardSheet[]>({
  action: scoreActions.unlock,
  input: sheetsChoice,
  load: loadSection,
  run: (running) =>
    changeLocks(running, async (subjectIds) => {
      const { db, schoolId, input } = running
      await db
        .deleteFrom('scoreLocks')
        .where('schoolId', '=', schoolId)
        .where('sectionId', '=', input.sectionId)
        .where('part', '=', input.part)
        .where('assessedSubjectId', 'in', subjectIds)
        .execute()
    }),
})

/** Changes locks while nobody enters scores of the subjects. */
async function changeLocks(
  { db, read, viewer, schoolId, input, row }: CommandContext<Choice, HeldSection>,
  change: (subjectIds: readonly number[]) => Promise<void>,
) {
  const board = async () => {
    const sheets = await boardSheets({ db, read, viewer, schoolId }, { termId: row.termId, sectionId: input.sectionId })
    return sheets.filter(({ part }) => part === input.part)
  }
  const subjects = new Set((await board()).map(({ subjectId }) => subjectId))
  const { part } = input
  if (subjects.size === 0) throw badInput('part', t`Nothing is assessed in “${part}”`)
  const chosen = input.subjectIds.length === 0 ? [...subjects] : [...new Set(input.subjectIds)]
  if (chosen.some((id) => !subjects.has(id))) throw badInput('subjectIds', t`This subject is not assessed here`)
  // Whoever is entering scores of them finishes first; one that was removed meanwhile has no sheet.
  const held = await read(lockSubjects(db, schoolId, chosen))
  const ids = held[0].map(({ id }) => id)
  if (ids.length > 0) await change(ids)
  return { result: await board(), ids: [input.sectionId], fields: ['part', ...(input.subjectIds.length > 0 ? ['subjects'] : [])] }
}

function badInput(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}
