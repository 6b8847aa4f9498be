import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { text } from '#shared/inputs.ts'
import { type UploadPurpose, uploadPurposes, uploads } from '#shared/uploads.ts'
import { action, moduleDisabled, notAuthorized } from '../action.ts'
import { countInside } from '../auth/limits.ts'
import { command } from '../command.ts'
import { Refusal } from '../refusal.ts'
import { uploadSeconds, uploadToken } from './addresses.ts'

/** Of these only the super administrator has a use: a logo, files of the previous system (specification, section 6) and pictures in formats of certificates. */
const superAdminsOnly: readonly UploadPurpose[] = ['school-logo', 'certificate-picture', 'legacy-import']

/** What is sent with a message is for those who talk with each other. Other files are changed with the student, the user or the school they belong to. */
const requestAction = action<{ purpose: UploadPurpose }>('file.requestUpload', {
  roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'STUDENT'],
  rule: ({ viewer, school, row: { purpose } }) => {
    if (purpose === 'chat-attachment') return school.chat ? null : moduleDisabled
    const office = viewer.role === 'ADMIN' && !superAdminsOnly.includes(purpose)
    return office || viewer.role === 'SUPERADMIN' ? null : notAuthorized
  },
})

/** So many files one person may send with messages, in seconds and count: what is sent stays for a day where no message takes it. */
const mostAttachments = { window: 3600, max: 30 }

/** What is about to be sent. `size` is in bytes. */
export const uploadRequest = z.object({
  purpose: z.string().pipe(z.enum(uploadPurposes, 'This is not something that can be uploaded')),
  contentType: text(100),
  size: z.number().int('A whole number').min(1, 'Invalid file object'),
})

/** Where a file may be sent (PUT, within five minutes, once) and the id it will have. */
export interface UploadAddress {
  fileId: string
  url: string
}

/** Answers an address for one file of this type and size. BAD_INPUT when the type or size is not taken for the purpose, RATE_LIMITED. */
export const requestUpload = command({
  action: requestAction,
  input: uploadRequest,
  load: async ({ input }) => ({ purpose: input.purpose }),
  run: async ({ db, call, viewer, schoolId, input: { purpose, contentType, size } }) => {
    const { types, maxBytes } = uploads[purpose]
    if (!(types as readonly string[]).includes(contentType)) throw refused('contentType', `Please choose ${kinds(types)}.`)
    if (size > maxBytes) throw refused('size', `The file is too large: at most ${maxBytes / 1_000_000} MB.`)
    if (purpose === 'chat-attachment' && !(await countInside(db, `chat files of ${viewer.subject}`, mostAttachments)))
      throw new Refusal('RATE_LIMITED', `You have sent ${mostAttachments.max} files within an hour. Please send others later.`)
    const fileId = randomUUID()
    const expires = Math.floor(Date.now() / 1000) + uploadSeconds
    const grant = { schoolId, fileId, purpose, contentType, size, subject: viewer.subject, expires }
    const url = `/files/upload/${uploadToken(call.services.config.secretKey, grant)}`
    return { result: { fileId, url }, ids: [], fields: [purpose] }
  },
})

function refused(path: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path, message }])
}

function kinds(types: readonly string[]): string {
  if (types[0] === 'text/csv') return 'a CSV file or a spreadsheet (.xlsx)'
  if (types[0] === 'application/pdf') return 'a PDF file'
  return `a picture: PNG, JPEG or WebP${types.includes('application/pdf') ? ', or a PDF file' : ''}`
}
