import './snackbarStyles.ts'
import Button from '@mui/material/Button'
import { closeSnackbar, enqueueSnackbar } from 'notistack'

/** Where what was said leads: a button in the snackbar. */
export interface Way {
  label: string
  onClick: () => void
}

/** Says that something worked, at the bottom left, in the specification's words. With a way to follow it stays longer. */
export function saySuccess(text: string, way?: Way): void {
  if (!way) {
    enqueueSnackbar(text, { variant: 'success' })
    return
  }
  enqueueSnackbar(text, {
    variant: 'success',
    autoHideDuration: 10_000,
    action: (key) => (
      <Button
        color="inherit"
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
