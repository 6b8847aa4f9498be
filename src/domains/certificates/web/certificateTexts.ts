/** Returns the error message for a format or a certificate (specification, section 8). */
export function formatFailureText(error: string): string {
  return `Something went wrong. Here\`s the error: ${error}`
}

/** The message after a format was stored (specification, section 8). */
export const formatSavedText = 'Formar Was Successfully Added/Updated!'

/** The message after a certificate was made (specification, section 8). */
export const generatedText = 'LC generated successfully. Please check your downloads.'
