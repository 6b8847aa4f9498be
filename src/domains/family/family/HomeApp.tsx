import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  applyAccent,
  FailurePage,
  Frame,
  MessageCard,
  NavigateContext,
  useLink,
  Waiting,
} from '#domains/onlinefees/family/home.exports.tsx'
import { homePath, parsePlace, type Place } from './address.ts'
import { ChildScreen } from './ChildScreen.tsx'
import { FeesScreen } from './FeesScreen.tsx'
import { findChild } from './home.ts'
import { HomeScreen } from './HomeScreen.tsx'
import { LazyCard, LazyChat } from './lazyPages.tsx'
import { SignIn } from './SignIn.tsx'
import { type HomeState, useHome } from './useHome.ts'

/** The family's own place: the sign-in, the children, and each child's pages. */
export function HomeApp() {
  const [place, setPlace] = useState(() => parsePlace(location.pathname))
  const state = useHome()

  useEffect(() => {
    const onPopState = () => setPlace(parsePlace(location.pathname))
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])

  // A pressed notification leads to its page in the one that is open.
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined
    const onMessage = ({ data }: MessageEvent<{ type?: string; link?: string } | null>) => {
      if (data?.type === 'OPEN' && data.link?.startsWith('/')) location.assign(data.link)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [])

  // Moves the focus, so that a screen reader reads the new page as after loading it.
  const previous = useRef(place)
  useEffect(() => {
    if (previous.current !== place) document.querySelector('main')?.focus({ preventScroll: true })
    previous.current = place
  }, [place])

  const go = useCallback((path: string) => {
    history.pushState(null, '', path)
    setPlace(parsePlace(location.pathname))
    window.scrollTo(0, 0)
  }, [])

  return (
    <NavigateContext value={go}>
      <Screen place={place} state={state} />
    </NavigateContext>
  )
}

function Screen({ place, state }: { place: Place; state: HomeState }) {
  const { home, failure, isSignedOut, reload } = state
  const child = home && 'studentId' in place ? findChild(home, place.place, place.studentId) : undefined
  // One school gives the whole place its colour; of several, the school of the page does.
  const school = child?.school ?? (home?.schools.length === 1 ? home.schools[0] : undefined)
  const accent = school?.family.school.accent ?? null
  useEffect(() => applyAccent(accent), [accent])

  if (isSignedOut) return <SignIn onSignedIn={reload} />
  if (home === null)
    return <Frame>{failure ? <FailurePage failure={failure} onRetry={() => void reload()} /> : <Waiting />}</Frame>
  if (place.page === 'home') return <HomeScreen state={state} home={home} />
  if (child && place.page === 'child') return <ChildScreen state={state} home={home} child={child} />
  if (child && place.page === 'fees') return <FeesScreen key={child.fees.id} child={child} reload={reload} />
  if (child?.facts.chat && (place.page === 'chat' || place.page === 'section'))
    return <LazyChat key={`${place.page} ${child.fees.id}`} child={child} ofSection={place.page === 'section'} reload={reload} />
  if (child && place.page === 'card') return <LazyCard key={place.cardId} child={child} cardId={place.cardId} reload={reload} />
  return <NothingHere />
}

function NothingHere() {
  const link = useLink()
  return (
    <Frame>
      <MessageCard
        title={t`This child is not here`}
        action={
          <a className="button secondary" {...link(homePath)}>
            <Trans>Back to your children</Trans>
          </a>
        }
      >
        <Trans>The school may now have another phone number for this child. Please ask the office.</Trans>
      </MessageCard>
    </Frame>
  )
}
