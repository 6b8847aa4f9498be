import InputAdornment from '@mui/material/InputAdornment'
import MuiTextField from '@mui/material/TextField'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'
import { heldMoney, moneyText } from './moneyText.ts'

export interface MoneyFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  autoFocus?: boolean
}

/**
 * An amount of money. The form holds the number of paise, or the typed text as long as it is no amount ('' for none), so that
 * the message of `paise()` stands at the field. Left, it shows the amount grouped: `1,700.00`.
 */
export function MoneyField<Values extends FieldValues = FieldValues>(props: MoneyFieldProps<Values>) {
  const { label, required, disabled, autoFocus } = props
  const { id, field, error, helperText } = useField<Values>(props)
  const [draft, setDraft] = useState<string | null>(null)
  // A form that was emptied or set from outside while the field has the focus shows what it holds now.
  const typing = draft !== null && heldMoney(draft) === (field.value ?? '')
  return (
    <MuiTextField
      name={field.name}
      value={typing ? draft : moneyText(field.value)}
      onChange={(event) => {
        setDraft(event.target.value)
        field.onChange(heldMoney(event.target.value))
      }}
      onBlur={() => {
        setDraft(null)
        field.onBlur()
      }}
      inputRef={field.ref}
      id={id}
      label={label}
      required={required ?? false}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      autoComplete="off"
      error={error}
      helperText={helperText}
      fullWidth
      slotProps={{
        input: { startAdornment: <InputAdornment position="start">₹</InputAdornment> },
        htmlInput: { inputMode: 'decimal', style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } },
      }}
    />
  )
}
