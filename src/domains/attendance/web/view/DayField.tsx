import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs from 'dayjs'
import { type Day, isDay } from '#shared/dates.ts'

/** A date field above a table, shown as DD MMM YYYY. Calls `onDay` with complete, allowed dates only. */
export function DayField({ label, day, max, onDay }: { label: string; day: Day; max: Day; onDay: (day: Day) => void }) {
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <DatePicker
        label={label}
        format="DD MMM YYYY"
        value={dayjs(day)}
        maxDate={dayjs(max)}
        onChange={(value) => {
          const typed = value?.isValid() ? value.format('YYYY-MM-DD') : ''
          if (isDay(typed) && typed <= max) onDay(typed)
        }}
        slotProps={{
          textField: {
            size: 'small',
            // Narrow enough for two fields side by side on a phone.
            sx: { flex: { xs: '1 1 140px', sm: 'none' }, width: { sm: 160 }, '& .MuiPickersInputBase-root': { fontSize: 14 } },
          },
        }}
      />
    </LocalizationProvider>
  )
}
