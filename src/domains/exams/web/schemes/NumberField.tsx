import { useState } from 'react'
import { type FieldProps, useField } from '#ui/forms/field.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { numberKinds, parseMarksList, showMarksList } from './schemeNumbers.ts'

interface NumberFieldProps extends FieldProps {
  kind: keyof typeof numberKinds
  /** Whether the form holds null for an empty field. */
  optional?: boolean
  hideLabel?: boolean
}

/**
 * A number of a scheme. The form holds the number, or the typed text while it is none, so that the message of the
 * schema appears at the field.
 */
export function NumberField({ kind, optional = false, hideLabel, ...props }: NumberFieldProps) {
  const { parse, show } = numberKinds[kind]
  const read = (text: string) => (optional && text.trim() === '' ? null : (parse(text) ?? text))
  const showValue = (value: unknown) => (typeof value === 'number' ? show(value) : String(value ?? ''))
  return <ReadField {...props} hideLabel={hideLabel} read={read} show={showValue} end={kind === 'percent' ? '%' : undefined} />
}

/** The highest marks of tests, separated by commas. */
export function MarksListField(props: FieldProps) {
  const show = (value: unknown) => (Array.isArray(value) ? showMarksList(value as (number | string)[]) : '')
  return <ReadField {...props} read={parseMarksList} show={show} />
}

interface ReadFieldProps extends FieldProps {
  read: (text: string) => unknown
  show: (value: unknown) => string
  hideLabel?: boolean | undefined
  end?: string | undefined
}

/** A field whose form value is read from the typed text, which stays as typed until the field is left. */
function ReadField({ read, show, hideLabel, end, ...props }: ReadFieldProps) {
  const { label, required, disabled } = props
  const { id, field, error, hint } = useField(props)
  const [draft, setDraft] = useState<string | null>(null)
  // When the form's value was set from outside meanwhile, the field shows that value.
  const typing = draft !== null && JSON.stringify(read(draft)) === JSON.stringify(field.value ?? null)
  return (
    <TextField
      name={field.name}
      value={typing ? draft : show(field.value)}
      onChange={(event) => {
        setDraft(event.target.value)
        field.onChange(read(event.target.value))
      }}
      onBlur={() => {
        setDraft(null)
        field.onBlur()
      }}
      ref={field.ref}
      id={id}
      label={label}
      hideLabel={hideLabel}
      required={required ?? false}
      disabled={disabled ?? false}
      autoComplete="off"
      error={error}
      hint={hint}
      end={end}
      inputMode="decimal"
    />
  )
}
