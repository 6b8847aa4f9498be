import QRCode from 'qrcode'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Call, query } from '../../../platform/command.ts'
import { pictureData } from '../../../platform/files/files.ts'
import type { PdfDocument } from '../../../platform/pdf/routes.ts'
import type { PdfContent } from '../../../platform/pdf/document.ts'
import { type School, schoolById } from '../../../platform/school.ts'
import { schoolDay, writeDay } from '../../../shared/dates.ts'
import { certificatePath, picturesOf, type Stamp } from '../certificates.rules.ts'
import { previewForm } from '../certificates.schema.ts'
import { certificateCss, certificatePage, type CertificatePaper, certificateSheet } from '../certificateSheet.ts'
import { isFixed, keptValue, knownValue } from '../fields.ts'
import type { FormatDoc } from '../format.schema.ts'
import { takeCertificate } from './certificates.commands.ts'
import { certificateActions } from './certificates.permissions.ts'
import type { CertificateContents } from './certificates.sql.ts'
import { readDraft } from './draft.queries.ts'

/** The PDF of a certificate that was issued: `{ certificateId }`. */
export const certificateDocument: PdfDocument = {
  name: 'leavingCertificate',
  make: async (call, schoolId, params) => {
    const row = await takeCertificate(call, schoolId, params)
    const name = `leaving-certificate-${row.serial}${row.copy > 0 ? `-duplicate-${row.copy}` : ''}`
    const values = new Map(Object.entries(JSON.parse(row.values) as Record<string, string>))
    return {
      title: `Leaving certificate ${row.serial}`,
      fileName: name,
      ...(await contentOf(call, row.schoolId, {
        format: JSON.parse(row.format) as FormatDoc,
        value: (field) => values.get(field) ?? '',
        photoFile: row.photoFile,
        qr: await codeOf(call, row),
        stamps: stampsOf(row),
        duplicateNote: row.copy > 0 ? `issued again on ${writeDay(schoolDay(row.issuedAt))}` : '',
      })),
    }
  },
}

const readPreview = query({
  action: certificateActions.draft,
  input: previewForm,
  run: async (reading) => {
    const { student, format, facts } = await readDraft(reading)
    const typed = new Map(reading.input.values.map(({ name, value }) => [name, keptValue(name, value)]))
    const value = (field: string) => {
      if (field === 'serialNo') return 'PREVIEW'
      // What is still empty shows which field belongs there.
      return (isFixed(field) ? '' : typed.get(field)) || knownValue(field, facts) || undefined
    }
    return { student, format: JSON.parse(format.format) as FormatDoc, value, schoolId: reading.schoolId }
  },
})

/** The PDF of what would be issued: `{ formatId, studentId, values }`. It takes no number and leads nowhere. */
export const certificatePreview: PdfDocument = {
  name: 'leavingCertificatePreview',
  make: async (call, schoolId, params) => {
    const { student, format, value, schoolId: id } = await readPreview(call, schoolId, params)
    return {
      title: 'Leaving certificate, preview',
      fileName: 'leaving-certificate-preview',
      ...(await contentOf(call, id, { format, value, photoFile: student.photoFile, qr: null, stamps: ['PREVIEW'] })),
    }
  },
}

type Given = Pick<CertificatePaper, 'format' | 'value' | 'qr' | 'stamps' | 'duplicateNote'> & { photoFile: string | null }

/** The renderer fetches nothing: every picture goes along. One that is not there any more is left out. */
async function contentOf(
  call: Call,
  schoolId: number,
  { photoFile, ...paper }: Given,
): Promise<Pick<PdfContent, 'page' | 'css' | 'body'>> {
  const school: Partial<School> = (await schoolById(call.database, schoolId)) ?? {}
  const data = (fileId: string | null | undefined) => pictureData(call, schoolId, fileId ?? null)
  const ids = picturesOf(paper.format)
  const [logoUrl, signatureUrl, photoUrl, ...pictures] = await Promise.all([
    ...[data(school.logoFile), data(school.signatureFile), data(photoFile)],
    ...ids.map((id) => data(id)),
  ])
  const inlined = new Map(ids.map((id, place) => [id, pictures[place] ?? undefined]))
  const sheet = certificateSheet({
    ...paper,
    picture: (fileId) => inlined.get(fileId),
    logoUrl: logoUrl ?? null,
    signatureUrl: signatureUrl ?? null,
    photoUrl: photoUrl ?? null,
  })
  return { page: certificatePage, css: certificateCss, body: renderToStaticMarkup(createElement('main', null, sheet)) }
}

function stampsOf({ copy, cancelledAt }: Pick<CertificateContents, 'copy' | 'cancelledAt'>): Stamp[] {
  return [...(copy > 0 ? (['DUPLICATE'] as const) : []), ...(cancelledAt !== null ? (['CANCELLED'] as const) : [])]
}

async function codeOf(call: Call, row: CertificateContents): Promise<CertificatePaper['qr']> {
  const svg = await QRCode.toString(publicUrl(call, row.token), { type: 'svg', margin: 0, errorCorrectionLevel: 'M' })
  const caption = `No. ${row.serial}, ${writeDay(schoolDay(row.issuedAt))}`
  return { url: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, caption }
}

/** The address of a certificate's public page. */
export function publicUrl(call: Pick<Call, 'services'>, token: string): string {
  return `${call.services.config.appUrl}${certificatePath(token)}`
}
