import { t } from '@lingui/core/macro'
import { type HTMLAttributes, useId } from 'react'
import type { Payer, PayerProblems } from './payer.ts'

interface Props {
  payer: Payer
  problems: PayerProblems
  onChange: (field: keyof Payer, text: string) => void
}

const fields = [
  { field: 'name', label: t`Name`, type: 'text', autoComplete: 'name', inputMode: 'text' },
  { field: 'phone', label: t`Phone, 10 digits`, type: 'tel', autoComplete: 'tel-national', inputMode: 'tel' },
  { field: 'email', label: t`E-mail (optional)`, type: 'email', autoComplete: 'email', inputMode: 'email' },
] as const

export function PayerFields({ payer, problems, onChange }: Props) {
  return fields.map(({ field, ...rest }) => (
    <Field
      key={field}
      name={field}
      value={payer[field]}
      problem={problems[field]}
      onChange={(text) => onChange(field, text)}
      {...rest}
    />
  ))
}

interface FieldProps {
  name: string
  label: string
  type: string
  autoComplete: string
  inputMode: HTMLAttributes<HTMLInputElement>['inputMode']
  value: string
  problem: string | undefined
  onChange: (text: string) => void
}

function Field({ label, value, problem, onChange, ...rest }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required={rest.name !== 'email'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        {...rest}
      />
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Focuses the first field with a problem. */
export function focusFirst(form: HTMLFormElement | null, problems: PayerProblems): void {
  const first = fields.find(({ field }) => problems[field] !== undefined)
  form?.querySelector<HTMLInputElement>(`input[name="${first?.field}"]`)?.focus()
}
