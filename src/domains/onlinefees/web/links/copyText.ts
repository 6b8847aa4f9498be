import { showSuccess } from '#ui/snackbars.ts'

/**
 * Copies a text to the clipboard and shows `successMessage`. Returns false where the browser forbids it, for example
 * without a secure connection; then the caller shows the text.
 */
export async function copyText(text: string, successMessage: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return false
  }
  showSuccess(successMessage)
  return true
}
