import { useCallback, useEffect, useRef, useState } from 'react'
import { placeOf } from './address.ts'
import { FamilyPages } from './FamilyPages.tsx'
import { Frame, Sentence } from './Frame.tsx'
import { NavigateContext } from './navigation.ts'
import { ResultPage } from './ResultPage.tsx'

/** The three public addresses; no router is needed for them. */
export function FamilyApp() {
  const [place, setPlace] = useState(() => placeOf(location.pathname, location.search))

  useEffect(() => {
    const moved = () => setPlace(placeOf(location.pathname, location.search))
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])

  // Whoever reads with the ears is taken to the new page, as after loading it.
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current !== place) document.querySelector('main')?.focus({ preventScroll: true })
    shown.current = place
  }, [place])

  const go = useCallback((path: string) => {
    history.pushState(null, '', path)
    setPlace(placeOf(location.pathname, location.search))
    window.scrollTo(0, 0)
  }, [])

  return (
    <NavigateContext value={go}>
      {place.page === 'result' && <ResultPage key={place.order} result={place.result} orderRef={place.order} />}
      {(place.page === 'family' || place.page === 'child') && <FamilyPages key={place.hash} place={place} />}
      {place.page === 'unknown' && (
        <Frame>
          <Sentence title="This address is not complete">Please open the link in the SMS again, as a whole.</Sentence>
        </Frame>
      )}
    </NavigateContext>
  )
}
