import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { LoadingState } from '../LoadingState.tsx'
import { RefusedNotice } from '../viewerCan/RefusedNotice.tsx'
import type { Permission } from '../viewerCan/useMay.ts'
import type { CommandForm as Command } from './useCommandForm.ts'

export interface CommandFormProps<Input extends FieldValues, Output extends FieldValues> {
  command: Command<Input, Output>
  submitLabel: string
  /** Fields; they lay themselves out in a grid of two columns, one on phones (`FormWide` takes the whole row). */
  children: ReactNode
  /** Shows a second button beside the submit. */
  onCancel?: (() => void) | undefined
  cancelLabel?: string
  /** Inside a dialog: the fields scroll, the buttons stay at the bottom. */
  inDialog?: boolean | undefined
  /** What cannot be undone: the safe button has the focus, and the submit looks like it. */
  destructive?: boolean
}

/** The form element of a `useCommandForm`: fields in a grid, what was refused, submit and cancel. */
export function CommandForm<Input extends FieldValues, Output extends FieldValues>(props: CommandFormProps<Input, Output>) {
  const { command, submitLabel, children, onCancel, cancelLabel = 'Cancel', inDialog, destructive = false } = props
  if (command.may?.allowed !== true) return <NoForm may={command.may} inDialog={inDialog} onCancel={onCancel} />
  const fields = (
    <>
      <FormGrid>{children}</FormGrid>
      {command.refusal && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {command.refusal}
        </Alert>
      )}
    </>
  )
  const cancel = onCancel && (
    <Button onClick={onCancel} disabled={command.saving} autoFocus={destructive}>
      {cancelLabel}
    </Button>
  )
  const submit = (
    <Button
      type="submit"
      variant="contained"
      color={destructive ? 'error' : 'primary'}
      loading={command.saving}
      // A field left by this very click says what is wrong with it and grows, and the click would land below the button.
      onMouseDown={(event) => event.preventDefault()}
      // Without it the open list of a choice would stay over the page; Enter in a field (no mouse, detail 0) leaves the focus there.
      onClick={(event) => event.detail > 0 && event.currentTarget.focus()}
    >
      {submitLabel}
    </Button>
  )
  return (
    <FormProvider {...command.form}>
      <Box
        component="form"
        data-mutation={command.mutation}
        noValidate
        onSubmit={command.submit}
        sx={inDialog ? { display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 } : { maxWidth: 880 }}
      >
        {inDialog ? <DialogContent>{fields}</DialogContent> : fields}
        {inDialog ? (
          <DialogActions>
            {cancel}
            {submit}
          </DialogActions>
        ) : (
          <Box sx={{ display: 'flex', gap: 1, mt: 3 }}>
            {submit}
            {cancel}
          </Box>
        )}
      </Box>
    </FormProvider>
  )
}

/** What stands in the place of the form: the server's reason where the form would be refused, or that the answer is on its way. */
function NoForm({
  may,
  inDialog,
  onCancel,
}: Pick<CommandFormProps<never, never>, 'inDialog' | 'onCancel'> & { may: Permission | undefined }) {
  const content = may ? <RefusedNotice reason={may.reason} /> : <LoadingState lines={4} />
  if (!inDialog) return content
  return (
    <>
      <DialogContent>{content}</DialogContent>
      <DialogActions>{onCancel && <Button onClick={onCancel}>Close</Button>}</DialogActions>
    </>
  )
}

/** Two columns of fields, one on phones. */
export function FormGrid({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        columnGap: 2,
        rowGap: 2,
        pt: 1,
        alignItems: 'start',
      }}
    >
      {children}
    </Box>
  )
}

/** Its child takes the whole row of a `FormGrid`. */
export function FormWide({ children }: { children: ReactNode }) {
  return <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>
}
