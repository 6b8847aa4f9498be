import { action } from '#platform/action.ts'

/** What the rules of a certificate look at. */
interface CertificateFactsOfRow {
  schoolId: number
  copy: number
  cancelledAt: Date | null
}

/** How far a school's numbers are. */
export interface Serials extends OfSchool {
  next: number
  /** A certificate was issued already. */
  started: boolean
}

interface OfSchool {
  schoolId: number
}

/** Leaving certificates are ADMIN's and SUPERADMIN's; their layout is a SUPERADMIN's to change (specification 2, section 6). */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const
const platform = { roles: ['SUPERADMIN'] } as const

export const certificateActions = {
  list: action<OfSchool | undefined>('certificate.list', office),
  draft: action<undefined>('certificate.draft', office),
  setNextSerial: action<Serials>('certificate.setNextSerial', {
    ...office,
    general: ({ viewer }) =>
      viewer.classIds === null ? null : 'You may see some of the classes only, and the numbers are those of the whole school.',
    rule: ({ row }) =>
      row.started
        ? 'The school has issued certificates already: their numbers go on without a gap, and cannot start anew.'
        : null,
  }),
  issue: action<OfSchool | undefined>('certificate.issue', office),
  download: action<CertificateFactsOfRow>('certificate.download', office),
  duplicate: action<CertificateFactsOfRow>('certificate.duplicate', {
    ...office,
    rule: ({ row }) => {
      if (row.cancelledAt !== null) return 'This certificate was cancelled: there are no duplicates of it.'
      return row.copy === 0 ? null : 'This is a duplicate itself. Issue duplicates of the original.'
    },
  }),
  cancel: action<CertificateFactsOfRow>('certificate.cancel', {
    ...office,
    rule: ({ row }) => (row.cancelledAt === null ? null : 'This certificate was cancelled already.'),
  }),
}

export const formatActions = {
  list: action<undefined>('certificateFormat.list', office),
  setUsual: action<OfSchool>('certificateFormat.setUsual', {
    ...office,
    general: ({ viewer }) =>
      viewer.classIds === null ? null : 'You may see some of the classes only, and the usual format is that of the whole school.',
  }),
  save: action<OfSchool>('certificateFormat.save', platform),
  delete: action<OfSchool>('certificateFormat.delete', platform),
}
