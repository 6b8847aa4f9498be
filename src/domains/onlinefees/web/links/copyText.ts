import { showSuccess } from '#ui/snackbars.tsx'

/**
 * Puts a text on the clipboard and says so. False where the browser does not let it, as without a secure connection: the caller
 * then shows the text.
 */
export async function copyText(text: string, said: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    return false
  }
  showSuccess(said)
  return true
}
