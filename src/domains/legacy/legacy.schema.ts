import { z } from 'zod'
import { id, requestKey, requiredText, uploadId } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/** An uploaded file to import in the background. */
export const legacyImportOrder = z.object({
  key: requestKey,
  fileId: uploadId.pipe(z.uuid({ error: () => t`This upload is not there any more. Please choose the file again.` })),
  fileName: requiredText(200),
})

export const legacyImportId = z.object({ id })
