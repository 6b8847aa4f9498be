import { z } from 'zod'
import { saidWhenRead } from '#shared/saidWhenRead.ts'
import { id, requestKey, requiredText, uploadId } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/** The most photos that one import stores: those of a large school, in two files. */
export const maxPhotos = 1000

/** What is wrong with a photo of a file, said at its name in the preview and by the server. */
export const photoMessages = saidWhenRead({
  unknown: (registerNo: string) => t`No student has the register no. ${registerNo}`,
  ambiguous: (registerNo: string) => t`Several students have the register no. ${registerNo}`,
  twice: (registerNo: string) => t`Several files are for the register no. ${registerNo}`,
  tooMany: () => t`At most ${maxPhotos} photos at once. Divide the file.`,
})

const registerNo = requiredText(30)

/** Register numbers whose students the preview of a file of photos shows. */
export const photoStudentsView = z.object({
  termId: id,
  registerNos: z.array(registerNo).max(maxPhotos, { error: () => photoMessages.tooMany }),
})

export const photoImport = z.object({
  key: requestKey,
  rows: z
    .array(z.object({ registerNo, photoFile: uploadId.min(1) }).meta({ graphql: 'PhotoImportRow' }))
    .min(1, { error: () => t`The file has no photos.` })
    .max(maxPhotos, { error: () => photoMessages.tooMany }),
})
