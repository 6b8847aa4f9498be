import './snackbarStyles.ts'
import { SnackbarProvider } from 'notistack'
import type { ReactNode } from 'react'

/** Shows snackbars at the bottom left. */
export function SnackbarHost({ children }: { children?: ReactNode }) {
  return (
    <SnackbarProvider anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }} maxSnack={3} autoHideDuration={5_000}>
      {children}
    </SnackbarProvider>
  )
}
