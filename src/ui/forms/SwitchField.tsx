import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Switch } from '#ui/kit/Checkbox.tsx'
import { FieldHint } from '#ui/kit/Field.tsx'
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
  const { id, field, error, hint } = useField<Values>(props)
  const [asking, setAsking] = useState(false)
  const checked = Boolean(field.value)
  const question = ask?.(!checked)
  return (
    <div>
      <Switch
        ref={field.ref}
        id={id}
        name={field.name}
        label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => (ask ? setAsking(true) : field.onChange(event))}
        onBlur={field.onBlur}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint && (
        <FieldHint id={`${id}-hint`} error={error}>
          {hint}
        </FieldHint>
      )}
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
    </div>
  )
}
