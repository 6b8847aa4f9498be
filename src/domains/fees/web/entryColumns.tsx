import { showDay, showMoment } from '../../../shared/dates.ts'
import { inRupees, showMoney } from '../../../shared/money.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { StateChip } from '../../../ui/StateChip.tsx'
import { modeLabels } from '../receiptSheet.ts'
import { feeWords } from './counterWords.ts'
import type { EntryRowFragment } from './entries.graphql.ts'

export type EntryRow = EntryRowFragment

/** The fees a payment went to: `Tuition (APR), Library`. */
export const feeHeads = (row: EntryRow) => row.lines.map((line) => feeWords({ name: line.feeName, month: line.month })).join(', ')

const reference = (row: EntryRow) => row.chequeNo || row.txnId || row.onlineRef || ''

const receipt: Column<EntryRow> = {
  key: 'receipt',
  header: 'Receipt no.',
  value: (row) => row.receiptNumber,
  flex: 1.1,
  minWidth: 124,
}
const student: Column<EntryRow> = {
  key: 'student',
  header: 'Student',
  value: (row) => row.studentName,
  flex: 1.5,
  minWidth: 140,
  phone: 'title',
}
const section: Column<EntryRow> = {
  key: 'section',
  header: 'Section',
  value: (row) => row.sectionName,
  flex: 0.6,
  minWidth: 76,
  phone: 'none',
}
const registerNo: Column<EntryRow> = {
  key: 'registerNo',
  header: 'Register no.',
  value: (row) => row.registerNo,
  hidden: true,
  sortable: false,
  phone: 'none',
}
const heads: Column<EntryRow> = {
  key: 'heads',
  header: 'Fee heads',
  value: feeHeads,
  flex: 1.5,
  minWidth: 130,
  sortable: false,
  phone: 'none',
}
const mode: Column<EntryRow> = {
  key: 'mode',
  header: 'Mode',
  value: (row) => modeLabels[row.mode],
  flex: 0.6,
  minWidth: 76,
  sortable: false,
  phone: 'line',
}
const ref: Column<EntryRow> = {
  key: 'ref',
  header: 'Ref/cheque no.',
  value: reference,
  flex: 0.9,
  minWidth: 116,
  sortable: false,
  phone: 'none',
}
const amount: Column<EntryRow> = {
  key: 'amount',
  header: 'Amount',
  value: (row) => inRupees(row.amount),
  render: (row) => showMoney(row.amount),
  numeric: true,
  flex: 0.9,
  minWidth: 112,
  phone: 'line',
}
const date: Column<EntryRow> = {
  key: 'date',
  header: 'Date',
  value: (row) => showDay(row.collectedOn),
  flex: 0.9,
  minWidth: 108,
  phone: 'line',
}

/** What has been collected is green as PAID is; the word stays that of the payment. */
const state: Column<EntryRow> = {
  key: 'state',
  header: 'State',
  value: (row) => row.state,
  render: (row) => <StateChip state={row.state === 'COLLECTED' ? 'PAID' : row.state} label={row.state} />,
  flex: 0.9,
  minWidth: 112,
  sortable: false,
  phone: 'line',
}
const clerk: Column<EntryRow> = {
  key: 'clerk',
  header: 'Collected by',
  value: (row) => row.createdByName,
  flex: 1,
  minWidth: 110,
  sortable: false,
  phone: 'none',
}
const entered: Column<EntryRow> = {
  key: 'entered',
  header: 'Entered',
  value: (row) => showMoment(row.createdAt),
  hidden: true,
  sortable: false,
  minWidth: 160,
  phone: 'none',
}

export const entryColumns: readonly Column<EntryRow>[] = [
  receipt,
  date,
  student,
  section,
  registerNo,
  heads,
  mode,
  ref,
  amount,
  state,
  clerk,
  entered,
]

export const deletedColumns: readonly Column<EntryRow>[] = [
  { key: 'deletedAt', header: 'Deleted', value: (row) => showMoment(row.deletedAt), flex: 1.1, minWidth: 150, phone: 'line' },
  { ...receipt, sortable: false },
  { ...date, sortable: false, phone: 'none' },
  { ...student, sortable: false },
  { ...section, sortable: false },
  { ...registerNo },
  { ...mode, phone: 'none' },
  { ...ref, hidden: true },
  { ...amount, sortable: false },
  {
    key: 'deletedBy',
    header: 'Deleted by',
    value: (row) => row.deletedByName,
    flex: 1,
    minWidth: 110,
    sortable: false,
    phone: 'line',
  },
  { key: 'reason', header: 'Reason', value: (row) => row.deleteReason, flex: 1.4, minWidth: 130, sortable: false, phone: 'line' },
  { key: 'refundRef', header: 'Refund ref.', value: (row) => row.refundRef, hidden: true, sortable: false, phone: 'none' },
  { ...clerk, hidden: true },
]
