import type { FieldValues } from 'react-hook-form'
import type { Day } from '#shared/dates.ts'
import { DateField as KitDateField } from '#ui/kit/DateField.tsx'
import { type FieldProps, useField } from './field.ts'

export interface DateFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  min?: Day
  max?: Day
}

/**
 * A day, shown as DD MMM YYYY. The form holds `YYYY-MM-DD`, or '' for none. A text that is no day is held as `invalid`,
 * which no schema accepts.
 */
export function DateField<Values extends FieldValues = FieldValues>(props: DateFieldProps<Values>) {
  const { name, label, min, max, required, disabled } = props
  const { id, field, error, hint } = useField<Values>(props)
  const { value, onChange, onBlur, ref } = field
  return (
    <KitDateField
      {...{ id, name, label, required, disabled, error, hint, min, max, onChange, onBlur }}
      value={value ?? ''}
      inputRef={ref}
    />
  )
}
