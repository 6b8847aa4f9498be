import { action } from '#platform/action.ts'
import { t } from '#shared/texts.ts'

/** The columns of a certificate that the rules use. */
interface CertificateFactsOfRow {
  schoolId: number
  copy: number
  cancelledAt: Date | null
}

/** The state of a school's serial numbers. */
export interface Serials extends OfSchool {
  next: number
  /** True once a certificate has been issued. */
  started: boolean
}

interface OfSchool {
  schoolId: number
}

/** ADMIN and SUPERADMIN issue certificates; only SUPERADMIN changes layouts (specification 2, section 6). */
const office = { roles: ['SUPERADMIN', 'ADMIN'] } as const
const platform = { roles: ['SUPERADMIN'] } as const

export const certificateActions = {
  list: action<OfSchool | undefined>('certificate.list', office),
  draft: action<undefined>('certificate.draft', office),
  setNextSerial: action<Serials>('certificate.setNextSerial', {
    ...office,
    general: ({ viewer }) =>
      viewer.classIds === null ? null : t`You may see some of the classes only, and the numbers are those of the whole school.`,
    rule: ({ row }) =>
      row.started
        ? t`The school has issued certificates already. Their numbers continue without a gap and cannot be changed.`
        : null,
  }),
  issue: action<OfSchool | undefined>('certificate.issue', office),
  download: action<CertificateFactsOfRow>('certificate.download', office),
  duplicate: action<CertificateFactsOfRow>('certificate.duplicate', {
    ...office,
    rule: ({ row }) => {
      if (row.cancelledAt !== null) return t`This certificate was cancelled, so it cannot be duplicated.`
      return row.copy === 0 ? null : t`This is a duplicate itself. Issue duplicates of the original.`
    },
  }),
  cancel: action<CertificateFactsOfRow>('certificate.cancel', {
    ...office,
    rule: ({ row }) => (row.cancelledAt === null ? null : t`This certificate was cancelled already.`),
  }),
}

export const formatActions = {
  list: action<undefined>('certificateFormat.list', office),
  setUsual: action<OfSchool>('certificateFormat.setUsual', {
    ...office,
    general: ({ viewer }) =>
      viewer.classIds === null
        ? null
        : t`You may see some of the classes only, and the usual format is that of the whole school.`,
  }),
  save: action<OfSchool>('certificateFormat.save', platform),
  delete: action<OfSchool>('certificateFormat.delete', platform),
}
