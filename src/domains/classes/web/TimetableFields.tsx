import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/Delete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { SelectField } from '#ui/forms/SelectField.tsx'
import { TimeField } from '#ui/forms/TimeField.tsx'
import { defaultSlot, type Slot, weekdays } from '../classes.rules.ts'

/** A slot in a form, where the day is text. */
export interface SlotInput {
  day: string
  start: string
  end: string
}

const days = weekdays.map(({ day, name }) => ({ value: String(day), label: name }))

export function slotInput({ day, start, end }: Slot): SlotInput {
  return { day: String(day), start, end }
}

/** Returns the default for another slot: the day after the last one, at the same time. */
function nextSlot(last: SlotInput | undefined): SlotInput {
  if (!last) return slotInput(defaultSlot)
  return { ...last, day: String((Number(last.day) + 1) % 7) }
}

/** The fields for a subject's slots, in the form's field `timetable`. */
export function TimetableFields() {
  const { getValues } = useFormContext<{ timetable: SlotInput[] }>()
  const { fields, append, remove } = useFieldArray<{ timetable: SlotInput[] }>({ name: 'timetable' })
  const titleId = useId()
  return (
    <Box role="group" aria-labelledby={titleId} sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography id={titleId} variant="subtitle2" component="h3">
          Timetable
        </Typography>
        <Button size="small" startIcon={<AddIcon />} onClick={() => append(nextSlot(getValues('timetable').at(-1)))}>
          Add Slot
        </Button>
      </Box>
      {fields.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          This subject has no fixed time.
        </Typography>
      )}
      {fields.map((field, index) => (
        <Box
          key={field.id}
          role="group"
          aria-label={`Slot ${index + 1}`}
          sx={{
            display: 'grid',
            columnGap: 1,
            rowGap: 2,
            alignItems: 'start',
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr) minmax(0, 1fr) 40px',
              sm: 'minmax(0, 1.3fr) minmax(0, 1fr) minmax(0, 1fr) 40px',
            },
          }}
        >
          <Box sx={{ gridColumn: { xs: '1 / 3', sm: 'auto' } }}>
            <SelectField name={`timetable.${index}.day`} label="Day" options={days} />
          </Box>
          <Box sx={{ order: { xs: 1, sm: 0 } }}>
            <TimeField name={`timetable.${index}.start`} label="From" />
          </Box>
          <Box sx={{ order: { xs: 1, sm: 0 } }}>
            <TimeField name={`timetable.${index}.end`} label="To" />
          </Box>
          <Tooltip title={`Remove slot ${index + 1}`}>
            <IconButton onClick={() => remove(index)} sx={{ mt: 1 }}>
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </Box>
      ))}
    </Box>
  )
}
