import { type RawBuilder, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Paise } from '#shared/money.ts'
import type { ChosenLedger } from '../ledgers.rules.ts'
import type { VoucherSource } from './vouchers.rules.ts'

/**
 * Expression: the export that has the voucher of a row, null when none has, or when the last one cancelled it. Exports
 * count whose document is made.
 */
export function exportOf(schoolId: number, source: VoucherSource, id: string): RawBuilder<number | null> {
  return sql<number | null>`(
    select case when voucher.cancelled then null else voucher.export_id end
    from accounting_vouchers voucher
    join accounting_exports made on made.school_id = current_school() and made.id = voucher.export_id
    join document_jobs job on job.school_id = current_school() and job.id = made.job_id
    where voucher.school_id = ${schoolId} and voucher.source = ${sql.lit(source)} and voucher.source_id = ${sql.ref(id)}
      and job.state = 'DONE'
    order by voucher.export_id desc
    limit 1
  )`
}

/** Selects the exports of a school with their documents, the last first. */
export function exportRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('accountingExports as made')
    .innerJoin('documentJobs as job', (on) => onSameSchool(on, 'job.id', 'made.jobId'))
    .select(['made.id', 'made.jobId', 'made.firstDay', 'made.lastDay', 'made.onlyNew', 'made.vouchers', 'made.cancelled'])
    .select(['made.collected', 'made.refunded', 'made.spent', 'job.state', 'job.createdAt', 'job.createdBy', 'job.createdByName'])
    .where('made.schoolId', '=', schoolId)
    .orderBy('made.id', 'desc')
}

/** Selects the exports that are not made yet. */
export function openExports(db: Db | Tx, schoolId: number) {
  return exportRows(db, schoolId).where('job.state', 'in', ['QUEUED', 'RUNNING'])
}

/** Locks the school against a second export at the same time. */
export async function lockExports(db: Tx, schoolId: number): Promise<void> {
  await db.selectFrom('schools').select('id').where('id', '=', schoolId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Selects the ledger names that the school has chosen. */
export function chosenLedgers(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('accountingLedgers')
    .select(['kind', 'key', 'name'])
    .where('schoolId', '=', schoolId)
    .$castTo<ChosenLedger>()
}

/** Selects the kinds of ledgers that the school has chosen a name for. */
export function chosenKinds(db: Db | Tx, schoolId: number) {
  return db.selectFrom('accountingLedgers').select('kind').where('schoolId', '=', schoolId)
}

/** Replaces the ledger names that the school has chosen. */
export async function replaceLedgers(db: Tx, schoolId: number, ledgers: readonly ChosenLedger[]): Promise<void> {
  await db.deleteFrom('accountingLedgers').where('schoolId', '=', schoolId).execute()
  if (ledgers.length > 0)
    await db
      .insertInto('accountingLedgers')
      .values(ledgers.map(({ kind, key, name }) => ({ schoolId, kind, key, name })))
      .execute()
}

/** The contents of an export, as its row stores them. */
export interface ExportContents {
  vouchers: number
  cancelled: number
  collected: Paise
  refunded: Paise
  spent: Paise
}

/** Selects the id of a document's export. */
export function exportOfJob(db: Tx, schoolId: number, jobId: number) {
  return db.selectFrom('accountingExports').select('id').where('schoolId', '=', schoolId).where('jobId', '=', jobId)
}

/** Records the vouchers of an export in place of those of an interrupted run. */
export async function recordVouchers(
  db: Tx,
  schoolId: number,
  exportId: number,
  vouchers: readonly { source: VoucherSource; id: number; cancelled: boolean }[],
  contents: ExportContents,
): Promise<void> {
  await db.deleteFrom('accountingVouchers').where('schoolId', '=', schoolId).where('exportId', '=', exportId).execute()
  for (const group of Map.groupBy(vouchers, ({ source, cancelled }) => `${source} ${cancelled}`).values()) {
    const [first] = group
    if (!first) continue
    const ids = group.map(({ id }) => id)
    await sql`
      insert into accounting_vouchers (school_id, export_id, source, source_id, cancelled)
      select ${schoolId}, ${exportId}, ${first.source}, id, ${first.cancelled} from unnest(${ids}::bigint[]) id
      returning school_id
    `.execute(db)
  }
  await db
    .updateTable('accountingExports')
    .set({ ...contents })
    .where('schoolId', '=', schoolId)
    .where('id', '=', exportId)
    .execute()
}
