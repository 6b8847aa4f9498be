import { sql } from 'kysely'
import { command, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { type Day, schoolDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { composeForViewer, orderBatch, wakeSender } from '#domains/messaging/server/messaging.exports.ts'
import { caseClose, caseLookAgain, caseMessage, caseNote, caseOwner } from '../attention.schema.ts'
import { attentionActions } from './attention.permissions.ts'
import type { CaseDetails } from './cases.queries.ts'
import { caseById, type CaseRow, entriesOfCase, lockCase, possibleOwners } from './cases.sql.ts'

/** The audience of chosen students (specification, section 9). */
const chosenStudents = 2

type Running = Pick<CommandContext<unknown, CaseRow>, 'db' | 'viewer' | 'school' | 'schoolId'>

/** Reads a case with all that its page shows. */
async function detailsOf({ db, viewer, school, schoolId }: Running, id: number): Promise<CaseDetails> {
  const row = await caseById(db, { viewer, school }, id).executeTakeFirst()
  if (!row) throw notFound()
  const entries = await entriesOfCase(db, schoolId, id).execute()
  return { ...row, entries, owners: await possibleOwners(db, schoolId, id).execute() }
}

const load = ({ db, viewer, school, input: { id } }: Running & { input: { id: number } }) => lockCase(db, { viewer, school }, id)

/**
 * Records a call or a note of a case. A day to look again replaces the one before; without one the case stays where it
 * is. The same key with the same input returns the case. FORBIDDEN for a closed case.
 */
export const addCaseNote = command<typeof caseNote, CaseRow, CaseDetails>({
  action: attentionActions.note,
  input: caseNote,
  load,
  run: (running) => {
    const { db, viewer, schoolId, row, input } = running
    const { id, kind, day, person, said, agreed, lookAgainOn = null } = input
    return runOncePerKey(
      running,
      attentionActions.note.name,
      input,
      async () => {
        await addEntry(db, running, { kind, day, person: kind === 'CALL' ? person : '', said, agreed, lookAgainOn })
        if (lookAgainOn !== null) await setLookAgain(db, schoolId, row.id, lookAgainOn)
        return { result: await detailsOf(running, id), ids: [id], fields: ['kind', 'said', 'agreed', 'lookAgainOn'] }
      },
      () => detailsOf({ db, viewer, school: running.school, schoolId }, id),
    )
  },
})

interface NewEntry {
  kind: 'CALL' | 'NOTE' | 'MESSAGE'
  day: Day
  person?: string
  said?: string
  agreed?: string
  lookAgainOn?: Day | null
  batchId?: number
}

async function addEntry(
  db: Tx,
  { viewer, schoolId, row }: Pick<CommandContext<unknown, CaseRow>, 'viewer' | 'schoolId' | 'row'>,
  entry: NewEntry,
): Promise<void> {
  await db
    .insertInto('attentionEntries')
    .values({
      schoolId,
      caseId: row.id,
      studentId: row.studentId,
      ...entry,
      writtenBy: viewer.subject,
      writtenByName: viewer.name,
    })
    .execute()
}

async function setLookAgain(db: Tx, schoolId: number, id: number, lookAgainOn: Day | null): Promise<void> {
  await db.updateTable('attentionCases').set({ lookAgainOn }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
}

/** Gives a case to somebody, or to nobody. BAD_INPUT on `ownerId` for somebody who may not have it. */
export const setCaseOwner = command<typeof caseOwner, CaseRow, CaseDetails>({
  action: attentionActions.assign,
  input: caseOwner,
  load,
  run: async (running) => {
    const { db, schoolId, input } = running
    const { id, ownerId = null } = input
    if (ownerId !== null) {
      const owners = await possibleOwners(db, schoolId, id).execute()
      if (!owners.some((owner) => owner.id === ownerId)) {
        const message = t`This person cannot have the case. Choose again.`
        throw new Refusal('BAD_INPUT', message, [{ path: 'ownerId', message }])
      }
    }
    await db.updateTable('attentionCases').set({ ownerId }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: await detailsOf(running, id), ids: [id], fields: ['ownerId'] }
  },
})

/** Lets a case wait until a day, or brings it back to the board. */
export const setCaseLookAgain = command<typeof caseLookAgain, CaseRow, CaseDetails>({
  action: attentionActions.lookAgain,
  input: caseLookAgain,
  load,
  run: async (running) => {
    const { id, lookAgainOn = null } = running.input
    await setLookAgain(running.db, running.schoolId, id, lookAgainOn)
    return { result: await detailsOf(running, id), ids: [id], fields: ['lookAgainOn'] }
  },
})

/**
 * Closes a case with a reason. Its reasons stand on, so that a rule finds the child again only after the figure was
 * good meanwhile. FORBIDDEN for a case that is closed already.
 */
export const closeCase = command<typeof caseClose, CaseRow, CaseDetails>({
  action: attentionActions.close,
  input: caseClose,
  load,
  run: async (running) => {
    const { db, viewer, schoolId, row, input } = running
    const today = schoolDay(new Date())
    await db
      .updateTable('attentionCases')
      .set({
        closedOn: today < row.openedOn ? row.openedOn : today,
        closedAt: sql`now()`,
        closedBy: viewer.subject,
        closedByName: viewer.name,
        closeReason: input.reason,
        lookAgainOn: null,
      })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    return { result: await detailsOf(running, row.id), ids: [row.id], fields: ['closedOn', 'closeReason'] }
  },
})

/**
 * Queues exactly the previewed notice to the family of a case and keeps it in the case. Refuses as sending a notice
 * anywhere does: CONFLICT on `token` when the preview would differ now. The same key with the same input returns the
 * case.
 */
export const sendCaseMessage = command<typeof caseMessage, CaseRow, CaseDetails>({
  action: attentionActions.write,
  input: caseMessage,
  load,
  run: (running) => {
    const { call, row, input } = running
    const { id, templateId, text, otherTexts, token } = input
    return runOncePerKey(
      running,
      attentionActions.write.name,
      input,
      async () => {
        const notice = { kind: 'NOTICE' as const, audience: chosenStudents, sectionIds: [], studentIds: [row.studentId] }
        const batch = await composeForViewer({ ...running, input: { ...notice, templateId, text, otherTexts } })
        const batchId = await orderBatch(running, batch, {
          ...notice,
          text: [text, ...otherTexts.map((other) => other.text)].filter(Boolean).join('\n'),
          token,
        })
        await addEntry(running.db, running, { kind: 'MESSAGE', day: schoolDay(new Date()), batchId })
        return {
          result: await detailsOf(running, id),
          ids: [id, batchId],
          fields: ['message'],
          afterCommit: () => wakeSender(call.database),
        }
      },
      () => detailsOf(running, id),
    )
  },
})
