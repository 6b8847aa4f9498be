import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { TimePicker } from '@mui/x-date-pickers/TimePicker'
import dayjs from 'dayjs'
import type { FieldValues } from 'react-hook-form'
import { parseTime } from '#shared/dates.ts'
import { type FieldProps, useField } from './field.ts'

/** A time of day. The form holds `HH:mm:ss`, or '' for none. A time zone in the value is ignored. */
export function TimeField<Values extends FieldValues = FieldValues>(props: FieldProps<Values>) {
  const { name, label, required, disabled } = props
  const { id, field, error, helperText } = useField<Values>(props)
  const time = typeof field.value === 'string' ? parseTime(field.value) : null
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <TimePicker
        label={label}
        ampm={false}
        // Any fixed day works; it keeps daylight saving changes of the browser's time zone out.
        value={time ? dayjs(`2026-01-01T${time}`) : null}
        onChange={(value) => field.onChange(value === null ? '' : value.isValid() ? value.format('HH:mm:ss') : 'invalid')}
        inputRef={field.ref}
        disabled={disabled ?? false}
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
        }}
      />
    </LocalizationProvider>
  )
}
