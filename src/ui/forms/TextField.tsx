import type { FieldValues } from 'react-hook-form'
import { TextArea, TextField as KitTextField } from '#ui/kit/TextField.tsx'
import { type FieldProps, useField } from './field.ts'

export interface TextFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'email' | 'password' | 'url' | 'number'
  autoComplete?: string
  autoFocus?: boolean
  /** Number of lines of a longer text, at least; the field grows with it. */
  lines?: number | undefined
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  maxLength?: number | undefined
  placeholder?: string
  /** Id of a `<datalist>` with suggestions. */
  list?: string
}

/**
 * A line of text, or with `lines` several. With `type="number"` the form still holds the typed text; the schema
 * converts it (`z.coerce.number()`).
 */
export function TextField<Values extends FieldValues = FieldValues>(props: TextFieldProps<Values>) {
  const { label, type = 'text', inputMode, lines, list, required, disabled, name: _, hint: __, ...rest } = props
  const { id, field, error, hint } = useField<Values>(props)
  const common = { ...rest, ...field, value: field.value ?? '', id, label, required, disabled, error, hint }
  if (lines !== undefined) return <TextArea {...common} rows={lines} grows="all" />
  return (
    <KitTextField
      {...common}
      // A browser's number field drops invalid input; a text field keeps it for the error message.
      type={type === 'number' ? 'text' : type}
      inputMode={inputMode ?? (type === 'number' ? 'decimal' : undefined)}
      list={list}
    />
  )
}

/** Phone field: ten digits, with the number keypad on phones. */
export function PhoneField<Values extends FieldValues = FieldValues>(props: FieldProps<Values>) {
  return <TextField<Values> autoComplete="off" {...props} inputMode="tel" maxLength={16} />
}
