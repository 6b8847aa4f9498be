/** The parts of the tab Leaving Certificate. */
import { t } from '@lingui/core/macro'
export type CertificatePart = 'list' | 'generate' | 'format'

export interface CertificatesAddress {
  part?: CertificatePart
  /** The student to generate an LC for. */
  student?: string
  /** The format to open in LC Format, or 'new'. */
  format?: string
  /** The ready-made format that a new one starts from. */
  ready?: string
}

/** Returns the address of the tab Leaving Certificate, or of a place inside it. */
export function certificatesAddress(inside: CertificatesAddress = {}): string {
  return `/students?${new URLSearchParams({ tab: 'certificates', ...inside })}`
}

/** The link back from an open format. */
export const backToFormats = { to: certificatesAddress({ part: 'format' }), label: t`Formats` }
