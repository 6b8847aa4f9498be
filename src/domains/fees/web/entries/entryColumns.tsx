import { t } from '@lingui/core/macro'
import { showDay, showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { feeTitle } from '../../fees.rules.ts'
import { stateLabels } from '../stateLabels.ts'
import type { EntryRowFragment } from './entries.graphql.ts'

export type EntryRow = EntryRowFragment

/** Returns the titles of a payment's fees: `Tuition (APR), Library`. */
export const feeTitles = (row: EntryRow) =>
  row.lines.map((line) => feeTitle({ name: line.feeName, month: line.month })).join(', ')

const receipt: Column<EntryRow> = {
  key: 'receipt',
  header: t`Receipt no.`,
  value: (row) => row.receiptNumber,
  flex: 1.1,
  minWidth: 130,
  phone: 'none',
}
const date: Column<EntryRow> = {
  key: 'date',
  header: t`Date`,
  value: (row) => showDay(row.collectedOn),
  flex: 0.8,
  minWidth: 112,
  phone: 'none',
}
const student: Column<EntryRow> = {
  key: 'student',
  header: t`Student`,
  value: (row) => row.studentName,
  flex: 1.5,
  minWidth: 130,
  phone: 'title',
}
const section: Column<EntryRow> = {
  key: 'section',
  header: t`Class`,
  value: (row) => row.sectionName,
  flex: 0.4,
  minWidth: 68,
  phone: 'none',
}
const amount: Column<EntryRow> = {
  key: 'amount',
  header: t`Amount`,
  value: (row) => row.amount,
  money: true,
  render: (row) => showMoney(row.amount),
  numeric: true,
  flex: 0.8,
  minWidth: 112,
  phone: 'line',
}

const unsorted = { sortable: false, phone: 'none' } as const
/** Hidden until the user shows the column. */
const hiddenByDefault = { ...unsorted, hidden: true } as const

const registerNo: Column<EntryRow> = {
  key: 'registerNo',
  header: t`Register no.`,
  value: (row) => row.registerNo,
  ...hiddenByDefault,
}
const clerk: Column<EntryRow> = { key: 'clerk', header: t`Collected by`, value: (row) => row.createdByName, ...hiddenByDefault }
const mode: Column<EntryRow> = {
  key: 'mode',
  header: t`Mode, ref no.`,
  value: (row) => [paymentModes[row.mode].label, row.reference].filter(Boolean).join(' '),
  flex: 1.1,
  minWidth: 128,
  ...unsorted,
}

export const entryColumns: readonly Column<EntryRow>[] = [
  receipt,
  date,
  student,
  section,
  registerNo,
  { key: 'heads', header: t`Fees`, value: feeTitles, flex: 1.4, minWidth: 100, ...unsorted },
  mode,
  amount,
  {
    key: 'state',
    header: t`State`,
    value: (row) => stateLabels[row.state],
    // COLLECTED has the colour of PAID.
    render: (row) => <StateChip state={row.state === 'COLLECTED' ? 'PAID' : row.state} label={stateLabels[row.state]} />,
    flex: 0.8,
    minWidth: 116,
    sortable: false,
    phone: 'line',
  },
  clerk,
  { key: 'entered', header: t`Entered`, value: (row) => showMoment(row.createdAt), minWidth: 170, ...hiddenByDefault },
]

export const deletedColumns: readonly Column<EntryRow>[] = [
  {
    key: 'deletedAt',
    header: t({ message: 'Deleted', context: 'when' }),
    value: (row) => showMoment(row.deletedAt),
    flex: 1.1,
    minWidth: 164,
    phone: 'none',
  },
  { ...receipt, sortable: false, phone: 'line' },
  { ...date, ...hiddenByDefault },
  { ...student, sortable: false },
  { ...section, sortable: false },
  registerNo,
  { ...mode, hidden: true },
  { ...amount, sortable: false },
  { ...clerk, hidden: true },
  {
    key: 'deletedBy',
    header: t`Deleted by`,
    value: (row) => row.deletedByName,
    flex: 1,
    minWidth: 120,
    ...unsorted,
  },
  { key: 'reason', header: t`Reason`, value: (row) => row.deleteReason, flex: 2, minWidth: 160, sortable: false, phone: 'line' },
  { key: 'refundRef', header: t`Refund ref.`, value: (row) => row.refundRef, ...hiddenByDefault },
]
