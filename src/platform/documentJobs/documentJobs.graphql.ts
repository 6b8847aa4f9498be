import { builder, viewerCan } from '../graphql/builder.ts'
import { sayStored } from '../languages/storedTexts.ts'
import { commandField } from '../graphql/commandField.ts'
import { enumType, inputType } from '../graphql/inputType.ts'
import { fileUrl } from '../files/files.ts'
import {
  cancelDocument,
  documentKind,
  documentLink,
  documentMail,
  documentOfId,
  documentsOfKind,
  findDocument,
  listDocuments,
  mailDocument,
  openDocumentLink,
} from './documentJobs.commands.ts'
import { documentActions, isExpired, seesItsClasses } from './documentJobs.permissions.ts'
import { type DocumentFile, type DocumentJob, documentStates, mailStates } from './documentJobs.sql.ts'
import { documentFormats } from './makers.ts'

const documentCan = viewerCan<DocumentJob, 'read' | 'cancel' | 'mail'>('DocumentJob', {
  read: documentActions.read,
  cancel: documentActions.cancel,
  mail: documentActions.mail,
})
export const DocumentStateType = builder.enumType('DocumentState', { values: documentStates })
const MailStateType = builder.enumType('DocumentMailState', { values: mailStates })
const FormatType = builder.enumType('DocumentFormat', { values: documentFormats })

const FileType = builder.objectRef<DocumentFile & { schoolId: number }>('DocumentFile').implement({
  fields: (t) => ({
    format: t.field({ type: FormatType, resolve: (file) => file.format }),
    name: t.exposeString('name'),
    url: t.string({
      description: 'URL of the file, valid for some minutes.',
      resolve: ({ schoolId, fileId }, _, call) => fileUrl(call, schoolId, fileId, 'document') ?? '',
    }),
    size: t.int({ description: 'Bytes.', resolve: (file) => file.size }),
  }),
})

/** An order of a document. The orders of reports and ID cards return it too. */
export const DocumentJobType = builder.objectRef<DocumentJob>('DocumentJob').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    schoolId: t.exposeID('schoolId'),
    own: t.boolean({
      description: 'Whether the viewer ordered it.',
      resolve: (job, _, { viewer }) => job.createdBy === viewer?.subject,
    }),
    kind: t.field({ type: enumType('DocumentKind', documentKind), resolve: (job) => job.kind }),
    title: t.exposeString('title'),
    state: t.field({ type: DocumentStateType, resolve: (job) => job.state }),
    done: t.exposeInt('done'),
    total: t.exposeInt('total', { description: '0 while it is unknown.' }),
    failure: t.string({ nullable: true, resolve: (job) => job.failure && sayStored(job.failure) }),
    createdAt: t.field({ type: 'DateTime', resolve: (job) => job.createdAt }),
    createdByName: t.exposeString('createdByName'),
    finishedAt: t.field({ type: 'DateTime', nullable: true, resolve: (job) => job.finishedAt }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its files are removed.',
      resolve: (job) => job.expiresAt,
    }),
    email: t.exposeString('email', { nullable: true }),
    mailState: t.field({ type: MailStateType, nullable: true, resolve: (job) => job.mailState }),
    files: t.field({
      type: [FileType],
      description: 'Empty for a viewer who does not see all classes of the document.',
      resolve: (job, _, { viewer }) =>
        isExpired(job) || !viewer || !seesItsClasses(viewer, job)
          ? []
          : job.files.map((file) => ({ ...file, schoolId: job.schoolId })),
    }),
    params: t.string({ description: 'The order, as JSON.', resolve: (job) => JSON.stringify(job.params) }),
    viewerCan: t.field({ type: documentCan.type, resolve: documentCan.resolve }),
  }),
})

builder.queryFields((t) => ({
  documentJobs: commandField(t, listDocuments, { type: [DocumentJobType], input: inputType('DocumentsOfKind', documentsOfKind) }),
  documentJob: commandField(t, findDocument, { type: DocumentJobType, input: inputType('DocumentOfId', documentOfId) }),
}))

builder.mutationFields((t) => ({
  openDocumentLink: t.field({
    type: DocumentJobType,
    args: { input: t.arg({ type: inputType('DocumentLink', documentLink) }) },
    resolve: (_, { input }, call) => openDocumentLink(call, input),
  }),
  cancelDocument: commandField(t, cancelDocument, { type: DocumentJobType, input: inputType('DocumentOfId', documentOfId) }),
  mailDocument: commandField(t, mailDocument, { type: DocumentJobType, input: inputType('DocumentMail', documentMail) }),
}))
