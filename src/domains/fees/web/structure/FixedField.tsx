import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useField } from '#ui/forms/field.ts'
import styles from './FixedField.module.css'

/** The field that tells whether a fee has a fixed amount. `locked` says why it cannot be changed. */
export function FixedField({ locked }: { locked?: string | undefined }) {
  const { id, field, error, helperText } = useField({ name: 'fixedAmount', label: 'Amount is', helperText: locked })
  return (
    <FormControl error={error} disabled={locked !== undefined}>
      <FormLabel id={`${id}-label`} required>
        Amount is
      </FormLabel>
      <RadioGroup
        row
        aria-labelledby={`${id}-label`}
        {...(helperText ? { 'aria-describedby': `${id}-help` } : {})}
        value={String(field.value)}
        onChange={(_, value) => field.onChange(value === 'true')}
        onBlur={field.onBlur}
      >
        <FormControlLabel value="true" control={<Radio slotProps={{ input: { ref: field.ref } }} />} label="Fixed" />
        <FormControlLabel value="false" control={<Radio />} label="Not fixed" />
      </RadioGroup>
      {helperText && (
        <FormHelperText id={`${id}-help`} className={styles.spaced}>
          {helperText}
        </FormHelperText>
      )}
    </FormControl>
  )
}
