import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, type HTMLAttributes, useEffect, useId, useRef, useState } from 'react'
import { Frame, plainPhone, useTitle } from '#domains/onlinefees/family/home.exports.tsx'
import { askForCode, type AskedCode, signIn, storedAsk, storeAsk } from './signInRequests.ts'

/** Signs a guardian in: the phone first, then the code that was sent to it. */
export function SignIn({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const [asked, setAsked] = useState<AskedCode | null>(() => storedAsk())
  useTitle(t`Sign in`)
  const change = (next: AskedCode | null) => {
    storeAsk(next)
    setAsked(next)
  }
  return (
    <Frame school={{ name: 'Shala', logoUrl: null }}>
      {asked === null ? (
        <PhoneStep onAsked={change} />
      ) : (
        <CodeStep
          asked={asked}
          phone={asked.phone ?? ''}
          submitLabel={t`Sign in`}
          backLabel={t`Other number`}
          onAsked={change}
          onBack={() => change(null)}
          onSignedIn={async () => {
            change(null)
            await onSignedIn()
          }}
        />
      )}
    </Frame>
  )
}

function PhoneStep({ onAsked }: { onAsked: (asked: AskedCode) => void }) {
  const [phone, setPhone] = useState('')
  const form = useForm(async () => {
    const plain = plainPhone(phone)
    if (!/^[0-9]{10}$/.test(plain)) return t`Phone should have exactly 10 digits.`
    const { failure, ...asked } = await askForCode(plain)
    if (failure === null) onAsked(asked)
    return failure
  })
  return (
    <form className="card" noValidate onSubmit={form.submit}>
      <h1>
        <Trans>Your children at school</Trans>
      </h1>
      <p className="lead">
        <Trans>Sign in with the phone number that the school has for you.</Trans>
      </p>
      <Field
        label={t`Phone, 10 digits`}
        type="tel"
        autoComplete="tel-national"
        inputMode="tel"
        value={phone}
        problem={form.problem}
        onChange={setPhone}
      />
      <button type="submit" className="primary" disabled={form.sending}>
        {form.sending ? t`One moment…` : t`Get a code`}
      </button>
    </form>
  )
}

interface CodeStepProps {
  asked: AskedCode
  /** To which the code goes, perhaps masked. */
  phone: string
  submitLabel: string
  backLabel: string
  onAsked: (asked: AskedCode) => void
  onBack: () => void
  onSignedIn: () => Promise<void>
}

/** Takes the code that was sent to the phone. */
export function CodeStep({ asked, phone, submitLabel, backLabel, onAsked, onBack, onSignedIn }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [notice, setNotice] = useState('')
  const wait = useSecondsUntil(asked.nextAt)
  const { minutes } = asked
  // On the page of a guardian who is signed in, the heading is one of several.
  const Heading = asked.phone === null ? 'h2' : 'h1'
  const form = useForm(async () => {
    if (code.trim() === '') return t`Type the code.`
    const failure = await signIn(asked.phone, code)
    if (failure === null) await onSignedIn()
    return failure
  })

  const another = async () => {
    const { failure, ...next } = await askForCode(asked.phone)
    if (failure === null) onAsked(next)
    setNotice(failure ?? t`Another code is on its way.`)
  }

  return (
    <form className="card" noValidate onSubmit={form.submit}>
      <Heading>
        <Trans>Type the code</Trans>
      </Heading>
      <p className="lead">
        <Trans>
          If a school here has the number {phone}, a code comes to it by WhatsApp or SMS within a minute. It works for {minutes}{' '}
          minutes.
        </Trans>
      </p>
      <Field
        label={t`Code`}
        type="text"
        autoComplete="one-time-code"
        inputMode={asked.letters ? 'text' : 'numeric'}
        isFirst
        value={code}
        problem={form.problem}
        onChange={setCode}
      />
      <button type="submit" className="primary" disabled={form.sending}>
        {form.sending ? t`One moment…` : submitLabel}
      </button>
      <p className="quiet" role="status">
        {notice}
      </p>
      <div className="actions">
        <button type="button" className="secondary" disabled={wait > 0} onClick={() => void another()}>
          {wait > 0 ? t`Another code in ${showWait(wait)}` : t`Send another code`}
        </button>
        <button type="button" className="secondary" onClick={onBack}>
          {backLabel}
        </button>
      </div>
      <p className="quiet">
        <Trans>No code? Please ask the school which number it has for you.</Trans>
      </p>
    </form>
  )
}

function showWait(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Counts down to a moment; 0 when it has come. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}

/** A form of one field: what is wrong with it comes from `send`, which returns null when all is well. */
export function useForm(send: () => Promise<string | null>) {
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const busy = useRef(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    const field = event.currentTarget.querySelector('input')
    busy.current = true
    setSending(true)
    const failure = await send()
    busy.current = false
    setSending(false)
    setProblem(failure)
    if (failure !== null) field?.focus()
  }
  return { sending, problem, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}

interface FieldProps {
  label: string
  type: string
  autoComplete: string
  inputMode: HTMLAttributes<HTMLInputElement>['inputMode']
  value: string
  problem: string | null
  /** The field takes the focus when it appears, because the person has just asked for it. */
  isFirst?: boolean
  onChange: (text: string) => void
}

function Field({ label, value, problem, isFirst = false, onChange, ...rest }: FieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        {...rest}
      />
      {problem !== null && (
        <p className="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
