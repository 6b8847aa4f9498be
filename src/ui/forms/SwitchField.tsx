import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './field.ts'

/** Yes or no. */
export function SwitchField<Values extends FieldValues = FieldValues>(props: FieldProps<Values>) {
  const { label, disabled } = props
  const { id, field, error, helperText } = useField<Values>(props)
  return (
    <FormControl error={error} disabled={disabled ?? false}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            id={id}
            name={field.name}
            checked={Boolean(field.value)}
            onChange={field.onChange}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': helperText ? `${id}-help` : undefined } }}
          />
        }
      />
      {helperText && <FormHelperText id={`${id}-help`}>{helperText}</FormHelperText>}
    </FormControl>
  )
}
