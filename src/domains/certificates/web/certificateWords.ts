/** The words for what failed at a format or a certificate (specification, section 8). */
export function formatFailure(error: string): string {
  return `Something went wrong. Here\`s the error: ${error}`
}

/** Said when a format was stored (specification, section 8). */
export const formatSaved = 'Formar Was Successfully Added/Updated!'

/** Said when a certificate was made (specification, section 8). */
export const generated = 'LC generated successfully. Please check your downloads.'
