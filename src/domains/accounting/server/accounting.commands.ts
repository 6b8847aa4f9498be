import { z } from 'zod'
import { command } from '#platform/command.ts'
import { findOrderedDocument, orderDocument } from '#platform/documentJobs/orderDocument.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { showDay, showMoment } from '#shared/dates.ts'
import { id } from '#shared/inputs.ts'
import { sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { accountingExportOrder, accountingExportParams, accountingLedgersForm } from '../accounting.schema.ts'
import { type Ledger, nameLedgers } from '../ledgers.rules.ts'
import { accountingActions } from './accounting.permissions.ts'
import { countVouchers, ledgerRowKey, type LedgerRow, toLedgerRows } from './accounting.queries.ts'
import { exportOfJob, lockExports, openExports, recordVouchers, replaceLedgers } from './accounting.sql.ts'
import { ledgerSources, toSchoolLedgers } from './ledgers.sql.ts'
import { readRow } from './readRow.ts'
import { readMemo, sourceReaders } from './voucherSources.ts'
import { type ReductionRow, type Voucher, voucherAmount, type VoucherHead, voucherSources } from './vouchers.rules.ts'

/**
 * Orders an export of a range of days, which is made in the background. The same key orders it once. CONFLICT while
 * another export of the school is being made, because both would have the same new vouchers; BAD_INPUT on `end` when
 * there is nothing to export.
 */
export const orderAccountingExport = command({
  action: accountingActions.export,
  input: accountingExportOrder,
  run: (context) => {
    const { db, schoolId, input } = context
    const { key: _key, ...params } = input
    return runOncePerKey(
      context,
      'accounting.export',
      input,
      async () => {
        await lockExports(db, schoolId)
        const open = await openExports(db, schoolId).executeTakeFirst()
        if (open)
          throw new Refusal('CONFLICT', t`An export by ${open.createdByName} is being made. Please wait until it is ready.`)
        const { vouchers, exported, toCancel, lastExport } = await countVouchers(context, params)
        if (vouchers + toCancel === 0) throw badRange(t`There is nothing to export in these days.`)
        if (params.onlyNew && lastExport && vouchers + toCancel === exported)
          throw badRange(
            t`All vouchers of these days were exported already, last by ${lastExport.createdByName}, ${showMoment(lastExport.createdAt)}. Choose all of these days to export them again.`,
          )
        const title = `${t`Accounting Export`} · ${showDay(params.start)} – ${showDay(params.end)}`
        const job = await orderDocument(context, { kind: 'ACCOUNTING', title, params, email: null })
        const made = await db
          .insertInto('accountingExports')
          .values({ schoolId, jobId: job.id, firstDay: params.start, lastDay: params.end, onlyNew: params.onlyNew })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { result: job, ids: [job.id, made.id], fields: ['params'] }
      },
      (ids) => findOrderedDocument(context, ids),
    )
  },
})

function badRange(message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path: 'end', message }])
}

/** The contents of an export. */
export interface MadeExport {
  vouchers: Voucher[]
  cancelled: VoucherHead[]
  /** Discounts, concessions and write-offs that are in no voucher. */
  memo: ReductionRow[]
  /** The ledgers of the vouchers, to be created; empty when nobody asked for them. */
  ledgers: Ledger[]
  schoolName: string
}

const makingInput = z.object({ jobId: id, params: accountingExportParams })

/**
 * Reads the vouchers of an ordered export and records them. They count as exported once the document is made, so an
 * interrupted run reads the same vouchers again.
 */
export const makeAccountingExport = command<typeof makingInput, { id: number }, MadeExport>({
  action: accountingActions.make,
  input: makingInput,
  load: ({ db, schoolId, input }) => exportOfJob(db, schoolId, input.jobId).executeTakeFirst(),
  run: async ({ db, read, viewer, school, schoolId, row, input: { params } }) => {
    const context = { db, schoolId, viewer, start: params.start, end: params.end }
    const { uses, chosen } = toSchoolLedgers(await readRow(read(ledgerSources(db, schoolId))))
    const ledgers = nameLedgers(uses, chosen)
    const vouchers: Voucher[] = []
    const cancelled: VoucherHead[] = []
    for (const source of voucherSources) {
      const [booked, deleted] = [
        await sourceReaders[source].vouchers(context, ledgers),
        await sourceReaders[source].deleted(context),
      ]
      vouchers.push(...booked.filter(({ exportId }) => !params.onlyNew || exportId === null))
      cancelled.push(...deleted.filter(({ exportId }) => exportId !== null))
    }
    const sumOf = (source: Voucher['source']) =>
      sumMoney(vouchers.filter((voucher) => voucher.source === source).map(voucherAmount))
    await recordVouchers(
      db,
      schoolId,
      row.id,
      [
        ...vouchers.map((voucher) => ({ source: voucher.source, id: voucher.id, cancelled: false })),
        ...cancelled.map((voucher) => ({ source: voucher.source, id: voucher.id, cancelled: true })),
      ],
      {
        vouchers: vouchers.length,
        cancelled: cancelled.length,
        collected: sumOf('RECEIPT'),
        refunded: sumOf('REFUND'),
        spent: sumOf('EXPENSE'),
      },
    )
    const used = new Map(vouchers.flatMap(({ entries }) => entries.map(({ ledger }) => [ledger.name, ledger])))
    const result: MadeExport = {
      vouchers,
      cancelled,
      memo: await readMemo(context),
      ledgers: params.withLedgers ? [...used.values()] : [],
      schoolName: school.name,
    }
    return { result, ids: [row.id] }
  },
})

/**
 * Replaces the chosen names of all ledgers; an empty name is the default. A name of a fee category is that of the
 * categories of the same name in other terms too. BAD_INPUT for a ledger that does not exist.
 */
export const saveAccountingLedgers = command({
  action: accountingActions.saveLedgers,
  input: accountingLedgersForm,
  run: async ({ db, read, schoolId, input }) => {
    const { uses } = toSchoolLedgers(await readRow(read(ledgerSources(db, schoolId))))
    const groups = Map.groupBy(uses, ledgerRowKey)
    const chosen = input.ledgers.flatMap(({ kind, key, name }, place) => {
      const use = uses.find((candidate) => candidate.kind === kind && candidate.key === key)
      if (!use) throw unknownLedger(place)
      return name === '' ? [] : (groups.get(ledgerRowKey(use)) ?? []).map((member) => ({ kind, key: member.key, name }))
    })
    await replaceLedgers(db, schoolId, [...new Map(chosen.map((ledger) => [`${ledger.kind} ${ledger.key}`, ledger])).values()])
    const result: LedgerRow[] = toLedgerRows(toSchoolLedgers(await readRow(read(ledgerSources(db, schoolId)))))
    return { result, ids: [schoolId], fields: ['ledgers'] }
  },
})

function unknownLedger(place: number): Refusal {
  const message = t`This ledger is not there any more. Please load the page again.`
  return new Refusal('BAD_INPUT', message, [{ path: `ledgers.${place}.name`, message }])
}
