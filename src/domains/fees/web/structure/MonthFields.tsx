import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import MuiTextField from '@mui/material/TextField'
import { useField } from '#ui/forms/field.ts'
import { type Month, schoolYearMonths } from '../../months.ts'
import styles from './MonthFields.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { CheckIcon } from '#ui/kit/icons.ts'
import { ChipButton } from '#ui/kit/Chip.tsx'

/** A field for several months; the form value is a list. */
export function MonthsField() {
  const { id, field, error, helperText } = useField({ name: 'months', label: 'Months' })
  const chosen: readonly Month[] = field.value ?? []
  const allChosen = chosen.length === schoolYearMonths.length
  const toggle = (month: Month) =>
    field.onChange(chosen.includes(month) ? chosen.filter((other) => other !== month) : [...chosen, month])
  return (
    <FormControl error={error} component="fieldset" className={styles.fieldset}>
      <FormLabel component="legend" id={`${id}-label`} required>
        Months
      </FormLabel>
      <div className={styles.row}>
        {schoolYearMonths.map((month, index) => {
          const isChosen = chosen.includes(month)
          return (
            <ChipButton
              key={month}
              label={month}
              pressed={isChosen}
              {...(isChosen ? { icon: <CheckIcon /> } : {})}
              onClick={() => toggle(month)}
              onBlur={field.onBlur}
              className={styles.chip}
              {...(index === 0 ? { ref: field.ref } : {})}
            />
          )
        })}
        <Button variant="quiet" size="small" onClick={() => field.onChange(allChosen ? [] : [...schoolYearMonths])}>
          {allChosen ? 'No months' : 'All months'}
        </Button>
      </div>
      {helperText && <FormHelperText>{helperText}</FormHelperText>}
    </FormControl>
  )
}

/** A field for one month or none; the form value is a list. */
export function OneMonthField() {
  const { id, field, error, helperText } = useField({
    name: 'months',
    label: 'Month',
    helperText: 'The month in which it is due, if there is one',
  })
  const chosen: readonly Month[] = field.value ?? []
  return (
    <MuiTextField
      select
      id={id}
      label="Month"
      value={chosen[0] ?? ''}
      onChange={(event) => field.onChange(event.target.value === '' ? [] : [event.target.value])}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={error}
      helperText={helperText}
      fullWidth
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">None</MenuItem>
      {schoolYearMonths.map((month) => (
        <MenuItem key={month} value={month}>
          {month}
        </MenuItem>
      ))}
    </MuiTextField>
  )
}
