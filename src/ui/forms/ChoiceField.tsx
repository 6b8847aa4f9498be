import Autocomplete from '@mui/material/Autocomplete'
import MuiTextField from '@mui/material/TextField'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'
import type { Option } from './SelectField.tsx'

export interface ChoiceFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** Options in their order. Options with the same `group` share a heading and must be contiguous. */
  options: readonly (Option & { group?: string })[]
  /** True for several values: the form holds a list of `value`s. Otherwise it holds one `value`, or '' for none. */
  multiple?: boolean
  loading?: boolean
  placeholder?: string
  /** Enter chooses the first match, for forms that are filled without a mouse. */
  highlightFirst?: boolean
}

/** A choice found by typing: one option, or several shown as chips. */
export function ChoiceField<Values extends FieldValues = FieldValues>(props: ChoiceFieldProps<Values>) {
  const { label, options, multiple = false, loading = false, highlightFirst = false, placeholder, required, disabled } = props
  const { id, field, error, helperText } = useField<Values>(props)
  const heldValues = new Set<string>(multiple ? (field.value ?? []) : field.value ? [field.value] : [])
  const chosen = options.filter((option) => heldValues.has(option.value))
  return (
    <Autocomplete
      id={id}
      options={options as (Option & { group?: string })[]}
      multiple={multiple}
      disableCloseOnSelect={multiple}
      autoHighlight={highlightFirst}
      value={multiple ? chosen : (chosen[0] ?? null)}
      onChange={(_, value) => {
        if (Array.isArray(value)) field.onChange(value.map((option) => option.value))
        else field.onChange(value?.value ?? '')
      }}
      onBlur={field.onBlur}
      isOptionEqualToValue={(option, value) => option.value === value.value}
      getOptionLabel={(option) => option.label}
      getOptionKey={(option) => option.value}
      {...(options.some((option) => option.group)
        ? { groupBy: (option: Option & { group?: string }) => option.group ?? '' }
        : {})}
      loading={loading}
      disabled={disabled ?? false}
      fullWidth
      renderInput={(params) => (
        <MuiTextField
          {...params}
          inputRef={field.ref}
          label={label}
          placeholder={placeholder}
          required={required ?? false}
          error={error}
          helperText={helperText}
        />
      )}
    />
  )
}
