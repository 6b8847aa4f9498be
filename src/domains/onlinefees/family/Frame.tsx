import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { Language } from '#shared/languages.ts'
import { keepLanguage, otherLanguages } from '#shared/pageLanguage.ts'
import type { Family } from './selection.ts'
import { parseRoute } from './address.ts'
import { ChooseFamilyLanguageDocument } from './family.graphql.ts'
import { type Failure, request } from './request.ts'

/** The header and width of every page. */
export function Frame({
  school,
  wide,
  children,
}: {
  school?: Pick<Family['school'], 'name' | 'logoUrl'>
  wide?: boolean
  children: ReactNode
}) {
  return (
    <>
      {school && (
        <header className="school">
          <div className={wide ? 'page wide' : 'page'}>
            <Mark {...school} />
            <span className="name">{school.name}</span>
            <Languages />
          </div>
        </header>
      )}
      <main className={wide ? 'page wide' : 'page'} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** Ends the service worker of the family's own place, which would answer with the page in the language of before. */
async function forgetPage(): Promise<void> {
  const registration = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration('/family') : undefined
  // A member of staff may have the whole product on the device.
  if (registration?.scope.endsWith('/family')) await registration.unregister()
}

function Languages() {
  return (
    <nav aria-label={t`Language`} className="languages">
      {otherLanguages.map(({ language, name }) => (
        <button key={language} type="button" lang={language} onClick={() => void chooseLanguage(language)}>
          {name}
        </button>
      ))}
    </nav>
  )
}

/** The places of the guardian who is signed in, in all schools. */
let ownPlaces: readonly string[] = []

/** Names the places in which a chosen language is stored, for pages without a link. */
export function languageIsOf(places: readonly string[]): void {
  ownPlaces = places
}

/** Opens the page again in a language, which the family's messages have from then on, too. */
async function chooseLanguage(language: Language): Promise<void> {
  const route = parseRoute(location.pathname, location.search)
  // The page of a payment's result does not know the link. Then, or without a connection, only this device keeps it.
  const hashes = 'hash' in route ? [route.hash] : ownPlaces
  for (const hash of hashes) await request(ChooseFamilyLanguageDocument, { hash, input: { language } }).catch(() => undefined)
  await keepLanguage(language)
  await forgetPage().catch(() => undefined)
  location.reload()
}

/** The school's logo; its first letter where there is none, or it cannot be loaded. */
function Mark({ name, logoUrl }: Pick<Family['school'], 'name' | 'logoUrl'>) {
  const [isLost, setLost] = useState(false)
  if (logoUrl !== null && !isLost) return <img src={logoUrl} alt="" width={40} height={40} onError={() => setLost(true)} />
  return <span aria-hidden="true" data-letter={[...name.trim()][0]?.toUpperCase()} className="mark" />
}

/** Shows a page with a single message. */
export function MessageCard({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  useTitle(title)
  return (
    <section className="card sentence">
      <h1>{title}</h1>
      <p>{children}</p>
      {action}
    </section>
  )
}

const titles: Readonly<Record<string, string>> = {
  NOT_FOUND: t`This link does not work`,
  RATE_LIMITED: t`Too many tries`,
  DISABLED_MODULE: t`Fees cannot be paid online`,
  OFFLINE: t`No connection`,
  SERVER: t`Please try again later`,
  UNAVAILABLE: t`Please try again later`,
}

/** Shows why a page could not be loaded, with a button to try again if that can help. */
export function FailurePage({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const retryButton = (!failure.isFinal || failure.code === 'RATE_LIMITED') && (
    <button type="button" className="secondary" onClick={onRetry}>
      <Trans>Try again</Trans>
    </button>
  )
  return (
    <MessageCard title={titles[failure.code] ?? t`Something went wrong`} action={retryButton}>
      {failure.message}
    </MessageCard>
  )
}

/** Shows a loading text. */
export function Waiting({ text = t`Loading…` }: { text?: string }) {
  return (
    <p className="waiting" role="status">
      {text}
    </p>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
