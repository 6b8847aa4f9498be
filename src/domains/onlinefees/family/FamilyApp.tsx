import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { parseRoute } from './address.ts'
import { FamilyPages } from './FamilyPages.tsx'
import { Frame, MessageCard } from './Frame.tsx'
import { NavigateContext } from './navigation.ts'
import { ResultPage } from './ResultPage.tsx'

/** Shows the page of the current address. There are only three public addresses, so no router is needed. */
export function FamilyApp() {
  const [route, setPlace] = useState(() => parseRoute(location.pathname, location.search))

  useEffect(() => {
    const onPopState = () => setPlace(parseRoute(location.pathname, location.search))
    window.addEventListener('popstate', onPopState)
    return () => window.removeEventListener('popstate', onPopState)
  }, [])

  // Moves the focus, so that a screen reader reads the new page as after loading it.
  const previousRoute = useRef(route)
  useEffect(() => {
    if (previousRoute.current !== route) document.querySelector('main')?.focus({ preventScroll: true })
    previousRoute.current = route
  }, [route])

  const go = useCallback((path: string) => {
    history.pushState(null, '', path)
    setPlace(parseRoute(location.pathname, location.search))
    window.scrollTo(0, 0)
  }, [])

  return (
    <NavigateContext value={go}>
      {route.page === 'result' && <ResultPage key={route.order} result={route.result} orderInAddress={route.order} />}
      {(route.page === 'family' || route.page === 'child') && <FamilyPages key={route.hash} place={route} />}
      {route.page === 'unknown' && (
        <Frame>
          <MessageCard title={t`This address is not complete`}>
            <Trans>Please open the link in the SMS again, as a whole.</Trans>
          </MessageCard>
        </Frame>
      )}
    </NavigateContext>
  )
}
