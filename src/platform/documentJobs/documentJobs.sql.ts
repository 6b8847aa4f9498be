import type { Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { onSameSchool } from '../database/onSameSchool.ts'
import type { Db, Tx } from '../database/connect.ts'
import type { DocumentJobs } from '../database/schema.types.ts'
import type { DocumentFormat, DocumentKind } from './makers.ts'
import { currentSchool } from '../database/currentSchool.ts'

export const documentStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const
export const mailStates = ['WAITING', 'SENDING', 'SENT', 'FAILED'] as const

/** An order of a document, with its state and files. */
export interface DocumentJob extends Omit<Selectable<DocumentJobs>, 'kind' | 'state' | 'mailState' | 'params'> {
  kind: DocumentKind
  state: (typeof documentStates)[number]
  mailState: (typeof mailStates)[number] | null
  params: unknown
  files: readonly DocumentFile[]
}

export interface DocumentFile {
  format: DocumentFormat
  name: string
  fileId: string
  /** Bytes. */
  size: number
}

/** Selects jobs of a school with their files. An expired job has no files. */
export function selectJobs(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('documentJobs')
    .selectAll('documentJobs')
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('documentJobFiles')
          .innerJoin('files', (on) => onSameSchool(on, 'files.id', 'documentJobFiles.fileId'))
          .select(['documentJobFiles.format', 'documentJobFiles.name', 'documentJobFiles.fileId', 'files.size'])
          .where('documentJobFiles.schoolId', '=', currentSchool)
          .whereRef('documentJobFiles.jobId', '=', 'documentJobs.id')
          .orderBy('documentJobFiles.format'),
      ).as('files'),
    )
    .where('documentJobs.schoolId', '=', schoolId)
    .$castTo<DocumentJob>()
}

/** Locks a job until the transaction ends. */
export async function lockJob(db: Tx, schoolId: number, id: number): Promise<DocumentJob | undefined> {
  const locked = await db
    .selectFrom('documentJobs')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked && selectJobs(db, schoolId).where('documentJobs.id', '=', id).executeTakeFirst()
}
