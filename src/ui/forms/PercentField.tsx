import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { parsePercent, percentNumber } from '#shared/percent.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { type FieldProps, useField } from './field.ts'

/**
 * A share of the whole. The form holds hundredths of a per cent, or the typed text while it is not a per cent ('' for
 * none), so that the message of the schema appears at the field.
 */
export function PercentField<Values extends FieldValues = FieldValues>(props: FieldProps<Values>) {
  const { label, required, disabled } = props
  const { id, field, error, hint } = useField<Values>(props)
  const [draft, setDraft] = useState<string | null>(null)
  const value: unknown = field.value
  const shown = typeof value === 'number' ? percentNumber(value) : String(value ?? '')
  // When the form's value was reset during editing, the field shows that value.
  const typing = draft !== null && (parsePercent(draft) ?? draft) === (value ?? '')
  return (
    <TextField
      name={field.name}
      value={typing ? draft : shown}
      onChange={(event) => {
        setDraft(event.target.value)
        field.onChange(parsePercent(event.target.value) ?? event.target.value)
      }}
      onBlur={() => {
        setDraft(null)
        field.onBlur()
      }}
      ref={field.ref}
      id={id}
      label={label}
      required={required ?? false}
      disabled={disabled ?? false}
      autoComplete="off"
      error={error}
      hint={hint}
      end="%"
      inputMode="decimal"
    />
  )
}
