import { execute, parse } from 'graphql'
import { text } from 'node:stream/consumers'
import type { ComponentType } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { Route, Router } from 'wouter'
import { schema } from '#app/schema.ts'
import type { Call } from '#platform/command.ts'
import { type ActiveSchool, flagNames, type Shell, ShellContext } from '#ui/activeSchool.ts'
import { DataClient } from '#ui/data/dataClient.ts'
import { DataProvider } from '#ui/data/DataProvider.tsx'
import { GraphqlError } from '#ui/data/requestGraphql.ts'
import { OutboxContext, type OutboxState } from '#ui/outbox/useOutbox.ts'
import { type ShellSession, ShellSessionContext } from '#ui/shell/shellSession.ts'
import { ActiveSchoolDocument, ViewerDocument } from '#ui/shell/shell.graphql.ts'

/** Returns a client that runs the product's schema as one person, in this process. */
function clientOf(call: Call): DataClient {
  return new DataClient(async (document, variables) => {
    const { data, errors } = await execute({
      schema,
      document: parse(document.text),
      contextValue: call,
      variableValues: variables as Record<string, unknown>,
    })
    if (errors) throw new GraphqlError(errors.map((error) => error.toJSON()))
    return data as never
  })
}

const nothing = () => Promise.reject(new Error('Nothing is sent while a screen is only drawn.'))
const outbox: OutboxState = {
  waiting: [],
  refused: [],
  kinds: new Map(),
  send: nothing,
  again: nothing,
  discard: nothing,
  now: () => undefined,
}

/**
 * Renders a screen as one person sees it, with the server's answers, and returns its HTML. The test replaces
 * `useQuery` by that of answeredQuery.tsx, which waits for the answers.
 */
export async function drawn(call: Call, schoolId: number, Screen: ComponentType, path: string, address: string): Promise<string> {
  const client = clientOf(call)
  const { viewer } = await client.request(ViewerDocument, {})
  const active = schoolId === 0 ? null : await client.request(ActiveSchoolDocument, { schoolId: String(schoolId) })
  if (!viewer) throw new Error('The call has no viewer.')
  const terms = active?.terms ?? []
  const school = active?.school
  const shell: Shell = {
    viewer,
    school: school
      ? {
          id: school.id,
          name: school.name,
          attType: school.attType,
          accentColor: school.accentColor,
          flags: Object.fromEntries(flagNames.map((flag) => [flag, school[flag]])) as ActiveSchool['flags'],
        }
      : null,
    terms,
    term: terms.find((term) => term.current) ?? null,
    chooseSchool: nothing,
    chooseTerm: () => undefined,
  }
  const session: ShellSession = {
    claims: { sub: viewer.id, role: viewer.role, schoolId: viewer.schoolId },
    accessToken: () => Promise.resolve(null),
    check: () => Promise.resolve(),
    signOut: () => Promise.resolve(),
    signOutWithoutRecord: () => Promise.resolve(),
  }
  const tree = (
    <DataProvider client={client}>
      <ShellSessionContext value={session}>
        <OutboxContext value={outbox}>
          <ShellContext value={shell}>
            <Router ssrPath={address}>
              <Route path={path}>
                <Screen />
              </Route>
            </Router>
          </ShellContext>
        </OutboxContext>
      </ShellSessionContext>
    </DataProvider>
  )
  const { prelude } = await prerenderToNodeStream(tree)
  return text(prelude)
}
