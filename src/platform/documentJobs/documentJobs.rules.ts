/** Days for which the files of a document are kept. */
export const fileRetentionDays = 30

/** Maximum duration of the making of a document, in milliseconds. */
export const longestMakingMs = 15 * 60_000
