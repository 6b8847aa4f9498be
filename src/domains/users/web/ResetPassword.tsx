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
  const [failure, setFailure] = useState(token ? '' : 'This link is not complete. Please open it again from the mail.')
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
      <SignInFrame title="Password changed" below={<TextLink to="/">Sign in</TextLink>}>
        <Alert kind="success" role="status">
          Your new password is set. Every device that was signed in with the old one has been signed out.
        </Alert>
      </SignInFrame>
    )
  return (
    <SignInFrame title="Choose a new password" below={<TextLink to="/forgot-password">Send another link</TextLink>}>
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
        <SubmitButton busy={busy || !token}>Set password</SubmitButton>
      </form>
    </SignInFrame>
  )
}
