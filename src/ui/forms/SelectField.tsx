import { Trans } from '@lingui/react/macro'
import type { FieldValues } from 'react-hook-form'
import { Select } from '#ui/kit/Select.tsx'
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
  const { id, field, error, hint } = useField<Values>(props)
  const value: string = field.value ?? ''
  return (
    <Select {...field} {...{ id, label, required, disabled, error, hint, value }}>
      {/* Without it the browser would show the first choice as if it had been made. */}
      {emptyLabel === undefined && !options.some((option) => option.value === value) && (
        <option value={value} hidden>
          <Trans>Choose</Trans>
        </option>
      )}
      {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
