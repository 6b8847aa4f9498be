import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { erasureLocks, refuseErased } from '#domains/students/server/erased.exports.ts'
import { t } from '#shared/texts.ts'
import { remarkForm, remarksChoice, remarkSeen, sectionRemarksChoice } from '../remarks.schema.ts'
import { remarkActions } from './remarks.permissions.ts'
import {
  lockPlaces,
  remarkFrom,
  type RemarkRow,
  type RemarkSection,
  remarksFrom,
  selectRemarks,
  selectRemarkSection,
  selectStudentRemarks,
  type StudentRemarks,
} from './remarks.sql.ts'
import { parseStored } from './storedScheme.ts'
import { refuseEntries, storeEntries } from './studentEntries.ts'

/** Most remarks in a school's list. */
const maxRemarks = 500

const changedMessage = () => t`Somebody else has changed this in the meantime. Copy what you have typed, and open it anew.`

function conflict(path: string, message: string): Refusal {
  return new Refusal('CONFLICT', message, [{ path, message }])
}

/** Returns the school's list of remarks. */
export const listRemarks = query({
  action: remarkActions.list,
  input: z.object({}),
  run: async ({ db, read, schoolId }): Promise<RemarkRow[]> => (await read(selectRemarks(db, schoolId)))[0].map(remarkFrom),
})

/**
 * Adds a remark to the school's list, or changes one. Remarks that stand for a student stay as they are.
 * @throws Refusal CONFLICT on `seen` when it was changed meanwhile
 * @throws Refusal BAD_INPUT without a path when the list is full
 */
export const saveRemark = command<typeof remarkForm, Pick<RemarkRow, 'schoolId' | 'version'>, RemarkRow>({
  action: remarkActions.save,
  input: remarkForm,
  load: async ({ db, schoolId, input }) => {
    if (input.id === null) return { schoolId, version: 0 }
    return selectRemarks(db, schoolId).where('id', '=', input.id).forNoKeyUpdate().executeTakeFirst()
  },
  run: async ({ db, viewer, schoolId, input: { id, seen, rule, ...fields }, row }) => {
    if (seen !== row.version) throw conflict('seen', changedMessage())
    const values = {
      ...fields,
      ruleOn: rule?.on ?? null,
      ruleSubject: rule?.subject ?? '',
      ruleFrom: rule?.from ?? 0,
      ruleTo: rule?.to ?? 10_000,
      version: row.version + 1,
      changedAt: new Date(),
      changedBy: viewer.subject,
      changedByName: viewer.name,
    }
    if (id === null) await refuseFullList(db, schoolId)
    const saved =
      id === null
        ? await db
            .insertInto('remarks')
            .values({ schoolId, ...values })
            .returningAll()
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('remarks')
            .set(values)
            .where('schoolId', '=', schoolId)
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow()
    return { result: remarkFrom(saved), ids: [saved.id], fields: [...Object.keys(fields), 'rule'] }
  },
})

async function refuseFullList(db: Parameters<typeof selectRemarks>[0], schoolId: number): Promise<void> {
  const { count } = await db
    .selectFrom('remarks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .executeTakeFirstOrThrow()
  if (count >= maxRemarks)
    throw new Refusal('BAD_INPUT', t`A school has at most ${maxRemarks} remarks. Delete one that is not used.`)
}

/** Deletes a remark of the list and returns its id. CONFLICT on `seen` when it was changed meanwhile. */
export const deleteRemark = command<typeof remarkSeen, Pick<RemarkRow, 'schoolId' | 'version'>, number>({
  action: remarkActions.delete,
  input: remarkSeen,
  load: ({ db, schoolId, input }) => selectRemarks(db, schoolId).where('id', '=', input.id).forUpdate().executeTakeFirst(),
  run: async ({ db, schoolId, input: { id, seen }, row }) => {
    if (seen !== row.version) throw conflict('seen', changedMessage())
    await db.deleteFrom('remarks').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id] }
  },
})

/** Tells whether a scheme has a part; '' is the year. */
function hasPart({ content }: RemarkSection, part: string): boolean {
  return part === '' || parseStored(content).parts.some(({ name }) => name === part)
}

/** The students of a section with their remarks, and the section for `viewerCan`. */
export interface SectionRemarks extends RemarkSection {
  part: string
  students: StudentRemarks[]
}

/**
 * Returns the students of a section by roll with their remarks of a part, or of the year for ''. NOT_FOUND for a
 * section that the viewer may not see, a class that is not assessed and an unknown part.
 */
export const viewSectionRemarks = query({
  action: remarkActions.view,
  input: sectionRemarksChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<SectionRemarks> => {
    const [[section], students] = await read(
      selectRemarkSection(db, viewer, schoolId, input.sectionId),
      selectStudentRemarks(db, schoolId, input),
    )
    if (!section || !hasPart(section, input.part)) throw notFound()
    return { ...section, part: input.part, students: students.map(remarksFrom) }
  },
})

/**
 * Stores the remarks of students of a section in a part, all or none. A student's list is replaced as a whole; an empty
 * one takes the remarks away.
 * @throws Refusal BAD_INPUT on `students.N.studentId` for a student of another section, or one who is there twice
 * @throws Refusal CONFLICT on `students.N` for a list that somebody else has changed meanwhile, with who
 */
export const chooseRemarks = command<typeof remarksChoice, SectionRemarks, SectionRemarks>({
  action: remarkActions.choose,
  input: remarksChoice,
  load: async ({ db, read, viewer, schoolId, input }) => {
    const ids = input.students.map(({ studentId }) => studentId)
    const [erasures, , [section], students] = await read(
      erasureLocks(db, schoolId, ids),
      lockPlaces(db, schoolId, input.sectionId, ids),
      selectRemarkSection(db, viewer, schoolId, input.sectionId),
      selectStudentRemarks(db, schoolId, input),
    )
    if (!section || !hasPart(section, input.part)) return undefined
    refuseErased(erasures)
    return { ...section, part: input.part, students: students.map(remarksFrom) }
  },
  run: (running) => {
    const { db, read, viewer, schoolId, input, row } = running
    return runOncePerKey(
      running,
      remarkActions.choose.name,
      input,
      async () => {
        refuseEntries(input.students, row.students, lateMessage)
        await storeEntries(
          db,
          { table: 'student_remarks', column: 'remarks' },
          { schoolId, termId: row.termId, part: input.part },
          input.students.map(({ studentId, remarks }) => ({ studentId, value: remarks.length === 0 ? null : remarks })),
          viewer,
        )
        const [students] = await read(selectStudentRemarks(db, schoolId, input))
        return { result: { ...row, students: students.map(remarksFrom) }, ids: [row.sectionId], fields: ['remarks'] }
      },
      () => Promise.resolve(row),
    )
  },
})

function lateMessage({ name, changedByName: by }: StudentRemarks): string {
  return by === '' ? changedMessage() : t`${by} has changed the remarks of ${name} meanwhile`
}
