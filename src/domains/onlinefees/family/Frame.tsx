import { type ReactNode, useEffect, useState } from 'react'
import type { Family } from './selection.ts'
import type { Failure } from './server.ts'

/** The head and the width of every page. */
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
            {school.logoUrl !== null && <Logo url={school.logoUrl} />}
            <span>{school.name}</span>
          </div>
        </header>
      )}
      <main className={wide ? 'page wide' : 'page'} tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

/** A logo that does not come leaves no broken picture. */
function Logo({ url }: { url: string }) {
  const [lost, setLost] = useState(false)
  return lost ? null : <img src={url} alt="" width={40} height={40} onError={() => setLost(true)} />
}

/** A page that has one thing to say. */
export function Sentence({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
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
  NOT_FOUND: 'This link does not work',
  RATE_LIMITED: 'Too many tries',
  DISABLED_MODULE: 'Fees cannot be paid online',
  OFFLINE: 'No connection',
  SERVER: 'Please try again later',
  UNAVAILABLE: 'Please try again later',
}

/** Why a page has nothing to show, and what to do. */
export function FailurePage({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const again = (!failure.isFinal || failure.code === 'RATE_LIMITED') && (
    <button type="button" className="secondary" onClick={onRetry}>
      Try again
    </button>
  )
  return (
    <Sentence title={titles[failure.code] ?? 'Something went wrong'} action={again}>
      {failure.message}
    </Sentence>
  )
}

/** Said only when it lasts: a quick answer should not flicker. */
export function Waiting({ text = 'Loading…' }: { text?: string }) {
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
