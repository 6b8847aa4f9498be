import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { type FieldProps, useField } from './field.ts'

/** Confirmation before a switch changes its value. */
export interface SwitchQuestion {
  title: string
  /** What the new value changes. */
  text: ReactNode
  confirmLabel: string
}

export interface SwitchFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** Returns the question to confirm; without it the switch changes at once. */
  ask?: (next: boolean) => SwitchQuestion
}

/** A yes/no switch. */
export function SwitchField<Values extends FieldValues = FieldValues>(props: SwitchFieldProps<Values>) {
  const { label, disabled, ask } = props
  const { id, field, error, helperText } = useField<Values>(props)
  const [asking, setAsking] = useState(false)
  const checked = Boolean(field.value)
  const question = ask?.(!checked)
  return (
    <FormControl error={error} disabled={disabled ?? false}>
      <FormControlLabel
        label={label}
        control={
          <Switch
            id={id}
            name={field.name}
            checked={checked}
            onChange={(event) => (ask ? setAsking(true) : field.onChange(event))}
            onBlur={field.onBlur}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': helperText ? `${id}-help` : undefined } }}
          />
        }
      />
      {helperText && <FormHelperText id={`${id}-help`}>{helperText}</FormHelperText>}
      {question && (
        <ConfirmDialog
          open={asking}
          title={question.title}
          confirmLabel={question.confirmLabel}
          destructive={false}
          onConfirm={async () => field.onChange(!checked)}
          onClose={() => setAsking(false)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </FormControl>
  )
}
