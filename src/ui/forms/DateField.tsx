import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs from 'dayjs'
import type { FieldValues } from 'react-hook-form'
import type { Day } from '#shared/dates.ts'
import { type FieldProps, useField } from './field.ts'

export interface DateFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  min?: Day
  max?: Day
}

/**
 * A day, shown as DD MMM YYYY. The form holds `YYYY-MM-DD`, or '' for none. An incomplete date is held as `invalid`,
 * which no schema accepts.
 */
export function DateField<Values extends FieldValues = FieldValues>(props: DateFieldProps<Values>) {
  const { name, label, min, max, required, disabled } = props
  const { id, field, error, helperText } = useField<Values>(props)
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DatePicker
        label={label}
        format="DD MMM YYYY"
        value={field.value && field.value !== 'invalid' ? dayjs(field.value) : null}
        onChange={(value) => field.onChange(value === null ? '' : value.isValid() ? value.format('YYYY-MM-DD') : 'invalid')}
        inputRef={field.ref}
        disabled={disabled ?? false}
        {...(min ? { minDate: dayjs(min) } : {})}
        {...(max ? { maxDate: dayjs(max) } : {})}
        slotProps={{
          textField: {
            id,
            name,
            required: required ?? false,
            error,
            helperText,
            fullWidth: true,
            onBlur: field.onBlur,
          },
          field: { clearable: !required },
        }}
      />
    </LocalizationProvider>
  )
}
