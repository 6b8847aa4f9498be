import type { FilesUse } from '#shared/filesUse.ts'
import { builder } from '../graphql/builder.ts'
import { commandField } from '../graphql/commandField.ts'
import { inputType } from '../graphql/inputType.ts'
import { viewFilesUse } from './filesUse.ts'
import { requestUpload, type UploadAddress, uploadRequest } from './requestUpload.ts'

const UploadAddressType = builder.objectRef<UploadAddress>('UploadAddress').implement({
  description: 'A URL for one upload with PUT, valid for five minutes.',
  fields: (t) => ({
    fileId: t.exposeID('fileId'),
    url: t.exposeString('url'),
  }),
})

builder.mutationField('requestUpload', (t) =>
  commandField(t, requestUpload, { type: UploadAddressType, input: inputType('UploadRequest', uploadRequest) }),
)

export const FilesUseType = builder.objectRef<FilesUse>('FilesUse').implement({
  description: 'How much the files of a school take, and may take, in bytes.',
  fields: (t) => ({ used: t.exposeFloat('used'), quota: t.exposeFloat('quota') }),
})

builder.queryField('filesUse', (t) => commandField(t, viewFilesUse, { type: FilesUseType }))
