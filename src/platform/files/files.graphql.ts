import { builder } from '../graphql/builder.ts'
import { commandField } from '../graphql/commandField.ts'
import { inputType } from '../graphql/inputType.ts'
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
