import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import dayjs from 'dayjs'
import { type Day, isDay, schoolDay } from '#shared/dates.ts'
import type { TableControl } from '#ui/DataTable/useTableQuery.ts'
import { type Days, dayChoices, daysOf } from './entriesQuery.ts'

export interface DayRangeProps {
  /** The list whose filters the days are. */
  control: TableControl
  /** What no bounds are called. */
  every?: string
}

/** A list's filter from a day to a day, both included and either open; the days that are asked for most are one click away. */
export function DayRange({ control, every }: DayRangeProps) {
  const { filters } = control.query
  const { from, to } = daysOf(filters)
  const onChange = (days: Days) => {
    const { from: _, to: __, ...others } = filters
    control.change({ filters: { ...others, ...days } })
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <LocalizationProvider dateAdapter={AdapterDayjs}>
        <DayField label="From" day={from} onChange={(day) => onChange(ordered(day, to, 'from'))} />
        <DayField label="To" day={to} onChange={(day) => onChange(ordered(from, day, 'to'))} />
      </LocalizationProvider>
      <Box role="group" aria-label="Days" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {dayChoices(schoolDay(new Date()), every).map(({ label, days: choice }) => {
          const chosen = choice.from === from && choice.to === to
          return (
            <Chip
              key={label}
              label={label}
              color={chosen ? 'primary' : 'default'}
              variant={chosen ? 'filled' : 'outlined'}
              aria-pressed={chosen}
              onClick={() => onChange(choice)}
            />
          )
        })}
      </Box>
    </Box>
  )
}

function DayField({ label, day, onChange }: { label: string; day: Day | undefined; onChange: (day: Day | undefined) => void }) {
  return (
    <DatePicker
      label={label}
      format="DD MMM YYYY"
      value={day ? dayjs(day) : null}
      onChange={(value) => {
        // A date half typed changes nothing yet.
        const typed = value?.isValid() ? value.format('YYYY-MM-DD') : ''
        if (value === null) onChange(undefined)
        else if (isDay(typed)) onChange(typed)
      }}
      slotProps={{
        textField: {
          size: 'small',
          // Two of them fit beside each other on a phone.
          sx: { flex: { xs: '1 1 140px', sm: 'none' }, width: { sm: 160 }, '& .MuiPickersInputBase-root': { fontSize: 14 } },
        },
      }}
    />
  )
}

/** The day just chosen moves the other one along, so that the range is never empty. */
function ordered(from: Day | undefined, to: Day | undefined, chosen: 'from' | 'to'): Days {
  const turned = from !== undefined && to !== undefined && from > to
  const one = chosen === 'from' ? from : to
  const days = turned ? { from: one, to: one } : { from, to }
  return { ...(days.from ? { from: days.from } : {}), ...(days.to ? { to: days.to } : {}) }
}
