/** The tabs of the tab Leaving Certificate. */
export type CertificatePart = 'list' | 'generate' | 'format'

export interface CertificatePlace {
  part?: CertificatePart
  /** Generate LC: for this student. */
  student?: string
  /** LC Format: this format, or 'new'. */
  format?: string
  /** A new format starts from this ready-made one. */
  ready?: string
}

/** Where the tab Leaving Certificate of the Students screen is, and a place inside it. */
export function certificatesAddress(inside: CertificatePlace = {}): string {
  return `/students?${new URLSearchParams({ tab: 'certificates', ...inside })}`
}

/** The way back from an open format. */
export const formatsPlace = { to: certificatesAddress({ part: 'format' }), label: 'Formats' }
