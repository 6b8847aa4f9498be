import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { requestPasswordReset } from '#ui/session/passwords.ts'
import { EmailField, invalidEmailMessage, isEmail, SubmitButton, TextLink } from './SignInFields.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import styles from './ForgotPassword.module.css'
import { Alert } from '#ui/kit/Alert.tsx'

/**
 * The page that requests a link for a new password. The response is the same whether or not the e-mail has an account.
 */
export default function ForgotPassword() {
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState('')
  const [failure, setFailure] = useState('')
  const [sentTo, setSentTo] = useState('')
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isEmail(email)) {
      setProblem(invalidEmailMessage)
      return input.current?.focus()
    }
    setBusy(true)
    setFailure('')
    await requestPasswordReset(email.trim()).then(
      () => setSentTo(email.trim()),
      (error: Error) => setFailure(error.message),
    )
    setBusy(false)
  }

  const back = (
    <TextLink to="/">
      <Trans>Back to sign in</Trans>
    </TextLink>
  )
  if (sentTo)
    return (
      <SignInFrame title={t`Look into your mailbox`} below={back}>
        <Alert kind="success" role="status">
          <Trans>
            If {sentTo} has an account, a link to choose a new password is on its way. It works for an hour, and once.
          </Trans>
        </Alert>
        <div className={styles.hint}>
          <Trans>
            Nothing there after some minutes? Look into the spam folder, or ask your school to set a new password for you.
          </Trans>
        </div>
      </SignInFrame>
    )
  return (
    <SignInFrame
      title={t`Forgot password`}
      intro={t`Enter the email you sign in with. We send a link to choose a new password.`}
      below={back}
    >
      <form noValidate onSubmit={submit} className={styles.form}>
        <EmailField
          value={email}
          onChange={(value) => {
            setEmail(value)
            setProblem('')
          }}
          error={problem}
          autoFocus
          inputRef={input}
        />
        {failure && <Alert kind="error">{failure}</Alert>}
        <SubmitButton busy={busy}>
          <Trans>Send link</Trans>
        </SubmitButton>
      </form>
    </SignInFrame>
  )
}
