import { builder } from '../graphql/builder.ts'
import { inputType } from '../graphql/input.ts'
import { requestUpload, type UploadAddress, uploadRequest } from './requestUpload.ts'

const UploadAddressType = builder.objectRef<UploadAddress>('UploadAddress').implement({
  description: 'Where one file may be sent with PUT, once, within five minutes.',
  fields: (t) => ({
    fileId: t.exposeID('fileId'),
    url: t.exposeString('url'),
  }),
})

builder.mutationField('requestUpload', (t) =>
  t.field({
    type: UploadAddressType,
    args: { schoolId: t.arg.id(), input: t.arg({ type: inputType('UploadRequest', uploadRequest) }) },
    resolve: (_, { schoolId, input }, call) => requestUpload(call, schoolId, input),
  }),
)
