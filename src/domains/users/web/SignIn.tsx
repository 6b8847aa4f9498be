import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { looksLikeCode } from '#shared/signIn.ts'
import { discoverService } from '#ui/session/signInService.ts'
import { useSession } from '#ui/session/SessionProvider.tsx'
import { prepareSignIn, SignInRefused } from '#ui/session/session.ts'
import { EmailField, invalidEmailMessage, isEmail, PasswordField, SubmitButton, TextLink } from './SignInFields.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import styles from './SignIn.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'

/** Help for a person who types a one-time code that is used or expired. */
const codeRefusedHelp = t`If you typed a one-time code right, it was used or is too old. Ask your school for another.`

interface Problem {
  email?: string | boolean
  password?: string | boolean
}

/** The sign-in page (specification, section 2). */
export function SignIn() {
  const { signIn, signInElsewhere } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(false)
  const [problem, setProblem] = useState<Problem>({})
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const isExternal = useExternalSignIn()
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const newProblem: Problem = {
      ...(isEmail(email) ? {} : { email: invalidEmailMessage }),
      ...(password ? {} : { password: t`Required` }),
    }
    setProblem(newProblem)
    if (newProblem.email) return emailInput.current?.focus()
    if (newProblem.password) return passwordInput.current?.focus()
    setBusy(true)
    setMessage('')
    try {
      await signIn(email, password, rememberMe)
    } catch (error) {
      if (error instanceof SignInRefused && error.fields)
        setProblem({ email: true, password: looksLikeCode(password) ? codeRefusedHelp : true })
      setMessage(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }

  const remember = (
    <Checkbox checked={rememberMe} onChange={(event) => setRememberMe(event.target.checked)} label={t`Remember me`} />
  )

  return (
    <SignInFrame
      title={t`Sign in`}
      below={
        <TextLink to="/not-a-customer">
          <Trans>Not a customer yet?</Trans>
        </TextLink>
      }
    >
      {isExternal ? (
        <div className={styles.grid}>
          {remember}
          <Button
            variant="primary"
            size="large"
            onClick={() => signInElsewhere(rememberMe).catch(() => setMessage(t`An unexpected error occurred`))}
          >
            <Trans>Sign in</Trans>
          </Button>
        </div>
      ) : (
        <form noValidate onSubmit={submit} className={styles.grid}>
          <EmailField
            value={email}
            onChange={(value) => {
              setEmail(value)
              prepareSignIn()
              setProblem({})
            }}
            error={problem.email}
            autoFocus
            inputRef={emailInput}
          />
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(value) => {
              setPassword(value)
              setProblem({})
            }}
            error={problem.password}
            inputRef={passwordInput}
          />
          <div className={styles.row}>
            {remember}
            <TextLink to="/forgot-password">
              <Trans>Forgot password?</Trans>
            </TextLink>
          </div>
          <SubmitButton busy={busy}>
            <Trans>Sign in</Trans>
          </SubmitButton>
        </form>
      )}
      {message && (
        // Placed like the snackbars of other screens, without their library, which would make this page larger.
        <div role="alert" className={styles.fixed}>
          <Alert role="presentation" kind="error" onClose={() => setMessage('')}>
            {message}
          </Alert>
        </div>
      )}
    </SignInFrame>
  )
}

/** Whether an external OpenID provider signs people in; then the page has a button instead of the form. */
function useExternalSignIn(): boolean {
  const [isExternal, setIsExternal] = useState(false)
  useEffect(() => {
    discoverService().then(
      (service) => setIsExternal(!service.own),
      // Ignored: while offline, the form reports it on submit.
      () => undefined,
    )
  }, [])
  return isExternal
}
