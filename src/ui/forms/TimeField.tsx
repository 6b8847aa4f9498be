import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { parseTime } from '#shared/dates.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { type FieldProps, useField } from './field.ts'
import { parseTimeInput } from './timeInput.ts'

/**
 * A time of day, shown as HH:mm and typed as people write it (see `parseTimeInput`). The form holds `HH:mm:ss`, or ''
 * for none; a text that is no time is held as `invalid`, which no schema accepts. A time zone in the value is ignored.
 */
export function TimeField<Values extends FieldValues = FieldValues>(props: FieldProps<Values>) {
  const { label, required, disabled } = props
  const { id, field, error, hint } = useField<Values>(props)
  const [draft, setDraft] = useState<string | null>(null)
  const read = (text: string) => (text.trim() === '' ? '' : (parseTimeInput(text) ?? 'invalid'))
  const time = typeof field.value === 'string' ? parseTime(field.value) : null
  return (
    <TextField
      {...{ id, label, required, disabled, error, hint }}
      name={field.name}
      ref={field.ref}
      value={draft !== null && read(draft) === (field.value ?? '') ? draft : (time?.slice(0, 5) ?? '')}
      placeholder={t`HH:MM`}
      autoComplete="off"
      onChange={({ target }) => {
        setDraft(target.value)
        field.onChange(read(target.value))
      }}
      onBlur={() => {
        if (field.value !== 'invalid') setDraft(null)
        field.onBlur()
      }}
    />
  )
}
