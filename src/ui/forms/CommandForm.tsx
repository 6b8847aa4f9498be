import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { LoadingState } from '../LoadingState.tsx'
import { RefusedNotice } from '../viewerCan/RefusedNotice.tsx'
import type { Permission } from '../viewerCan/usePermission.ts'
import type { CommandForm as Command } from './useCommandForm.ts'
import styles from './CommandForm.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'

export interface CommandFormProps<Input extends FieldValues, Output extends FieldValues> {
  command: Command<Input, Output>
  submitLabel: string
  /** Fields, in a grid of two columns, one on phones. `FormWide` takes a whole row. */
  children: ReactNode
  /** Shows a cancel button. */
  onCancel?: (() => void) | undefined
  cancelLabel?: string
  /** True inside a dialog: the fields scroll, the buttons stay at the bottom. */
  inDialog?: boolean | undefined
  /** A button beside the refusal, such as one that confirms what the server asks about. */
  refusalAction?: ReactNode
  /** True for an action that cannot be undone: the cancel button has the focus, and the submit button is red. */
  destructive?: boolean
}

/** Form of a `useCommandForm`: fields in a grid, the refusal, submit and cancel. */
export function CommandForm<Input extends FieldValues, Output extends FieldValues>(props: CommandFormProps<Input, Output>) {
  const {
    command,
    submitLabel,
    children,
    onCancel,
    cancelLabel = t`Cancel`,
    refusalAction,
    inDialog,
    destructive = false,
  } = props
  if (command.may?.allowed !== true) return <NoForm may={command.may} inDialog={inDialog} onCancel={onCancel} />
  const fields = (
    <>
      <FormGrid>{children}</FormGrid>
      {command.refusal && (
        <Alert kind="error" className={styles.alert} action={refusalAction}>
          {command.refusal}
        </Alert>
      )}
    </>
  )
  const cancel = onCancel && (
    <Button variant="quiet" onClick={onCancel} disabled={command.saving} autoFocus={destructive}>
      {cancelLabel}
    </Button>
  )
  const submit = (
    <Button
      type="submit"
      variant="primary"
      danger={destructive}
      loading={command.saving}
      // Without this, the click blurs the field, its error message appears, and the click lands below the moved button.
      onMouseDown={(event) => event.preventDefault()}
      // Closes an open option list, which would stay over the page. Enter in a field (no mouse, detail 0) keeps the
      // focus there.
      onClick={(event) => event.detail > 0 && event.currentTarget.focus()}
    >
      {submitLabel}
    </Button>
  )
  return (
    <FormProvider {...command.form}>
      <form
        data-mutation={command.mutation}
        noValidate
        onSubmit={command.submit}
        className={inDialog ? styles.form : styles.pageForm}
      >
        {inDialog ? <DialogBody>{fields}</DialogBody> : fields}
        {inDialog ? (
          <DialogActions>
            {cancel}
            {submit}
          </DialogActions>
        ) : (
          <div className={styles.row}>
            {submit}
            {cancel}
          </div>
        )}
      </form>
    </FormProvider>
  )
}

/** Replaces the form while the permission loads, and by the server's reason where the form would be refused. */
function NoForm({
  may,
  inDialog,
  onCancel,
}: Pick<CommandFormProps<never, never>, 'inDialog' | 'onCancel'> & { may: Permission | undefined }) {
  const content = may ? <RefusedNotice reason={may.reason} /> : <LoadingState lines={4} />
  if (!inDialog) return content
  return (
    <>
      <DialogBody>{content}</DialogBody>
      <DialogActions>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Close</Trans>
          </Button>
        )}
      </DialogActions>
    </>
  )
}

/** Grid with two columns of fields, one on phones. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}

/** Makes its child take a whole row of a `FormGrid`. */
export function FormWide({ children }: { children: ReactNode }) {
  return <div className={styles.box}>{children}</div>
}
