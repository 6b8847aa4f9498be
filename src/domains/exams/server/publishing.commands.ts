import type { z } from 'zod'
import { command, type CommandContext, query } from '#platform/command.ts'
import { newPaperToken } from '#platform/http/paperPage.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { showMoment } from '#shared/dates.ts'
import { plural, t } from '#shared/texts.ts'
import { readNotReadyReason } from '#domains/messaging/server/messaging.exports.ts'
import { publicationChoice, publicationsChoice, publishForm, withdrawForm } from '../publishing.schema.ts'
import { periodResult } from '../results.rules.ts'
import { publishingActions } from './publishing.permissions.ts'
import {
  type CardRow,
  lockPublication,
  type PublicationRow,
  selectPublications,
  selectPublishedCards,
  storeCards,
} from './publishing.sql.ts'
import { selectSupplementaryStudents } from './reexamination.sql.ts'
import { type ComputedResult, computeResults, readSection } from './results.queries.ts'
import { type AssessedSection, selectAssessedSections } from './results.sql.ts'
import { lockSubjects } from './scores.sql.ts'
import { sectionCards } from './sectionCards.ts'

type Publishing = CommandContext<z.output<typeof publishForm>, AssessedSection>

/**
 * Publishes the results of a section in a part, or of the year: computes them and stores a report card for each
 * student, which later changes of scores, scheme, names and remarks do not touch. A supplementary publication has cards
 * of students who were examined again, and stands beside that of their section.
 * @throws Refusal BAD_INPUT on `part` for one that the scheme does not have; on `incomplete` when scores are missing
 *   and it is not said what becomes of their students; on `sectionId` without a student who gets a card; on
 *   `tellFamilies` where the school cannot send messages about results
 * @throws Refusal CONFLICT when the results are published already
 */
export const publishResults = command<typeof publishForm, AssessedSection, PublicationRow>({
  action: publishingActions.publish,
  input: publishForm,
  load: async ({ read, db, viewer, schoolId, input }) => {
    const [[section]] = await read(selectAssessedSections(db, viewer, schoolId, { sectionId: input.sectionId }))
    return section
  },
  conflicts: {
    result_publications_live: {
      path: 'part',
      get message() {
        return t`These results are published already. Withdraw them first.`
      },
    },
  },
  // The attendance of a section is read student by student.
  statementTimeoutMs: 60_000,
  run: (running) => {
    const { db, viewer, schoolId, input } = running
    const publication = (id: number) => selectPublications(db, viewer, schoolId, { id })
    const answer = async (id: number) => {
      const [[row]] = await running.read(publication(id))
      if (!row) throw notFound()
      return row
    }
    return runOncePerKey(
      running,
      publishingActions.publish.name,
      input,
      async () => {
        const id = await publish(running)
        return { result: await answer(id), ids: [id], fields: ['cards'] }
      },
      ([id = 0]) => answer(id),
    )
  },
})

async function publish(running: Publishing): Promise<number> {
  const { db, read, viewer, schoolId, input, row } = running
  const part = input.part ?? ''
  if (input.tellFamilies) await requireMessages(running)
  // Whoever is entering a score finishes first, and nobody enters another until the cards are stored.
  await read(await subjectsOf(running))
  const source = await readSection(running, input.sectionId)
  const { section, scheme } = source
  if (input.part !== null && !scheme.parts.some(({ name }) => name === part))
    throw badInput('part', t`“${part}” is no part of this scheme`)
  const published = await livePublication(running, part)
  const hasCard = input.supplementary ? await supplementaryStudents(running, published) : new Set<number>()
  if (published && !input.supplementary) refusePublished(published)
  const results = computeResults(source)
  const incomplete = results.filter(({ result }) => periodResult(result, input.part).outcome === 'INCOMPLETE')
  if (!input.supplementary) refuseUnsaidIncomplete(incomplete, input.incomplete)
  const isLeftOut = (result: ComputedResult) => input.incomplete === 'LEAVE_OUT' && incomplete.includes(result)
  const carded = results.filter((computed) =>
    input.supplementary ? computed.result.reexamined.length > 0 && !hasCard.has(computed.studentId) : !isLeftOut(computed),
  )
  if (carded.length === 0)
    throw badInput(
      'sectionId',
      input.supplementary
        ? t`Nobody of this section has all second marks and no card yet`
        : t`No student of this section would get a card`,
    )
  const made = await sectionCards(running, source, results, carded, input)
  const cards = made.map((card) => ({ ...card, token: newPaperToken(schoolId) }))
  const { id } = await db
    .insertInto('resultPublications')
    .values({
      schoolId,
      termId: row.termId,
      sectionId: input.sectionId,
      part,
      schemeId: section.schemeId,
      visibleFrom: input.visibleFrom,
      cards: cards.length,
      leftOut: input.supplementary ? 0 : results.length - cards.length,
      supplementary: input.supplementary,
      messagesOrdered: input.tellFamilies,
      publishedBy: viewer.subject,
      publishedByName: viewer.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeCards(db, { schoolId, publicationId: id, termId: row.termId }, cards)
  return id
}

/** @throws Refusal BAD_INPUT on `tellFamilies` where the school cannot send messages about results */
async function requireMessages(running: Publishing): Promise<void> {
  const reason = await readNotReadyReason(running, 'RESULT')
  if (reason !== null) throw badInput('tellFamilies', reason)
}

/** Returns the statement that locks the subjects of the section's class. */
async function subjectsOf({ db, schoolId, row }: Publishing) {
  const subjects = await db
    .selectFrom('assessedSubjects')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('classId', '=', row.classId)
    .execute()
  return lockSubjects(
    db,
    schoolId,
    subjects.map(({ id }) => id),
  )
}

/** Returns the publication of the section in a part that stands, without supplementary ones. */
async function livePublication(
  { db, read, viewer, schoolId, input, row }: Publishing,
  part: string,
): Promise<PublicationRow | undefined> {
  const [publications] = await read(selectPublications(db, viewer, schoolId, { termId: row.termId, sectionId: input.sectionId }))
  return publications.find((each) => each.part === part && each.withdrawnAt === null && !each.supplementary)
}

/**
 * Returns who has a supplementary card already.
 * @throws Refusal BAD_INPUT on `part` for a part; CONFLICT before the results of the year are published
 */
async function supplementaryStudents(
  { db, read, schoolId, input, row }: Publishing,
  published: PublicationRow | undefined,
): Promise<Set<number>> {
  if (input.part !== null) throw badInput('part', t`Students are examined again for the year`)
  if (!published) throw new Refusal('CONFLICT', t`Publish the results of the year first.`)
  const [students] = await read(selectSupplementaryStudents(db, schoolId, { termId: row.termId, sectionId: input.sectionId }))
  return new Set(students.map(({ studentId }) => studentId))
}

function refusePublished(published: PublicationRow): never {
  const [by, at] = [published.publishedByName, showMoment(published.publishedAt)]
  throw new Refusal('CONFLICT', t`${by} has published these results on ${at}. Withdraw them first.`)
}

/** @throws Refusal BAD_INPUT on `incomplete` if students miss scores and the input does not choose what they get */
function refuseUnsaidIncomplete(students: readonly ComputedResult[], choice: string | null): void {
  if (choice !== null || students.length === 0) return
  const names = students
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')
  const count = students.length
  throw badInput(
    'incomplete',
    t`${plural(count, { one: 'Scores of # student are missing', other: 'Scores of # students are missing' })}: ${names}. Publish without them, or with cards that say so.`,
  )
}

function badInput(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}

/** Withdraws published results, with the reason: families no longer see the cards. CONFLICT if they are withdrawn. */
export const withdrawResults = command<typeof withdrawForm, PublicationRow, PublicationRow>({
  action: publishingActions.withdraw,
  input: withdrawForm,
  load: lockPublication,
  run: async ({ db, read, viewer, schoolId, input: { id, reason } }) => {
    await db
      .updateTable('resultPublications')
      .set({
        withdrawnAt: new Date(),
        withdrawnBy: viewer.subject,
        withdrawnByName: viewer.name,
        withdrawReason: reason,
      })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    const [[row]] = await read(selectPublications(db, viewer, schoolId, { id }))
    if (!row) throw notFound()
    return { result: row, ids: [id], fields: ['withdrawn', 'reason'] }
  },
})

/** Returns the publications of a term, or of one section, the newest first, also those that were withdrawn. */
export const listPublications = query({
  action: publishingActions.view,
  input: publicationsChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<PublicationRow[]> =>
    (await read(selectPublications(db, viewer, schoolId, input)))[0],
})

/** Returns the cards of a publication by roll. NOT_FOUND for one that the viewer may not see. */
export const viewPublishedCards = query({
  action: publishingActions.view,
  input: publicationChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<CardRow[]> => {
    const [cards] = await read(selectPublishedCards(db, viewer, schoolId, input.id))
    if (cards.length === 0) throw notFound()
    return cards
  },
})
