import MuiTextField, { type TextFieldProps as MuiTextFieldProps } from '@mui/material/TextField'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

export interface TextFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'password' | 'url' | 'number'
  autoComplete?: string
  autoFocus?: boolean
  multiline?: boolean
  minRows?: number
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  maxLength?: number
  /** Content before or after the value, such as '₹'. */
  slotProps?: MuiTextFieldProps['slotProps']
}

/**
 * A line of text. With `type="number"` the form still holds the typed text; the schema converts it
 * (`z.coerce.number()`).
 */
export function TextField<Values extends FieldValues = FieldValues>(props: TextFieldProps<Values>) {
  const { label, type = 'text', inputMode, maxLength, slotProps, required, disabled, ...rest } = props
  const { id, field, error, helperText } = useField<Values>(props)
  return (
    <MuiTextField
      {...rest}
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      id={id}
      label={label}
      // A browser's number field drops invalid input; a text field keeps it for the error message.
      type={type === 'number' ? 'text' : type}
      required={required ?? false}
      disabled={disabled ?? false}
      error={error}
      helperText={helperText}
      fullWidth
      slotProps={{
        ...slotProps,
        htmlInput: { inputMode: inputMode ?? (type === 'number' ? 'decimal' : undefined), maxLength, ...htmlInput(slotProps) },
      }}
    />
  )
}

function htmlInput(slotProps: MuiTextFieldProps['slotProps']): object {
  const inputProps = slotProps?.htmlInput
  return typeof inputProps === 'object' ? inputProps : {}
}

/** Phone field: ten digits, with the number keypad on phones. */
export function PhoneField<Values extends FieldValues = FieldValues>(props: FieldProps<Values>) {
  return <TextField<Values> autoComplete="off" {...props} inputMode="tel" maxLength={16} />
}
