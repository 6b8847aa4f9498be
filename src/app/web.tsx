// Executed before the rest, also when all files come from the device at once.
import './opening.tsx'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionProvider, useSession } from '#ui/session/SessionProvider.tsx'
import { storedRememberMe } from '#ui/session/storage.ts'
import { ErrorBoundary } from '#ui/shell/ErrorBoundary.tsx'
import { quietPage } from '#ui/shell/quietPage.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { applyColorMode } from '#ui/colorMode.ts'
import { loadFonts } from '#ui/fonts/loadFonts.ts'
import '#ui/kit/base.css'
import '#ui/kit/tokens.css'

// On a slow line a person loads the sign-in page or the screens, not both. Who was signed in most likely still is. What
// is needed loads while the session is looked up; a failed load is repeated later.
const signIn = () => import('#domains/users/web/SignInRoutes.tsx')
const signedIn = () => import('./signedIn.tsx')
const SignInRoutes = lazy(signIn)
const SignedInApp = lazy(signedIn)
const first: () => Promise<unknown> = storedRememberMe() === null ? signIn : signedIn
first().catch(() => undefined)
const ChoosePassword = lazy(() => import('#domains/users/web/ChoosePassword.tsx'))
// No first visit waits for it, and it stores the product for later ones. The page goes on without it: React empties a
// page whose error nobody catches.
const UpdateBanner = lazy(() =>
  quietPage()
    .then(() => import('#ui/shell/UpdateBanner.tsx'))
    .catch(() => ({ default: () => null })),
)

// Every part of the kit in its states, for who works on it.
const KitPage = import.meta.env.DEV && location.pathname === '/kit' ? lazy(() => import('#ui/kit/KitPage.tsx')) : null

function Page() {
  const session = useSession()
  if (session.state === 'loading') return <LoadingState />
  // A reset link is opened wherever the mail is read, perhaps in a browser that is signed in.
  if (session.state === 'signedOut' || location.pathname === '/reset-password')
    return (
      <Suspense fallback={<LoadingState />}>
        <SignInRoutes />
      </Suspense>
    )
  // A person whose password others know may only choose a new one.
  const { password } = session.claims
  if (password !== undefined && password !== 'own')
    return (
      <Suspense fallback={<LoadingState />}>
        <ChoosePassword key={session.claims.sub} source={password} />
      </Suspense>
    )
  return (
    <Suspense fallback={<LoadingState />}>
      <SignedInApp key={session.claims.sub} session={session} />
    </Suspense>
  )
}

applyColorMode()
loadFonts()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      {KitPage ? (
        <Suspense>
          <KitPage />
        </Suspense>
      ) : (
        <SessionProvider>
          <Page />
        </SessionProvider>
      )}
    </ErrorBoundary>
    <Suspense>
      <UpdateBanner />
    </Suspense>
  </StrictMode>,
)
