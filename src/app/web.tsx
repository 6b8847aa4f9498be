import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { SessionProvider, useSession } from '../ui/session/SessionProvider.tsx'
import { SignedOut } from '../ui/session/SignedOut.tsx'
import { ErrorBoundary } from '../ui/shell/ErrorBoundary.tsx'
import { SnackbarHost } from '../ui/SnackbarHost.tsx'
import { LoadingState } from '../ui/states.tsx'
import { Theme } from '../ui/theme.tsx'

// A parent or teacher who signs in on a slow line waits for the sign-in page only.
const SignedInApp = lazy(() => import('./signedIn.tsx'))
const UpdateBanner = lazy(() => import('../ui/shell/UpdateBanner.tsx'))

function Page() {
  const session = useSession()
  if (session.state === 'loading') return <LoadingState />
  if (session.state === 'signedOut') return <SignedOut />
  return (
    <Suspense fallback={<LoadingState />}>
      <SignedInApp key={session.claims.sub} session={session} />
    </Suspense>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <Theme>
      <SnackbarHost>
        <ErrorBoundary>
          <BrowserRouter>
            <SessionProvider>
              <Page />
            </SessionProvider>
          </BrowserRouter>
        </ErrorBoundary>
        <Suspense>
          <UpdateBanner />
        </Suspense>
      </SnackbarHost>
    </Theme>
  </StrictMode>,
)
