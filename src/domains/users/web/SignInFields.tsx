import { t } from '@lingui/core/macro'
import { type ReactNode, type Ref, useState } from 'react'
import styles from './SignInFields.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { HideIcon, ShowIcon } from '#ui/kit/icons.ts'
import { TextField } from '#ui/kit/TextField.tsx'
import { Link } from '#ui/kit/Link.tsx'

interface FieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  /** Error text below the field; true marks the field without a text. */
  error?: string | boolean | undefined
  hint?: string | undefined
  autoComplete: string
  autoFocus?: boolean
  type?: 'email' | 'password' | 'text'
  end?: ReactNode
  inputRef?: Ref<HTMLInputElement>
}

function Field({ label, name, value, onChange, error, hint, autoComplete, autoFocus, type, end, inputRef }: FieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type={type ?? 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(error)}
      hint={typeof error === 'string' && error ? error : hint}
      autoComplete={autoComplete}
      autoFocus={autoFocus ?? false}
      spellCheck={false}
      autoCapitalize="none"
      end={end}
      ref={inputRef}
    />
  )
}

export function EmailField(props: Omit<FieldProps, 'label' | 'name' | 'autoComplete' | 'type' | 'end'>) {
  return <Field {...props} label={t`Email`} name="email" type="email" autoComplete="username" />
}

/** The field for a one-time code, which a phone can fill in from the message. */
export function CodeField(props: Omit<FieldProps, 'label' | 'name' | 'autoComplete' | 'type' | 'end'>) {
  return <Field {...props} label={t`One-time code`} name="code" autoComplete="one-time-code" />
}

/** A password field with a button that shows the password, for typing on a phone. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          aria-label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
          onMouseDown={(event) => event.preventDefault()}
        >
          {shown ? <HideIcon /> : <ShowIcon />}
        </IconButton>
      }
    />
  )
}

export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" variant="primary" size="large" disabled={busy} aria-busy={busy} className={styles.submit}>
      {children}
    </Button>
  )
}

export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={styles.box}>
      {children}
    </Link>
  )
}

/** Whether a text has the form of an e-mail address; the service checks it in detail. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())
}

export const invalidEmailMessage = t`Please enter a valid email`
