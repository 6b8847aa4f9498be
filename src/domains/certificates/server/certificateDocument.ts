import { type Call, query } from '#platform/command.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { schoolDay, writeDay } from '#shared/dates.ts'
import { qrSvg } from '#shared/qrCode.ts'
import { certificatePath, type Stamp } from '../certificates.rules.ts'
import { previewForm } from '../certificates.schema.ts'
import type { CertificatePaper } from '../certificateSheet.ts'
import { isFixed, maskValue, prefilledValue } from '../fields.ts'
import type { FormatDoc } from '../format.schema.ts'
import { paperContent } from './certificatePaper.ts'
import { downloadCertificate } from './certificates.commands.ts'
import { certificateActions } from './certificates.permissions.ts'
import type { CertificateContents } from './certificates.sql.ts'
import { readDraft } from './draft.queries.ts'

/** The PDF of an issued certificate. Its params are `{ certificateId }`. */
export const certificateDocument: PdfDocument = {
  name: 'leavingCertificate',
  make: async (call, schoolId, params) => {
    const row = await downloadCertificate(call, schoolId, params)
    const name = `leaving-certificate-${row.serial}${row.copy > 0 ? `-duplicate-${row.copy}` : ''}`
    const values = new Map(Object.entries(JSON.parse(row.values) as Record<string, string>))
    return {
      title: `Leaving certificate ${row.serial}`,
      fileName: name,
      ...(await paperContent(call, row.schoolId, {
        format: JSON.parse(row.format) as FormatDoc,
        value: (field) => values.get(field) ?? '',
        photoFile: row.photoFile,
        signatureFile: row.signatureFile,
        qr: qrOf(call, row),
        stamps: stampsOf(row),
        issuedAgainOn: row.copy > 0 ? writeDay(schoolDay(row.issuedAt)) : '',
      })),
    }
  },
}

const readPreview = query({
  action: certificateActions.draft,
  input: previewForm,
  run: async (reading) => {
    const { student, format, facts } = await readDraft(reading)
    const typed = new Map(reading.input.values.map(({ name, value }) => [name, maskValue(name, value)]))
    const value = (field: string) => {
      if (field === 'serialNo') return 'PREVIEW'
      // An empty field shows its name.
      return (isFixed(field) ? '' : typed.get(field)) || prefilledValue(field, facts) || undefined
    }
    const { schoolId, school } = reading
    const [photoFile, signatureFile] = [student.photoFile, school.signatureFile]
    return { schoolId, paper: { format: JSON.parse(format.format) as FormatDoc, value, photoFile, signatureFile } }
  },
})

/** The PDF of a preview. Its params are `{ formatId, studentId, values }`. It takes no serial and has no QR code. */
export const certificatePreview: PdfDocument = {
  name: 'leavingCertificatePreview',
  make: async (call, schoolId, params) => {
    const { paper, schoolId: id } = await readPreview(call, schoolId, params)
    return {
      title: 'Leaving certificate, preview',
      fileName: 'leaving-certificate-preview',
      ...(await paperContent(call, id, { ...paper, qr: null, stamps: ['PREVIEW'] })),
    }
  },
}

function stampsOf({ copy, cancelledAt }: Pick<CertificateContents, 'copy' | 'cancelledAt'>): Stamp[] {
  return [...(copy > 0 ? (['DUPLICATE'] as const) : []), ...(cancelledAt !== null ? (['CANCELLED'] as const) : [])]
}

function qrOf(call: Call, row: CertificateContents): CertificatePaper['qr'] {
  const svg = qrSvg(publicUrl(call, row.token))
  const caption = `No. ${row.serial}, ${writeDay(schoolDay(row.issuedAt))}`
  return { url: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, caption }
}

/** Returns the address of a certificate's public page. */
export function publicUrl(call: Pick<Call, 'services'>, token: string): string {
  return `${call.services.config.appUrl}${certificatePath(token)}`
}
