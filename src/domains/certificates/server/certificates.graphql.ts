import { builder, viewerCan } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { enumType, inputType } from '#platform/graphql/inputType.ts'
import { fileUrl } from '#platform/files/files.ts'
import { partOfOverview, StudentOverviewType } from '#domains/students/server/overview.exports.ts'
import { StudentHeadType } from '#domains/students/server/studentHead.exports.ts'
import {
  cancelForm,
  certificateState,
  certificatesView,
  draftView,
  duplicateForm,
  formatForm,
  formatSeen,
  issueForm,
  nextSerialForm,
  usualFormatForm,
} from '../certificates.schema.ts'
import { completeFields, type MissingPart, missingParts, picturesOf } from '../certificates.rules.ts'
import { fieldCatalogue } from '../fields.ts'
import type { FormatDoc } from '../format.schema.ts'
import type { ReadyFormat } from '../formats/build.ts'
import { readyFormats } from '../formats/readyFormats.ts'
import { publicUrl } from './certificateDocument.ts'
import {
  cancelCertificate,
  issueCertificate,
  issueDuplicate,
  listCertificates,
  listCertificatesOfStudent,
  viewCertificatesActions,
} from './certificates.commands.ts'
import { certificateActions, formatActions, type Serials } from './certificates.permissions.ts'
import type { CertificateRow } from './certificates.sql.ts'
import { type Draft, type DraftField, viewDraft } from './draft.queries.ts'
import { deleteFormat, listFormats, saveFormat, setUsualFormat } from './formats.commands.ts'
import type { FormatRow } from './formats.sql.ts'
import { setNextSerial, viewSerials } from './serials.commands.ts'

const FieldType = builder.objectRef<{ name: string; sr: number }>('CertificateFormatField').implement({
  description: 'A field that a format asks for, with its position.',
  fields: (t) => ({ name: t.exposeString('name'), sr: t.exposeInt('sr') }),
})

const PictureType = builder.objectRef<{ fileId: string; url: string }>('CertificatePicture').implement({
  description: 'A picture of a layout with its temporary address.',
  fields: (t) => ({ fileId: t.exposeID('fileId'), url: t.exposeString('url') }),
})

const MissingPartType = builder.objectRef<MissingPart>('CertificateMissingPart').implement({
  description: 'A part that every certificate must print and a layout lacks.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Such as `the serial number`.' }),
    field: t.exposeString('field', { description: 'The field that prints it.' }),
  }),
})

const formatCan = viewerCan<FormatRow, 'edit' | 'delete' | 'setUsual'>('CertificateFormat', {
  edit: formatActions.save,
  setUsual: formatActions.setUsual,
  delete: formatActions.delete,
})

const FormatType = builder.objectRef<FormatRow>('CertificateFormat').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    format: t.exposeString('format', { description: "The layout as the editor's JSON." }),
    fields: t.field({ type: [FieldType], resolve: (row) => row.fields }),
    version: t.exposeInt('version', { description: 'Increases with every change.' }),
    usual: t.exposeBoolean('usual', { description: 'True for the school’s usual format, which is preselected.' }),
    missing: t.field({
      type: [MissingPartType],
      description: 'The required parts that the layout lacks. With any missing, no certificate can be issued.',
      resolve: (row) => missingParts(JSON.parse(row.format) as FormatDoc),
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime' }),
    changedByName: t.exposeString('changedByName'),
    pictures: t.field({
      type: [PictureType],
      resolve: (row, _, call) =>
        picturesOf(JSON.parse(row.format) as FormatDoc).map((fileId) => ({
          fileId,
          url: fileUrl(call, row.schoolId, fileId, 'certificate-picture') ?? '',
        })),
    }),
    viewerCan: t.field({ type: formatCan.type, resolve: formatCan.resolve }),
  }),
})

const ReadyFormatType = builder.objectRef<ReadyFormat>('ReadyCertificateFormat').implement({
  description: 'A layout that comes with the product, to start from.',
  fields: (t) => ({
    key: t.exposeID('key'),
    name: t.exposeString('name'),
    format: t.string({ resolve: ({ format }) => JSON.stringify(format) }),
    fields: t.field({ type: [FieldType], resolve: ({ format }) => completeFields(format, []) }),
  }),
})

const KnownFieldType = builder.objectRef<(typeof fieldCatalogue)[number]>('CertificateField').implement({
  description: 'A field of the product’s catalogue.',
  fields: (t) => ({ name: t.exposeID('name'), label: t.exposeString('label'), group: t.exposeString('group') }),
})

const certificateCan = viewerCan<CertificateRow, 'download' | 'duplicate' | 'cancel'>('Certificate', {
  download: certificateActions.download,
  duplicate: certificateActions.duplicate,
  cancel: certificateActions.cancel,
})

const CertificateType = builder.objectRef<CertificateRow>('Certificate').implement({
  description: 'A leaving certificate that was issued: an original, or a duplicate with the number of its original.',
  fields: (t) => ({
    id: t.exposeID('id'),
    serial: t.exposeInt('serial'),
    copy: t.exposeInt('copy', { description: '0 is the original; its duplicates are counted from 1.' }),
    state: t.field({
      type: enumType('CertificateState', certificateState),
      resolve: ({ cancelledAt }) => (cancelledAt === null ? 'VALID' : 'CANCELLED'),
    }),
    studentId: t.exposeID('studentId'),
    studentName: t.exposeString('studentName'),
    registerNo: t.exposeString('registerNo'),
    sectionName: t.exposeString('sectionName'),
    formatName: t.exposeString('formatName'),
    issuedAt: t.expose('issuedAt', { type: 'DateTime' }),
    issuedByName: t.exposeString('issuedByName'),
    reason: t.exposeString('reason', { description: 'Why a duplicate was requested; empty for an original.' }),
    cancelledAt: t.expose('cancelledAt', { type: 'DateTime', nullable: true }),
    cancelledByName: t.exposeString('cancelledByName', { nullable: true }),
    cancelReason: t.exposeString('cancelReason', { nullable: true }),
    duplicates: t.exposeInt('duplicates', { description: 'Number of duplicates issued of this certificate.' }),
    url: t.string({
      description: 'The public page to which its QR code leads.',
      resolve: ({ token }, _, call) => publicUrl(call, token),
    }),
    viewerCan: t.field({ type: certificateCan.type, resolve: certificateCan.resolve }),
  }),
})

const CertificatePageType = builder.objectRef<{ rows: CertificateRow[]; total: number }>('CertificatePage').implement({
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of certificates on all pages.' }),
    rows: t.field({ type: [CertificateType], resolve: ({ rows }) => rows }),
  }),
})

const DraftFieldType = builder.objectRef<DraftField>('CertificateDraftField').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    label: t.exposeString('label'),
    value: t.exposeString('value'),
    known: t.exposeBoolean('known', { description: 'The value is known; otherwise the user is asked for it.' }),
    needed: t.exposeBoolean('needed', { description: 'The value must not be a dash.' }),
    fixed: t.exposeBoolean('fixed', { description: 'The server writes the value and ignores what is sent.' }),
  }),
})

const DuesType = builder.objectRef<Draft['dues'][number]>('CertificateDues').implement({
  description: 'The amount a student still owes for one term.',
  fields: (t) => ({ termName: t.exposeString('termName'), pending: t.expose('pending', { type: 'Paise' }) }),
})

const DraftType = builder.objectRef<Draft>('CertificateDraft').implement({
  description: 'A certificate before it is issued: the known values, and the fields to ask for.',
  fields: (t) => ({
    student: t.field({ type: StudentHeadType, resolve: (draft) => draft.student }),
    format: t.field({ type: FormatType, resolve: ({ format }) => format }),
    serial: t.exposeInt('serial', { description: 'The next serial at this moment.' }),
    standing: t.field({
      type: CertificateType,
      nullable: true,
      description: 'The valid original that the student has already.',
      resolve: ({ standing }) => standing,
    }),
    fields: t.field({ type: [DraftFieldType], resolve: ({ fields }) => fields }),
    dues: t.field({
      type: [DuesType],
      description: 'The student’s arrears by term, which never block a certificate. Empty without the fees module.',
      resolve: ({ dues }) => dues,
    }),
    pictures: t.field({ type: [PictureType], resolve: ({ pictures }) => pictures }),
    logoUrl: t.exposeString('logoUrl', { nullable: true }),
    signatureUrl: t.exposeString('signatureUrl', { nullable: true }),
    photoUrl: t.exposeString('photoUrl', { nullable: true }),
  }),
})

const serialsCan = viewerCan<Serials, 'setNext'>('CertificateSerials', { setNext: certificateActions.setNextSerial })

const SerialsType = builder.objectRef<Serials>('CertificateSerials').implement({
  description: 'The state of a school’s serial numbers.',
  fields: (t) => ({
    next: t.exposeInt('next', { description: 'The serial of the next certificate at this moment.' }),
    started: t.exposeBoolean('started', { description: 'True once a certificate has been issued.' }),
    viewerCan: t.field({ type: serialsCan.type, resolve: serialsCan.resolve }),
  }),
})

interface OfSchool {
  schoolId: number
}

const certificatesCan = viewerCan<OfSchool, 'view' | 'generate' | 'editFormat'>('Certificates', {
  view: certificateActions.list,
  generate: certificateActions.issue,
  editFormat: formatActions.save,
})

builder.objectFields(StudentOverviewType, (t) => ({
  certificates: t.field({
    type: [CertificateType],
    nullable: true,
    description: 'Newest first.',
    ...partOfOverview(listCertificatesOfStudent),
  }),
}))

builder.queryFields((t) => ({
  certificatesViewerCan: t.field({
    type: certificatesCan.type,
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) =>
      certificatesCan.resolve(await viewCertificatesActions(call, schoolId, {}), {}, call),
  }),
  certificateSerials: commandField(t, viewSerials, { type: SerialsType }),
  certificateFormats: commandField(t, listFormats, { type: [FormatType] }),
  readyFormats: t.field({
    type: [ReadyFormatType],
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => {
      await viewCertificatesActions(call, schoolId, {})
      return [...readyFormats]
    },
  }),
  certificateFields: t.field({
    type: [KnownFieldType],
    args: { schoolId: t.arg.id() },
    resolve: async (_, { schoolId }, call) => {
      await viewCertificatesActions(call, schoolId, {})
      return [...fieldCatalogue]
    },
  }),
  certificateDraft: commandField(t, viewDraft, { type: DraftType, input: inputType('CertificateDraftView', draftView) }),
  certificates: commandField(t, listCertificates, {
    type: CertificatePageType,
    input: inputType('CertificatesView', certificatesView),
  }),
}))

builder.mutationFields((t) => ({
  saveCertificateFormat: commandField(t, saveFormat, { type: FormatType, input: inputType('CertificateFormatForm', formatForm) }),
  deleteCertificateFormat: commandField(t, deleteFormat, {
    type: 'ID',
    description: 'Returns the id of the deleted format.',
    input: inputType('CertificateFormatSeen', formatSeen),
  }),
  setUsualCertificateFormat: commandField(t, setUsualFormat, {
    type: [FormatType],
    description: 'Returns all formats of the school.',
    input: inputType('CertificateUsualFormat', usualFormatForm),
  }),
  setNextSerial: commandField(t, setNextSerial, {
    type: SerialsType,
    description: 'Sets the first serial, to continue a paper register. Only before the first certificate is issued.',
    input: inputType('CertificateNextSerial', nextSerialForm),
  }),
  issueCertificate: commandField(t, issueCertificate, { type: CertificateType, input: inputType('CertificateIssue', issueForm) }),
  issueDuplicate: commandField(t, issueDuplicate, {
    type: CertificateType,
    input: inputType('CertificateDuplicate', duplicateForm),
  }),
  cancelCertificate: commandField(t, cancelCertificate, {
    type: CertificateType,
    input: inputType('CertificateCancellation', cancelForm),
  }),
}))
