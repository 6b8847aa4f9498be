/** Name of the IndexedDB database with the answers of earlier visits (keptAnswers.ts). */
export const databaseName = 'answers'

/** Entry of `localStorage` with the account and the build whose answers are kept. */
export const ownerKey = 'answersOf'

/** Deletes the answers of every account from this device. In a file of its own, because the sign-in page needs it. */
export function forgetKeptAnswers(): void {
  localStorage.removeItem(ownerKey)
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(databaseName)
}
