import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { type UploadPurpose, uploadPurposes, uploads } from '#shared/uploads.ts'
import { action, moduleDisabled, notAuthorized } from '../action.ts'
import { countInTransaction } from '../auth/requestCounter.ts'
import { command } from '../command.ts'
import { Refusal } from '../refusal.ts'
import { filesQuota, filesSize, requireRoom, requireUnsentRoom, unsentSize } from './filesUse.ts'
import { uploadSeconds, uploadToken } from './signedUrls.ts'

/**
 * Only the super administrator needs these: a logo, files of the previous system (specification, section 6) and
 * pictures in formats of certificates.
 */
const superAdminsOnly: readonly UploadPurpose[] = ['school-logo', 'certificate-picture', 'legacy-import']

/**
 * Chat attachments are for everybody who chats. Other files belong to a student, a user or the school, and are changed
 * with that record.
 */
const requestAction = action<{ purpose: UploadPurpose }>('file.requestUpload', {
  roles: ['SUPERADMIN', 'ADMIN', 'TEACHER', 'STUDENT'],
  rule: ({ viewer, school, row: { purpose } }) => {
    if (purpose === 'chat-attachment') return school.chat ? null : moduleDisabled()
    const mayAsOffice = viewer.role === 'ADMIN' && !superAdminsOnly.includes(purpose)
    return mayAsOffice || viewer.role === 'SUPERADMIN' ? null : notAuthorized()
  },
})

/**
 * Maximum number of chat attachments of one person: seconds and count. An attachment that no message takes is stored
 * for a day.
 */
const attachmentLimit = { window: 3600, max: 30 }

/** A planned upload; `size` is in bytes. */
export const uploadRequest = z.object({
  purpose: z.string().pipe(z.enum(uploadPurposes, { error: () => t`This is not something that can be uploaded` })),
  contentType: text(100),
  size: z
    .number()
    .int({ error: () => t`A whole number` })
    .min(1, { error: () => t`Invalid file object` }),
})

/** The URL of an upload (PUT, within five minutes, once) and the id of the file. */
export interface UploadAddress {
  fileId: string
  url: string
}

/**
 * Returns a URL for one file of this type and size. Throws BAD_INPUT when the purpose does not allow the type or size,
 * RATE_LIMITED, and CONFLICT when the school has no room for it, or the person has too many attachments without a
 * message.
 */
export const requestUpload = command({
  action: requestAction,
  input: uploadRequest,
  load: async ({ input }) => ({ purpose: input.purpose }),
  run: async ({ db, read, call, viewer, school, schoolId, input: { purpose, contentType, size } }) => {
    const { types, maxBytes } = uploads[purpose]
    if (!(types as readonly string[]).includes(contentType)) throw refused('contentType', wrongType(types))
    if (size > maxBytes) throw refused('size', t`The file is too large: at most ${maxBytes / 1_000_000} MB.`)
    if (purpose === 'chat-attachment' && !(await countInTransaction(db, `chat files of ${viewer.subject}`, attachmentLimit)))
      throw new Refusal('RATE_LIMITED', t`You have sent ${attachmentLimit.max} files within an hour. Please send others later.`)
    const [[taken], [unsent]] = await read(filesSize(db, schoolId), unsentSize(db, schoolId, viewer.subject))
    requireRoom({ used: taken?.used ?? 0, quota: filesQuota(call.services.config, school) }, size)
    if (purpose === 'chat-attachment') requireUnsentRoom(unsent?.used ?? 0, size)
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

function wrongType(types: readonly string[]): string {
  if (types[0] === 'text/csv') return t`Please choose a CSV file or a spreadsheet (.xlsx).`
  if (types[0] === 'application/pdf') return t`Please choose a PDF file.`
  return types.includes('application/pdf')
    ? t`Please choose a picture: PNG, JPEG or WebP, or a PDF file.`
    : t`Please choose a picture: PNG, JPEG or WebP.`
}
