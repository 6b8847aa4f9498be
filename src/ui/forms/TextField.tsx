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
  /** What stands before or after the value, such as '₹'. */
  slotProps?: MuiTextFieldProps['slotProps']
}

/** A line of text. With `type="number"` the form still holds what was typed; the schema turns it into a number (`z.coerce.number()`). */
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
      // A number field of the browser drops what it cannot read; a text field keeps it for the message.
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
  const given = slotProps?.htmlInput
  return typeof given === 'object' ? given : {}
}

/** Ten digits; a phone shows its number keys. */
export function PhoneField<Values extends FieldValues = FieldValues>(props: FieldProps<Values>) {
  return <TextField<Values> autoComplete="off" {...props} inputMode="tel" maxLength={16} />
}
