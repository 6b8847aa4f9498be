import { sql } from 'kysely'
import { z } from 'zod'
import { command, query } from '#platform/command.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { compareNaturally } from '#shared/naturalOrder.ts'
import { t } from '#shared/texts.ts'
import {
  classAssessmentForm,
  classChoice,
  schemeChange,
  schemeChoice,
  schemeCopy,
  schemeSeen,
  termChoice,
} from '../exams.schema.ts'
import { daysOfVersion } from '../partDays.schema.ts'
import { type ReadyScheme, readyScheme, readySchemes } from '../readySchemes.ts'
import { assessedSubjects, type Scheme } from '../scheme.schema.ts'
import type { UsedColumn } from '../scores.rules.ts'
import { assessmentActions, schemeActions, type SchoolRow } from './exams.permissions.ts'
import {
  asJson,
  type AssessmentRow,
  assessmentRows,
  holdScheme,
  lockAssessment,
  lockClassesOfScheme,
  lockScheme,
  lockStoredAssessment,
  moveClasses,
  nextSchemeId,
  type SchemeRow,
  schemeRows,
  schemeWithId,
  storeSubjects,
} from './schemes.sql.ts'
import { sayWord } from './sayScheme.ts'
import { parseStored } from './storedScheme.ts'
import { lockUsedColumns, lostEntries, lostScores } from './usedColumns.ts'

const nameTaken = (path: string) => ({
  assessment_schemes_name: {
    path,
    get message() {
      return t`A scheme with this name exists already`
    },
  },
})

const changedMessage = () => t`Somebody else has changed this in the meantime. Copy what you have typed, and open it anew.`

function conflict(path: string, message: string): Refusal {
  return new Refusal('CONFLICT', message, [{ path, message }])
}

/** Returns the newest versions of a school's schemes by name. */
export const listSchemes = query({
  action: schemeActions.list,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }): Promise<SchemeRow[]> => {
    const [schemes] = await read(schemeRows(db, viewer, schoolId).where('schemes.replaced', '=', false))
    return schemes
  },
})

/** Returns a scheme, also a replaced version. */
export const viewScheme = query({
  action: schemeActions.list,
  input: schemeChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<SchemeRow> => {
    const [[found]] = await read(schemeWithId(db, viewer, schoolId, input.id))
    if (!found) throw notFound()
    return found
  },
})

/** A scheme of a board with the name of its file. */
export interface ReadySchemeRow {
  ready: ReadyScheme
  scheme: Scheme
}

/** Returns the schemes of boards, which a school can copy. */
export const listReadySchemes = query({
  action: schemeActions.list,
  input: z.object({}),
  run: async (): Promise<ReadySchemeRow[]> => readySchemes.map((ready) => ({ ready, scheme: readyScheme(ready) })),
})

/** A copy of a scheme before it has its name. */
interface SchemeSource extends SchoolRow {
  copiedFrom: string
  content: Scheme
}

/** Adds a copy of a ready scheme or of one of the school. CONFLICT on a `name` that the school has already. */
export const copyScheme = command<typeof schemeCopy, SchemeSource, SchemeRow>({
  action: schemeActions.copy,
  input: schemeCopy,
  conflicts: nameTaken('name'),
  load: async ({ db, viewer, schoolId, input }) => {
    if (input.ready !== null) return { schoolId, copiedFrom: input.ready, content: readyScheme(input.ready) }
    if (input.id === null) return undefined
    const source = await schemeWithId(db, viewer, schoolId, input.id).executeTakeFirst()
    return source && { schoolId, copiedFrom: source.copiedFrom, content: parseStored(source.content) }
  },
  run: async ({ db, viewer, schoolId, input: { name }, row: { copiedFrom, content } }) => {
    const id = await nextSchemeId(db)
    await db
      .insertInto('assessmentSchemes')
      .values({
        schoolId,
        id,
        firstId: id,
        name,
        content: asJson({ ...content, name }),
        copiedFrom,
        changedBy: viewer.subject,
        changedByName: viewer.name,
      })
      .execute()
    const result = await schemeWithId(db, viewer, schoolId, id).executeTakeFirstOrThrow()
    return { result, ids: [id], fields: ['name', 'content'] }
  },
})

/**
 * Changes a scheme. One that no class uses is changed in place. One that is used gets a new version with an id of its
 * own, and the classes of the terms that are not past move to it; those of past terms keep the version that they had.
 * @throws Refusal CONFLICT on `seen` when it was changed meanwhile, on `content.name` when the name is taken
 * @throws Refusal BAD_INPUT on `content.patterns` for each subject that cannot be assessed by the new version, and each
 *   column whose scores would lose their place or be above the highest mark; on `content.classes` for each class that
 *   it does not have
 */
export const changeScheme = command<typeof schemeChange, SchemeRow, SchemeRow>({
  action: schemeActions.change,
  input: schemeChange,
  conflicts: nameTaken('content.name'),
  load: ({ db, viewer, schoolId, input }) => lockScheme(db, viewer, schoolId, input.id),
  run: async ({ db, viewer, schoolId, input: { seen, content }, row }) => {
    if (row.replaced || row.version !== seen) throw conflict('seen', changedMessage())
    const changed = { changedAt: new Date(), changedBy: viewer.subject, changedByName: viewer.name }
    const values = { name: content.name, content: asJson(content), version: row.version + 1, ...changed }
    const schemes = () => db.updateTable('assessmentSchemes').where('schoolId', '=', schoolId).where('id', '=', row.id)
    let { id } = row
    if (row.classes.length === 0) {
      await schemes().set(values).execute()
    } else {
      const classes = await lockClassesOfScheme(db, viewer, schoolId, row.id)
      refuseLost(classes, content)
      const used = await lockUsedColumns(db, schoolId, classes)
      const before = parseStored(row.content)
      refuse([
        ...(await lostScores(db, schoolId, { classes, used, before, after: content, path: 'content.patterns' })),
        ...(await lostEntries(db, schoolId, { classes, before, after: content, path: 'content.parts' })),
      ])
      id = await nextSchemeId(db)
      // First, because one version of a scheme is the newest.
      await schemes().set({ replaced: true }).execute()
      const { firstId, copiedFrom } = row
      await db
        .insertInto('assessmentSchemes')
        .values({ schoolId, id, firstId, copiedFrom, ...values })
        .execute()
      const [parts, newParts] = [partNames(before), partNames(content)]
      const moved = classes.map((each) => ({ ...each, partDays: daysOfVersion(each.partDays, parts, newParts) }))
      await moveClasses(db, moved, { schemeId: id, ...changed })
    }
    const result = await schemeWithId(db, viewer, schoolId, id).executeTakeFirstOrThrow()
    return { result, ids: [id], fields: ['name', 'content'] }
  },
})

/** Throws a problem for each class that a scheme does not have, and each subject that cannot be assessed by it. */
function refuseLost(classes: readonly AssessmentRow[], content: Scheme): void {
  const schema = assessedSubjects(content)
  const problems = classes.flatMap(({ className, schemeClass, subjects }): Problem[] => {
    const lostClass = {
      path: 'content.classes',
      message: t`Class ${className} is assessed as class “${schemeClass}”, which this scheme does not have`,
    }
    const issues = schema.safeParse(subjects).error?.issues ?? []
    const lostSubjects = issues.map(({ path: [index], message }) => {
      const subject = subjects[Number(index)]?.name ?? ''
      return { path: 'content.patterns', message: t`Class ${className}, ${subject}: ${message}` }
    })
    return hasClass(content, schemeClass) ? lostSubjects : [lostClass, ...lostSubjects]
  })
  refuse(problems)
}

function refuse(problems: readonly Problem[]): void {
  if (problems[0]) throw new Refusal('BAD_INPUT', problems[0].message, [...problems])
}

/**
 * Deletes a scheme with all its versions, and returns its id.
 * @throws Refusal CONFLICT when classes use it; on `seen` when it was changed meanwhile
 */
export const deleteScheme = command<typeof schemeSeen, SchemeRow, number>({
  action: schemeActions.delete,
  input: schemeSeen,
  conflicts: {
    result_publications_school_id_scheme_id_fkey: {
      path: '',
      get message() {
        return t`Results were published by this scheme. They keep it from being deleted.`
      },
    },
  },
  load: ({ db, viewer, schoolId, input }) => lockScheme(db, viewer, schoolId, input.id),
  run: async ({ db, schoolId, input: { id, seen }, row }) => {
    if (row.replaced || row.version !== seen) throw conflict('seen', changedMessage())
    await db.deleteFrom('assessmentSchemes').where('schoolId', '=', schoolId).where('firstId', '=', row.firstId).execute()
    return { result: id, ids: [id] }
  },
})

/** Returns how a class is assessed. NOT_FOUND for a class that the viewer may not see. */
export const viewAssessment = query({
  action: assessmentActions.view,
  input: classChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<AssessmentRow> => {
    const [[found]] = await read(
      assessmentRows(db, viewer, schoolId)
        .select(sql<string | null>`assessment_schemes.content::text`.as('schemeContent'))
        .where('classes.id', '=', input.classId),
    )
    if (!found) throw notFound()
    return found
  },
})

/** Returns how each class of a term is assessed, by the names of the classes. NOT_FOUND for an unknown term. */
export const listAssessments = query({
  action: assessmentActions.view,
  input: termChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<AssessmentRow[]> => {
    const { termId } = input
    const [rows, terms] = await read(
      assessmentRows(db, viewer, schoolId).where('classes.termId', '=', termId),
      db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('id', '=', termId),
    )
    if (terms.length === 0) throw notFound()
    return rows.sort((a, b) => compareNaturally(a.className, b.className))
  },
})

/**
 * Sets the scheme of a class and the whole list of its assessed subjects. A subject of the same name keeps its id.
 * @throws Refusal CONFLICT on `seen` when it was changed meanwhile; on `schemeId` for a version that was replaced
 * @throws Refusal BAD_INPUT on `schemeId` for an unknown scheme; on `schemeClass` and `subjects` for what the scheme
 *   does not have; on `subjects`, `subjects.N.pattern` and `schemeId` for scores that would lose their place
 */
export const assessClass = command<typeof classAssessmentForm, AssessmentRow, AssessmentRow>({
  action: assessmentActions.assess,
  input: classAssessmentForm,
  conflicts: {
    assessed_subjects_name: {
      path: 'subjects',
      get message() {
        return t`Two subjects have the same name`
      },
    },
  },
  load: ({ db, viewer, schoolId, input }) => lockAssessment(db, viewer, schoolId, input.classId),
  run: async ({ db, viewer, schoolId, input, row }) => {
    const { classId, schemeId } = input
    const chosen = await holdScheme(db, schoolId, schemeId)
    // Read again under the locks that a change of a scheme takes, in the same order: it may have moved the class.
    await lockStoredAssessment(db, schoolId, classId)
    const stored = await assessmentRows(db, viewer, schoolId).where('classes.id', '=', classId).executeTakeFirstOrThrow()
    if (stored.version !== input.seen) throw conflict('seen', changedMessage())
    if (!chosen) throw badInput('schemeId', t`This scheme does not exist any more`)
    if (chosen.replaced && stored.schemeId !== schemeId)
      throw conflict('schemeId', t`This scheme was changed in the meantime. Choose it again.`)
    const content = parseStored(chosen.content)
    const { schemeClass } = input
    if (!hasClass(content, schemeClass)) throw badInput('schemeClass', t`There is no class “${schemeClass}” in this scheme`)
    const subjects = checkSubjects(content, input.subjects)
    refuse(
      input.partDays.flatMap(({ part }, index): Problem[] =>
        content.parts.some(({ name }) => name === part)
          ? []
          : [{ path: `partDays.${index}.part`, message: t`“${part}” is no part of this scheme` }],
      ),
    )
    const used = await lockUsedColumns(db, schoolId, [stored])
    refuseChangedSubjects(stored, subjects, used)
    if (stored.schemeId !== null && stored.schemeId !== schemeId) {
      const former = await holdScheme(db, schoolId, stored.schemeId)
      const moved = { classes: [stored], before: parseStored(former?.content ?? ''), after: content, path: 'schemeId' }
      refuse([...(await lostScores(db, schoolId, { ...moved, used })), ...(await lostEntries(db, schoolId, moved))])
    }
    const values = {
      schemeId,
      schemeClass,
      partDays: JSON.stringify(input.partDays.filter(({ from }) => from !== '')),
      changedAt: new Date(),
      changedBy: viewer.subject,
      changedByName: viewer.name,
    }
    if (stored.version === 0) {
      const { termId } = row
      await db
        .insertInto('classAssessments')
        .values({ schoolId, classId, termId, version: 1, ...values })
        .execute()
    } else {
      await db
        .updateTable('classAssessments')
        .set({ version: stored.version + 1, ...values })
        .where('schoolId', '=', schoolId)
        .where('classId', '=', classId)
        .execute()
    }
    await storeSubjects(db, stored, subjects)
    const result = await assessmentRows(db, viewer, schoolId).where('classes.id', '=', classId).executeTakeFirstOrThrow()
    return { result, ids: [classId], fields: ['scheme', 'schemeClass', 'subjects', 'partDays'] }
  },
})

function badInput(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}

/** Throws a problem for each subject with scores that would go, or be assessed by another pattern. */
function refuseChangedSubjects(
  { subjects: stored }: AssessmentRow,
  subjects: readonly { name: string; pattern: string }[],
  used: readonly UsedColumn[],
): void {
  const withScores = new Set(used.map(({ subjectId }) => subjectId))
  refuse(
    stored.flatMap(({ id, name, pattern: kept }): Problem[] => {
      if (!withScores.has(id)) return []
      const index = subjects.findIndex((subject) => subject.name.toLowerCase() === name.toLowerCase())
      if (index < 0) return [{ path: 'subjects', message: t`${name} has scores, so it cannot go` }]
      if (subjects[index]?.pattern === kept) return []
      const pattern = sayWord(kept)
      return [{ path: `subjects.${index}.pattern`, message: t`${name} has scores, so its pattern stays “${pattern}”` }]
    }),
  )
}

function partNames({ parts }: Scheme): string[] {
  return parts.map(({ name }) => name)
}

function hasClass(content: Scheme, schemeClass: string): boolean {
  return content.classes.some(({ name }) => name === schemeClass)
}

/** Returns the subjects as a scheme assesses them; throws a problem for each that it cannot. */
function checkSubjects(content: Scheme, subjects: readonly unknown[]) {
  const parsed = assessedSubjects(content).safeParse(subjects)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: ['subjects', ...path].join('.'), message }))
  throw new Refusal('BAD_INPUT', problems[0]?.message ?? '', problems)
}
