import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'
import { parseMoneyInput, formatMoneyInput } from './moneyInput.ts'
import { TextField } from '#ui/kit/TextField.tsx'

export interface MoneyFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  autoFocus?: boolean
}

/**
 * An amount of money. The form holds the number of paise, or the typed text while it is not an amount ('' for none), so
 * that the message of `paise()` appears at the field. On blur it shows the amount grouped: `1,700.00`.
 */
export function MoneyField<Values extends FieldValues = FieldValues>(props: MoneyFieldProps<Values>) {
  const { label, required, disabled, autoFocus } = props
  const { id, field, error, hint } = useField<Values>(props)
  const [draft, setDraft] = useState<string | null>(null)
  // When the form's value was reset or set from outside during editing, the field shows that value.
  const typing = draft !== null && parseMoneyInput(draft) === (field.value ?? '')
  return (
    <TextField
      name={field.name}
      value={typing ? draft : formatMoneyInput(field.value)}
      onChange={(event) => {
        setDraft(event.target.value)
        field.onChange(parseMoneyInput(event.target.value))
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
      autoFocus={autoFocus ?? false}
      autoComplete="off"
      error={error}
      hint={hint}
      start="₹"
      look="amount"
      inputMode="decimal"
    />
  )
}
