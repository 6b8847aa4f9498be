import { SnackbarProvider } from 'notistack'
import type { ReactNode } from 'react'

/**
 * The snackbar library writes its styles into an element of this name, or makes one without the nonce, which the content
 * security policy then drops.
 */
function makeStyleElement(): void {
  if (document.getElementById('_goober')) return
  const element = document.createElement('style')
  element.id = '_goober'
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  if (nonce) element.nonce = nonce
  element.append(' ')
  document.head.append(element)
}

makeStyleElement()

/** Snackbars at the bottom left. */
export function SnackbarHost({ children }: { children?: ReactNode }) {
  return (
    <SnackbarProvider anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} maxSnack={3} autoHideDuration={5_000}>
      {children}
    </SnackbarProvider>
  )
}
