import { randomUUID } from 'node:crypto'
import { layoutOf } from '../certificateFormats.ts'
import type { Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const platform = ['superadmin'] as const satisfies readonly Who[]

const layout = layoutOf('')
const issue = (extra: Extra, studentId: number) => ({
  input: {
    key: randomUUID(),
    formatId: extra.certificateFormat,
    formatVersion: 1,
    studentId,
    values: [{ name: 'studentName', value: 'Leaving' }],
    disableStudent: true,
  },
})
const duplicate = (id: Extra[string] | undefined) => ({ input: { key: randomUUID(), id, reason: 'Lost' } })
const cancel = (id: Extra[string] | undefined) => ({ input: { id, reason: 'Wrong name', enableStudent: true } })

/** Rights on leaving certificates (the office) and their layouts (SUPERADMIN). */
export const certificateExpectations: Readonly<Record<string, Expectation>> = {
  certificatesViewerCan: { who: office, noRow: true },
  certificateFormats: { who: office, noRow: true },
  readyFormats: { who: office, noRow: true },
  certificateFields: { who: office, noRow: true },
  certificates: { who: office, noRow: true, variables: () => ({ input: {} }) },
  certificateSerials: { who: office, noRow: true },
  setNextSerial: { who: office, notLimited: true, noRow: true, variables: () => ({ input: { next: 58 } }) },
  certificateDraft: {
    who: office,
    variables: ({ extra, student7A }) => ({ input: { formatId: extra.certificateFormat, studentId: student7A } }),
    outOfClass: ({ extra, student8A }) => ({ input: { formatId: extra.certificateFormat, studentId: student8A } }),
  },
  saveCertificateFormat: {
    who: platform,
    variables: ({ extra }) => ({
      input: { id: extra.certificateFormat, seen: 1, name: 'New', format: layout, fields: [] },
    }),
  },
  setUsualCertificateFormat: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.certificateFormat, usual: true } }),
  },
  deleteCertificateFormat: { who: platform, variables: ({ extra }) => ({ input: { id: extra.certificateFormat, seen: 1 } }) },
  issueCertificate: {
    who: office,
    variables: ({ extra, student7A }) => issue(extra, student7A),
    outOfClass: ({ extra, student8A }) => issue(extra, student8A),
  },
  issueDuplicate: {
    who: office,
    variables: ({ extra }) => duplicate(extra.certificate7),
    outOfClass: ({ extra }) => duplicate(extra.certificate8),
  },
  cancelCertificate: {
    who: office,
    variables: ({ extra }) => cancel(extra.certificate7),
    outOfClass: ({ extra }) => cancel(extra.certificate8),
  },
}
