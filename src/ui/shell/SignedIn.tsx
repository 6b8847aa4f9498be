import { type ReactNode, use } from 'react'
import { useShell } from '../activeSchool.ts'
import { authorizedRequest, DataClient } from '../data/dataClient.ts'
import { DataProvider } from '../data/DataProvider.tsx'
import { ownerOf } from '../data/answersDatabase.ts'
import { keepAnswers } from '../data/keptAnswers.ts'
import type { OutboxKinds } from '../outbox/kinds.ts'
import { OutboxProvider } from '../outbox/OutboxProvider.tsx'
import type { PaletteSource } from '../palette.ts'
import type { AppRoute } from '../routes.ts'
import { useBrand } from '../brand.ts'
import { Frame } from './Frame.tsx'
import { SchoolProvider } from './SchoolProvider.tsx'
import { Screens } from './Screens.tsx'
import { type ShellSession, ShellSessionContext } from './shellSession.ts'

interface SignedInProps {
  session: ShellSession
  routes: readonly AppRoute[]
  sources: readonly PaletteSource[]
  kinds: readonly OutboxKinds[]
}

/** Signed-in part of the page. It is remounted for every session, so that nobody sees another person's data. */
export function SignedIn({ session, routes, sources, kinds }: SignedInProps) {
  const client = use(clientOf(session))
  return (
    <ShellSessionContext value={session}>
      <DataProvider client={client}>
        <OutboxProvider kinds={kinds}>
          <SchoolProvider>
            <SchoolTheme>
              <Frame routes={routes} sources={sources}>
                <Screens routes={routes} />
              </Frame>
            </SchoolTheme>
          </SchoolProvider>
        </OutboxProvider>
      </DataProvider>
    </ShellSessionContext>
  )
}

const clients = new WeakMap<ShellSession['claims'], Promise<DataClient>>()

/** Returns the data client of a session, which knows the answers of earlier visits. */
function clientOf({ claims, accessToken, check }: ShellSession): Promise<DataClient> {
  const known = clients.get(claims)
  if (known) return known
  const client = new DataClient(authorizedRequest({ accessToken, onSignedOut: () => void check() }))
  const connected = keepAnswers(client, ownerOf(claims.sub)).then(() => client)
  clients.set(claims, connected)
  return connected
}

function SchoolTheme({ children }: { children: ReactNode }) {
  useBrand(useShell().school?.accentColor ?? null)
  return children
}
