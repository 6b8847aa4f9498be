/** Returns the error message for a format or a certificate (specification, section 8). */
import { t } from '@lingui/core/macro'
export function formatFailureText(error: string): string {
  return t`Something went wrong. Here’s the error: ${error}`
}

/** The message after a format was stored (specification, section 8). */
export const formatSavedText = t`Format Was Successfully Added/Updated!`

/** The message after a certificate was made (specification, section 8). */
export const generatedText = t`LC generated successfully. Please check your downloads.`
