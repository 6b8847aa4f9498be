import { t } from '@lingui/core/macro'
import { passwordProblem } from '#shared/passwords.ts'
import { passwordLength } from '#shared/signIn.ts'
import { PasswordField } from './SignInFields.tsx'

export interface NewPassword {
  password: string
  confirm: string
}

export const blankPassword: NewPassword = { password: '', confirm: '' }

/** Returns the problems of a new password and its repetition that the browser can find; empty when there are none. */
export function newPasswordProblems({ password, confirm }: NewPassword): Partial<NewPassword> {
  const problem = passwordProblem(password)
  if (problem) return { password: problem }
  if (!confirm) return { confirm: t`Confirm Password is required` }
  return password === confirm ? {} : { confirm: t`Passwords don't match` }
}

/** The fields for a new password and its repetition. */
export function NewPasswordFields(props: {
  value: NewPassword
  onChange: (value: NewPassword) => void
  problems: Partial<NewPassword>
  autoFocus?: boolean
}) {
  const { value, onChange, problems } = props
  return (
    <>
      <PasswordField
        label={t`New Password`}
        name="new-password"
        autoComplete="new-password"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        error={problems.password}
        hint={t`${passwordLength.min} to ${passwordLength.max} characters`}
        autoFocus={props.autoFocus ?? false}
      />
      <PasswordField
        label={t`Confirm Password`}
        name="confirm-password"
        autoComplete="new-password"
        value={value.confirm}
        onChange={(confirm) => onChange({ ...value, confirm })}
        error={problems.confirm}
      />
    </>
  )
}
