import './snackbarStyles.ts'
import { closeSnackbar, enqueueSnackbar } from 'notistack'

/** Says that something worked, at the bottom left, in the specification's words. */
export function saySuccess(text: string): void {
  enqueueSnackbar(text, { variant: 'success' })
}

/** Says that something failed; errors stay longer, since they must be read. */
export function sayError(text: string): void {
  enqueueSnackbar(text, { variant: 'error', autoHideDuration: 10_000, preventDuplicate: true })
}

/** Says something that is neither success nor failure. */
export function sayInfo(text: string): void {
  enqueueSnackbar(text, { variant: 'info' })
}

/** Takes away what was said: on a phone it would lie over the buttons of a dialog that opens. */
export function dismissSnackbars(): void {
  closeSnackbar()
}
