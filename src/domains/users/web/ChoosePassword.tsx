import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useState } from 'react'
import type { PasswordSource } from '#shared/signIn.ts'
import { type CodeDelivery, type FirstPassword, readFirstPassword, sendCode } from '#ui/session/passwords.ts'
import { useSession } from '#ui/session/SessionProvider.tsx'
import { SignInRefused } from '#ui/session/session.ts'
import { CodeField, SubmitButton } from './SignInFields.tsx'
import { SignInFrame } from './SignInFrame.tsx'
import { NewPasswordFields, newPasswordProblems, blankPassword } from './SignInNewPassword.tsx'
import styles from './ChoosePassword.module.css'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'

/** Says by which channel a code goes, and where it goes. */
const willSend: Readonly<Record<'WHATSAPP' | 'SMS' | 'EMAIL', (to: string) => string>> = {
  WHATSAPP: (to) => t`To make sure that it is you, we send a one-time code by WhatsApp to ${to}.`,
  SMS: (to) => t`To make sure that it is you, we send a one-time code by SMS to ${to}.`,
  EMAIL: (to) => t`To make sure that it is you, we send a one-time code by email to ${to}.`,
}
const wasSent: typeof willSend = {
  WHATSAPP: (to) => t`A code is on its way by WhatsApp to ${to}. It is valid for 10 minutes.`,
  SMS: (to) => t`A code is on its way by SMS to ${to}. It is valid for 10 minutes.`,
  EMAIL: (to) => t`A code is on its way by email to ${to}. It is valid for 10 minutes.`,
}

/** Seconds before another code can be sent. */
const resendAfterSeconds = 60

/** The page of a person whose password others know. It only allows choosing an own password. */
export default function ChoosePassword({ source }: { source: Exclude<PasswordSource, 'own'> }) {
  const { signOut } = useSession()
  const { first, failure, retry } = useFirstPassword()
  return (
    <SignInFrame
      title={t`Choose a password of your own`}
      intro={
        source === 'admin'
          ? t`Your password was set by your school, so others know it too.`
          : t`It replaces the password that you have just signed in with.`
      }
      below={
        <Button variant="quiet" type="button" onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Button>
      }
    >
      {failure ? (
        <Alert
          kind="error"
          action={
            <Button variant="quiet" type="button" onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {failure}
        </Alert>
      ) : (
        first && <PasswordForm first={first} readAgain={retry} />
      )}
    </SignInFrame>
  )
}

/** Loads what the person must do to choose a password. */
function useFirstPassword() {
  const [first, setFirst] = useState<FirstPassword | null>(null)
  const [failure, setFailure] = useState('')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    readFirstPassword().then(setFirst, (error: Error) => setFailure(error.message))
  }, [tries])
  const retry = () => {
    setFailure('')
    setTries(tries + 1)
  }
  return { first, failure, retry }
}

function PasswordForm({ first: { codeNeeded, way }, readAgain }: { first: FirstPassword; readAgain: () => void }) {
  const { choosePassword } = useSession()
  const [code, setCode] = useState('')
  const [value, setValue] = useState(blankPassword)
  const [problems, setProblems] = useState<{ password?: string; confirm?: string; code?: string }>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const newProblems = { ...newPasswordProblems(value), ...(codeNeeded && code.trim() === '' ? { code: t`Type the code` } : {}) }
    setProblems(newProblems)
    setFailure('')
    if (Object.keys(newProblems).length > 0) return
    setBusy(true)
    await choosePassword(value.password, code.trim()).catch((error: Error) => {
      if (!(error instanceof SignInRefused && error.fields)) return setFailure(error.message)
      if (codeNeeded) return setProblems({ code: error.message })
      // The code that opened this page was used by another sign-in, replaced, or has expired.
      setFailure(t`The code that you signed in with is not valid any more. Type a new one.`)
      readAgain()
    })
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      {codeNeeded && (
        <>
          {way ? (
            <SendCode way={way} />
          ) : (
            <Alert kind="info">
              <Trans>
                No code can be sent to you, because the school has no phone or email of yours that can be written to. Ask your
                school’s office for a one-time code.
              </Trans>
            </Alert>
          )}
          <CodeField
            value={code}
            onChange={(next) => {
              setCode(next)
              setProblems({})
            }}
            error={problems.code}
            hint={way ? t`A code from your school’s office can be typed here too.` : undefined}
          />
        </>
      )}
      <NewPasswordFields
        value={value}
        onChange={(next) => {
          setValue(next)
          setProblems({})
        }}
        problems={problems}
        autoFocus={!codeNeeded}
      />
      {failure && <Alert kind="error">{failure}</Alert>}
      <SubmitButton busy={busy}>
        <Trans>Set password</Trans>
      </SubmitButton>
    </form>
  )
}

function SendCode({ way }: { way: CodeDelivery }) {
  const [sent, setSent] = useState<CodeDelivery | null>(null)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  const send = async () => {
    setBusy(true)
    setFailure('')
    await sendCode().then(
      (usedWay) => {
        setSent(usedWay)
        setSeconds(resendAfterSeconds)
      },
      (error: Error) => setFailure(error.message),
    )
    setBusy(false)
  }

  return (
    <div className={styles.grid}>
      {sent ? <Alert kind="success">{wasSent[sent.channel](sent.to)}</Alert> : <Text>{willSend[way.channel](way.to)}</Text>}
      {failure && <Alert kind="warning">{failure}</Alert>}
      <Button type="button" disabled={busy || seconds > 0} onClick={() => void send()}>
        {sent ? (seconds > 0 ? t`Send another code in ${seconds} s` : t`Send another code`) : t`Send code`}
      </Button>
    </div>
  )
}
