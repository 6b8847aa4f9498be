import './snackbarStyles.ts'
import { closeSnackbar, enqueueSnackbar } from 'notistack'
import { Button } from '#ui/kit/Button.tsx'

/** Button of a snackbar, such as a link to the new row. */
export interface SnackbarAction {
  label: string
  onClick: () => void
}

/** Shows a success message at the bottom left, in the specification's words. With an action it stays longer. */
export function showSuccess(text: string, way?: SnackbarAction): void {
  if (!way) {
    enqueueSnackbar(text, { variant: 'success' })
    return
  }
  enqueueSnackbar(text, {
    variant: 'success',
    autoHideDuration: 10_000,
    action: (key) => (
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          closeSnackbar(key)
          way.onClick()
        }}
      >
        {way.label}
      </Button>
    ),
  })
}

/** Shows an error message. It stays longer than others, because it must be read. */
export function showError(text: string): void {
  enqueueSnackbar(text, { variant: 'error', autoHideDuration: 10_000, preventDuplicate: true })
}

/** Shows a message that is neither success nor failure. */
export function showInfo(text: string): void {
  enqueueSnackbar(text, { variant: 'info' })
}

/** Closes all snackbars: on a phone they would cover the buttons of an opening dialog. */
export function dismissSnackbars(): void {
  closeSnackbar()
}
