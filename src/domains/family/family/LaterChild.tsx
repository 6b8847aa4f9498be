import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Home } from './home.ts'
import { CodeStep, useForm } from './SignIn.tsx'
import { askForCode, type AskedCode, storedAsk, storeAsk } from './signInRequests.ts'
import type { HomeState } from './useHome.ts'

/**
 * Asks for a code where a child was listed with the phone after this device proved it: operators give numbers to other
 * people. Nothing is said of the child before. Renders nothing otherwise.
 */
export function LaterChild({ home, state }: { home: Home; state: HomeState }) {
  const [asked, setAsked] = useState<AskedCode | null>(() => storedAsk(true))
  const change = (next: AskedCode | null) => {
    storeAsk(next)
    setAsked(next)
  }
  const form = useForm(async () => {
    const { failure, ...next } = await askForCode(null)
    if (failure === null) change(next)
    return failure
  })
  if (!home.hasLaterChild) return null
  if (asked !== null)
    return (
      <CodeStep
        asked={asked}
        phone={home.phone}
        submitLabel={t`Show the child`}
        backLabel={t`Not now`}
        onAsked={change}
        onBack={() => change(null)}
        onSignedIn={async () => {
          change(null)
          await state.reload()
        }}
      />
    )
  return (
    <form className="card" noValidate onSubmit={form.submit}>
      <h2>
        <Trans>Another child is listed with this number</Trans>
      </h2>
      <p className="lead">
        <Trans>A school has added a child with the phone {home.phone}. Enter a code to see them.</Trans>
      </p>
      <button type="submit" className="primary" disabled={form.sending}>
        {form.sending ? t`One moment…` : t`Get a code`}
      </button>
      {form.problem !== null && (
        <p className="problem" role="alert">
          {form.problem}
        </p>
      )}
    </form>
  )
}
