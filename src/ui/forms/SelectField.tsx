import MenuItem from '@mui/material/MenuItem'
import MuiTextField from '@mui/material/TextField'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

export interface Option {
  value: string
  label: string
}

export interface SelectFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly Option[]
  /** Label of the empty choice; without it one of the options must be chosen. */
  emptyLabel?: string
}

/** One of a few choices. For many choices, or several at once, use `ChoiceField`. */
export function SelectField<Values extends FieldValues = FieldValues>(props: SelectFieldProps<Values>) {
  const { label, options, emptyLabel, required, disabled } = props
  const { id, field, error, helperText } = useField<Values>(props)
  return (
    <MuiTextField
      select
      name={field.name}
      value={field.value ?? ''}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      id={id}
      label={label}
      required={required ?? false}
      disabled={disabled ?? false}
      error={error}
      helperText={helperText}
      fullWidth
      // Show the empty choice's label while it is chosen, with the field's label above it.
      {...(emptyLabel === undefined ? {} : { slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } } })}
    >
      {emptyLabel !== undefined && (
        <MenuItem value="">
          <em>{emptyLabel}</em>
        </MenuItem>
      )}
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </MuiTextField>
  )
}
