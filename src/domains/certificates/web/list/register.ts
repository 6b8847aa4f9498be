import { t } from '@lingui/core/macro'
import type { Cell } from '#shared/csv.ts'
import { showMoment } from '#shared/dates.ts'
import type { CertificateRowFragment } from './certificateList.graphql.ts'

const header = [
  t`Serial no.`,
  t({ message: 'Copy', context: 'original or duplicate' }),
  t`State`,
  t`Student`,
  t`Register no.`,
  t`Class`,
  t`Format`,
  t`Issued at`,
  t`Issued by`,
  t`Reason of the duplicate`,
  t`Cancelled at`,
  t`Cancelled by`,
  t`Reason of the cancellation`,
  t`Public page`,
]

/** Returns the issue register as a table: a header row, then a row per certificate. */
export function registerCells(rows: readonly CertificateRowFragment[]): Cell[][] {
  return [
    header,
    ...rows.map((row) => [
      row.serial,
      row.copy === 0 ? t`Original` : t`Duplicate ${row.copy}`,
      stateLabels[stateOf(row)],
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
export const stateLabels = { VALID: t`Valid`, DUPLICATE: t`Duplicate`, CANCELLED: t`Cancelled` } as const

/** Returns the state of a certificate. */
export function stateOf({ state, copy }: Pick<CertificateRowFragment, 'state' | 'copy'>): 'CANCELLED' | 'DUPLICATE' | 'VALID' {
  if (state === 'CANCELLED') return 'CANCELLED'
  return copy > 0 ? 'DUPLICATE' : 'VALID'
}
