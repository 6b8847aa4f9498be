import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import { resetPassword } from '#ui/session/passwords.ts'
import { SubmitButton, TextLink } from './SignInFields.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { NewPasswordFields, newPasswordProblems, blankPassword } from './SignInNewPassword.tsx'
import styles from './ResetPassword.module.css'
import { Alert } from '#ui/kit/Alert.tsx'

/** The page of the link in the mail, which works once. */
export default function ResetPassword() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [value, setValue] = useState(blankPassword)
  const [problems, setProblems] = useState({})
  const [failure, setFailure] = useState(token ? '' : t`This link is not complete. Please open it again from the mail.`)
  const [done, setDone] = useState(false)
  const [busy, setBusy] = useState(false)

  // Removes the token from the address, where it could be seen or copied.
  useEffect(() => history.replaceState(null, '', location.pathname), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const newProblems = newPasswordProblems(value)
    setProblems(newProblems)
    if (Object.keys(newProblems).length > 0) return
    setBusy(true)
    setFailure('')
    await resetPassword(token, value.password).then(
      () => setDone(true),
      (error: Error) => setFailure(error.message),
    )
    setBusy(false)
  }

  if (done)
    return (
      <SignInFrame
        title={t`Password changed`}
        below={
          <TextLink to="/">
            <Trans>Sign in</Trans>
          </TextLink>
        }
      >
        <Alert kind="success" role="status">
          <Trans>Your new password is set. Every device that was signed in with the old one has been signed out.</Trans>
        </Alert>
      </SignInFrame>
    )
  return (
    <SignInFrame
      title={t`Choose a new password`}
      below={
        <TextLink to="/forgot-password">
          <Trans>Send another link</Trans>
        </TextLink>
      }
    >
      <form noValidate onSubmit={submit} className={styles.form}>
        <NewPasswordFields
          value={value}
          onChange={(next) => {
            setValue(next)
            setProblems({})
          }}
          problems={problems}
          autoFocus
        />
        {failure && <Alert kind="error">{failure}</Alert>}
        <SubmitButton busy={busy || !token}>
          <Trans>Set password</Trans>
        </SubmitButton>
      </form>
    </SignInFrame>
  )
}
