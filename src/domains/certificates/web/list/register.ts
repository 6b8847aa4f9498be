import type { Cell } from '#shared/csv.ts'
import { showMoment } from '#shared/dates.ts'
import type { CertificateRowFragment } from './certificateList.graphql.ts'

const header = [
  'Serial no.',
  'Copy',
  'State',
  'Student',
  'Register no.',
  'Class',
  'Format',
  'Issued at',
  'Issued by',
  'Reason of the duplicate',
  'Cancelled at',
  'Cancelled by',
  'Reason of the cancellation',
  'Public page',
]

/** Returns the issue register as a table: a header row, then a row per certificate. */
export function registerCells(rows: readonly CertificateRowFragment[]): Cell[][] {
  return [
    header,
    ...rows.map((row) => [
      row.serial,
      row.copy === 0 ? 'Original' : `Duplicate ${row.copy}`,
      stateOf(row),
      row.studentName,
      row.registerNo,
      row.sectionName,
      row.formatName,
      showMoment(row.issuedAt),
      row.issuedByName,
      row.reason,
      showMoment(row.cancelledAt),
      row.cancelledByName,
      row.cancelReason,
      row.url,
    ]),
  ]
}

/** The labels of a certificate's states. */
export const stateLabels = { VALID: 'Valid', DUPLICATE: 'Duplicate', CANCELLED: 'Cancelled' } as const

/** Returns the state of a certificate. */
export function stateOf({ state, copy }: Pick<CertificateRowFragment, 'state' | 'copy'>): 'CANCELLED' | 'DUPLICATE' | 'VALID' {
  if (state === 'CANCELLED') return 'CANCELLED'
  return copy > 0 ? 'DUPLICATE' : 'VALID'
}
