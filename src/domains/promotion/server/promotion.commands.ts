import { sql } from 'kysely'
import { command, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { wakeTaskWorker } from '#platform/backgroundTasks/registeredWorkers.ts'
import { orderTask } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { notFound, Refusal, type Problem } from '#platform/refusal.ts'
import { missingTeachers } from '#domains/users/server/users.exports.ts'
import { t } from '#shared/texts.ts'
import { promotionOfId, sectionPromotion, studentPromotion } from '../promotion.schema.ts'
import { requireEarlierTerm, currentTermChanged } from './promotionContext.queries.ts'
import { promotionActions, termChangedMessage } from './promotion.permissions.ts'
import { lockPromotion, noteRows, type PartKind, type Promotion } from './promotion.sql.ts'
import { rowsOf } from './sectionPart.ts'

const conflicts = {
  promotions_one: {
    path: '',
    get message() {
      return t`Another promotion of this school is under way. Please wait until it is done.`
    },
  },
}

type Ordering = Pick<CommandContext<unknown, unknown>, 'db' | 'call' | 'viewer' | 'schoolId'>

interface Terms {
  fromTermId: number
  fromTermName: string
  toTermId: number
  toTermName: string
}

interface NewPart {
  kind: PartKind
  sectionId: number | null
  title: string
  className?: string
  sectionName?: string
  targetSectionId?: number
  targetTitle?: string
  teacherIds?: number[]
  stayingIds?: number[]
}

/**
 * Orders the promotion of sections. Clears the teachers of all sections of the previous term (specification, section
 * 4); the worker then creates the classes and sections of the new term. BAD_INPUT when a section, teacher or fee
 * category no longer exists. CONFLICT while another promotion of the school is under way, or when the current term was
 * changed.
 */
export const promoteSections = command({
  action: promotionActions.promote,
  input: sectionPromotion,
  conflicts,
  load: async ({ schoolId }) => ({ schoolId }),
  run: (running) => {
    const { termId, toTermId, sections, feeCategoryIds, subjects, books, smsNames } = running.input
    return runOncePerKey<Promotion>(
      running,
      'promotion.sections',
      running.input,
      async () => {
        const { db, schoolId, school } = running
        const terms = await holdTerms(running, termId, toTermId)
        const titles = await titlesOf(running, termId)
        const problems: Problem[] = sections.flatMap(({ sectionId }, index) =>
          missingSection(titles, sectionId, `sections.${index}.sectionId`),
        )
        const missingIds = await missingTeachers(db, schoolId, [...new Set(sections.flatMap((section) => section.teacherIds))])
        sections.forEach(({ teacherIds }, index) => {
          if (teacherIds.some((id) => missingIds.includes(id)))
            problems.push({ path: `sections.${index}.teacherIds`, message: t`This teacher does not exist any more` })
        })
        const categories = await rowsOf<{ id: number }>(
          db,
          sql`select id from fee_categories where school_id = ${schoolId} and term_id = ${termId} and deleted_at is null
            and id = any(${feeCategoryIds}::bigint[])`,
        )
        if (!school.feesModule && feeCategoryIds.length > 0) throw notFound()
        if (categories.length < new Set(feeCategoryIds).size)
          problems.push({ path: 'feeCategoryIds', message: t`One of these fee categories does not exist any more` })
        if (problems.length > 0) throw new Refusal('BAD_INPUT', problems[0]?.message ?? '', problems)
        const parts: NewPart[] = sections.map(({ sectionId, className, sectionName, teacherIds }) => ({
          kind: 'SECTION',
          sectionId,
          title: titles.get(sectionId) ?? '',
          className,
          sectionName,
          teacherIds,
          targetTitle: `${className}-${sectionName}`,
        }))
        if (feeCategoryIds.length > 0) parts.unshift({ kind: 'FEES', sectionId: null, title: 'Fees Categories' })
        const batch = await order(running, 'SECTIONS', terms, { subjects, books, smsNames, feeCategoryIds }, parts)
        if (sections.length > 0) await clearTeachers(running, termId, batch.id)
        return { result: batch, ids: [batch.id], fields: ['sections'], afterCommit: () => wakeTaskWorker(running.call.database) }
      },
      (ids) => orderedAlready(running, ids),
    )
  },
})

/**
 * Orders the promotion of students, which the worker carries out section by section. BAD_INPUT when a section no longer
 * exists. CONFLICT as in `promoteSections`.
 */
export const promoteStudents = command({
  action: promotionActions.promote,
  input: studentPromotion,
  conflicts,
  load: async ({ schoolId }) => ({ schoolId }),
  run: (running) => {
    const { termId, toTermId, moves, rolls, feeCategories } = running.input
    return runOncePerKey<Promotion>(
      running,
      'promotion.students',
      running.input,
      async () => {
        const terms = await holdTerms(running, termId, toTermId)
        const [from, to] = [await titlesOf(running, termId), await titlesOf(running, toTermId)]
        const problems = moves.flatMap((move, index) => [
          ...missingSection(from, move.sectionId, `moves.${index}.sectionId`),
          ...missingSection(to, move.targetSectionId, `moves.${index}.targetSectionId`),
        ])
        if (problems.length > 0) throw new Refusal('BAD_INPUT', problems[0]?.message ?? '', problems)
        const parts: NewPart[] = moves.map(({ sectionId, targetSectionId, stayingIds }) => ({
          kind: 'STUDENTS',
          sectionId,
          title: from.get(sectionId) ?? '',
          stayingIds,
          targetSectionId,
          targetTitle: to.get(targetSectionId) ?? '',
        }))
        const batch = await order(running, 'STUDENTS', terms, { rolls, feeCategories }, parts)
        return { result: batch, ids: [batch.id], fields: ['students'], afterCommit: () => wakeTaskWorker(running.call.database) }
      },
      (ids) => orderedAlready(running, ids),
    )
  },
})

/**
 * Requeues a batch that was interrupted too often or has failed parts, which are retried. FORBIDDEN when its new term
 * is no longer the current one, CONFLICT when this changes concurrently.
 */
export const continuePromotion = command({
  action: promotionActions.continue,
  input: promotionOfId,
  conflicts,
  load: ({ db, schoolId, input }) => lockPromotion(db, schoolId, input.id),
  run: async ({ db, call, schoolId, row }) => {
    await holdNewTerm(db, row)
    await db
      .updateTable('promotions')
      .set({ state: 'QUEUED', finishedAt: null })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    await db
      .updateTable('promotionSections')
      .set({ state: 'WAITING', message: '' })
      .where('schoolId', '=', schoolId)
      .where('promotionId', '=', row.id)
      .where('state', '=', 'FAILED')
      .execute()
    await orderTask(db, { kind: 'PROMOTION', schoolId, id: row.id })
    const result = await lockPromotion(db, schoolId, row.id)
    if (!result) throw notFound()
    return { result, ids: [row.id], fields: ['state'], afterCommit: () => wakeTaskWorker(call.database) }
  },
})

/** Takes a share lock on both terms and returns them. CONFLICT when the new one is no longer the current term. */
async function holdTerms({ db, schoolId }: Ordering, fromTermId: number, toTermId: number): Promise<Terms> {
  const terms = await db
    .selectFrom('terms')
    .select(['id', 'name', 'current'])
    .where('schoolId', '=', schoolId)
    .where('id', 'in', [fromTermId, toTermId])
    .orderBy('id')
    .forShare()
    .execute()
  const [from, to] = [terms.find((term) => term.id === fromTermId), terms.find((term) => term.id === toTermId)]
  if (!from || !to) throw notFound()
  if (!to.current || from.current) throw currentTermChanged()
  requireEarlierTerm(from, to)
  return { fromTermId, fromTermName: from.name, toTermId, toTermName: to.name }
}

/** Takes a share lock on the current term. CONFLICT when it is not the new term of the batch. */
async function holdNewTerm(db: Tx, promotion: Promotion): Promise<void> {
  const { schoolId, toTermId } = promotion
  const current = await db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('current', '=', true)
    .forShare()
    .executeTakeFirst()
  if (toTermId === null || current?.id !== toTermId) throw new Refusal('CONFLICT', termChangedMessage(promotion))
}

async function titlesOf({ db, schoolId }: Ordering, termId: number): Promise<Map<number, string>> {
  const sections = await rowsOf<{ id: number; title: string }>(
    db,
    sql`select s.id, c.name || '-' || s.name as title from sections s
      join classes c on c.school_id = current_school() and c.id = s.class_id
      where s.school_id = ${schoolId} and s.term_id = ${termId} for key share of s`,
  )
  return new Map(sections.map(({ id, title }) => [id, title]))
}

function missingSection(titles: ReadonlyMap<number, string>, sectionId: number, path: string): Problem[] {
  return titles.has(sectionId) ? [] : [{ path, message: t`This section does not exist any more` }]
}

async function order(
  { db, call, viewer, schoolId }: Ordering,
  kind: Promotion['kind'],
  terms: Terms,
  options: object,
  parts: readonly NewPart[],
): Promise<Promotion> {
  const { id } = await db
    .insertInto('promotions')
    .values({
      schoolId,
      kind,
      ...terms,
      options: JSON.stringify(options),
      createdBy: viewer.subject,
      createdByName: viewer.name,
      createdByRole: viewer.role,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('promotionSections')
    .values(parts.map((part) => ({ schoolId, promotionId: id, ...part })))
    .execute()
  await orderTask(db, { kind: 'PROMOTION', schoolId, id })
  wakeTaskWorker(call.database)
  const batch = await lockPromotion(db, schoolId, id)
  if (!batch) throw notFound()
  return batch
}

/** Clears the teachers of all sections of the previous term, and records them in the batch. */
async function clearTeachers({ db, schoolId }: Ordering, termId: number, promotionId: number): Promise<void> {
  const cleared = await rowsOf<{ id: number; otherId: number }>(
    db,
    sql`delete from section_teachers own using sections
      where sections.school_id = ${schoolId} and sections.term_id = ${termId}
        and own.school_id = current_school() and own.section_id = sections.id
      returning own.section_id as id, own.user_id as other_id`,
  )
  await noteRows(db, { schoolId, promotionId, partId: null }, 'CLEARED', [
    { table: 'section_teachers', ids: cleared.map((row) => row.id), otherIds: cleared.map((row) => row.otherId) },
  ])
}

async function orderedAlready({ db, schoolId }: Ordering, [id = 0]: readonly number[]): Promise<Promotion> {
  const batch = await lockPromotion(db, schoolId, id)
  if (!batch) throw notFound()
  return batch
}
