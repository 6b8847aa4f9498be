import { lazy, Suspense } from 'react'
import { WaitingNotice } from '#ui/outbox/WaitingNotice.tsx'
import { SignIn } from './SignIn.tsx'

// Their links load the page anew: without a router the sign-in page is a tenth smaller.
const pages: Partial<Record<string, ReturnType<typeof lazy>>> = {
  '/forgot-password': lazy(() => import('./ForgotPassword.tsx')),
  '/reset-password': lazy(() => import('./ResetPassword.tsx')),
  '/not-a-customer': lazy(() => import('./SignInNotACustomer.tsx')),
}

/** What can be seen without being signed in; any other address shows the sign-in page (specification, section 2). */
export default function SignInRoutes() {
  const Page = pages[location.pathname.replace(/(.)\/$/, '$1')]
  return (
    <>
      {Page ? (
        <Suspense>
          <Page />
        </Suspense>
      ) : (
        <SignIn />
      )}
      <WaitingNotice />
    </>
  )
}
