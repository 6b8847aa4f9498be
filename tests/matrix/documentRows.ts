import type { Tx } from '#platform/database/connect.ts'
import { linkToken } from '#platform/documentJobs/mailLink.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/** Adds a finished document of the ADMIN's with its mail's link, and a queued one. */
export async function addDocuments(db: Tx, { id: schoolId, subjects }: TestSchool, secretKey: string): Promise<Extra> {
  const order = {
    schoolId,
    kind: 'REPORT',
    title: 'Report',
    params: '{}',
    createdBy: subjects.admin ?? '',
    createdByName: 'Admin',
  }
  const now = new Date()
  const done = await db
    .insertInto('documentJobs')
    .values({ ...order, state: 'DONE', finishedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const open = await db.insertInto('documentJobs').values(order).returning('id').executeTakeFirstOrThrow()
  return {
    documentDone: done.id,
    documentOpen: open.id,
    documentLink: linkToken(secretKey, { schoolId, id: done.id }),
  }
}
