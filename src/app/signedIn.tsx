import '#ui/withoutEval.ts'
import { lazy } from 'react'
import { Navigation, startNavigation } from '#ui/navigation.tsx'
import { AccountMenu } from '#ui/account/AccountMenu.tsx'
import type { OutboxKinds } from '#ui/outbox/kinds.ts'
import type { PaletteSource } from '#ui/palette.ts'
import type { AppRoute } from '#ui/routes.ts'
import { prepareScreen } from '#ui/shell/Screens.tsx'
import type { ShellSession } from '#ui/shell/shellSession.ts'
import { SignedIn } from '#ui/shell/SignedIn.tsx'
import { SnackbarHost } from '#ui/SnackbarHost.tsx'
import { registerSectionMovePreview } from '#domains/classes/web/sectionMoves.exports.ts'
import { registerAccountAction } from '#domains/fees/web/accountActions.exports.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { Menu } from '#ui/kit/Menu.tsx'

interface WebRoutes {
  routes: readonly AppRoute[]
  paletteSources?: readonly PaletteSource[]
  loadOutboxKinds?: OutboxKinds
}

/**
 * Every domain with screens exports them in `web/routes.tsx`. Only these tables are loaded here; a screen's code loads
 * with the screen.
 */
const domains = Object.values(import.meta.glob<WebRoutes>('../domains/*/web/routes.tsx', { eager: true }))
const routes = domains.flatMap((domain) => domain.routes)
const sources = domains.flatMap((domain) => domain.paletteSources ?? [])
// Waiting requests are sent whichever screen is open.
const kinds = domains.flatMap((domain) => domain.loadOutboxKinds ?? [])

// Fees are below online fees and import nothing of them (the order of domains is in scripts/lint/boundaries.ts).
// Without the button the counter goes on, so a chunk that cannot be loaded is no error.
const PayLinkButton = lazy(() => import('#domains/onlinefees/web/PayLinkButton.tsx').catch(() => ({ default: () => null })))
registerAccountAction({ flag: 'onlineFees', Button: PayLinkButton })

// Classes are below fees. A preview that cannot be loaded is an error: what changes is shown before it is stored.
registerSectionMovePreview(
  lazy(() =>
    import('#domains/fees/web/feesByRule.exports.tsx').then(({ FeesOfSectionMove }) => ({ default: FeesOfSectionMove })),
  ),
)

startNavigation()

// Starts loading the screen of the address before the session is known. Its guard still runs first.
const opened = routes.find((route) => route.path === location.pathname)
if (opened) prepareScreen(opened).catch(() => undefined)

// Dialogs and menus are on every screen: their code comes once the first screen has what it needs, and before a line is
// lost. One after the other, so that neither holds up what somebody presses.
const prepareDialogs = () => {
  setTimeout(Dialog.prepare, 1500)
  setTimeout(Menu.prepare, 2000)
  setTimeout(AccountMenu.prepare, 2500)
}
if (document.readyState === 'complete') prepareDialogs()
else window.addEventListener('load', prepareDialogs, { once: true })

export default function SignedInApp({ session }: { session: ShellSession }) {
  return (
    <>
      <Navigation>
        <SignedIn session={session} routes={routes} sources={sources} kinds={kinds} />
      </Navigation>
      <SnackbarHost />
    </>
  )
}
