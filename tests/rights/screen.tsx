import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { prerenderStatic } from '@apollo/client/react/ssr'
import { ThemeProvider } from '@mui/material/styles'
import { execute } from 'graphql'
import type { ComponentType } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router'
import { schema } from '#app/schema.ts'
import type { Call } from '#platform/command.ts'
import { type ActiveSchool, flagNames, type Shell, ShellContext } from '#ui/activeSchool.ts'
import { typePolicies } from '#ui/apollo.ts'
import { theme } from '#ui/makeTheme.ts'
import { OutboxContext, type OutboxState } from '#ui/outbox/useOutbox.ts'
import { type ShellSession, ShellSessionContext } from '#ui/shell/shellSession.ts'
import { ActiveSchoolDocument, ViewerDocument } from '#ui/shell/shell.graphql.ts'

/** Returns a client that runs the product's schema as one person, in this process. */
function clientOf(call: Call): ApolloClient {
  const link = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        void Promise.resolve(
          execute({ schema, document: operation.query, contextValue: call, variableValues: operation.variables }),
        ).then(
          (result) => {
            observer.next({ data: result.data ?? null, ...(result.errors ? { errors: result.errors } : {}) })
            observer.complete()
          },
          (error: unknown) => observer.error(error),
        )
      }),
  )
  return new ApolloClient({ link, ssrMode: true, cache: new InMemoryCache({ typePolicies }) })
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

/** Renders a screen as one person sees it, with the server's answers, and returns its HTML. */
export async function drawn(call: Call, schoolId: number, Screen: ComponentType, path: string, address: string): Promise<string> {
  const client = clientOf(call)
  const { data: asked } = await client.query({ query: ViewerDocument })
  const active =
    schoolId === 0 ? null : (await client.query({ query: ActiveSchoolDocument, variables: { schoolId: String(schoolId) } })).data
  const viewer = asked?.viewer
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
    choose: nothing,
    chooseTerm: () => undefined,
  }
  const session: ShellSession = {
    claims: { sub: viewer.id, role: viewer.role, schoolId: viewer.schoolId },
    accessToken: () => Promise.resolve(null),
    check: () => Promise.resolve(),
    signOut: () => Promise.resolve(),
  }
  const tree = (
    <ThemeProvider theme={theme}>
      <ApolloProvider client={client}>
        <ShellSessionContext value={session}>
          <OutboxContext value={outbox}>
            <ShellContext value={shell}>
              <StaticRouter location={address}>
                <Routes>
                  <Route path={path} element={<Screen />} />
                </Routes>
              </StaticRouter>
            </ShellContext>
          </OutboxContext>
        </ShellSessionContext>
      </ApolloProvider>
    </ThemeProvider>
  )
  const { result } = await prerenderStatic({ tree, context: { client }, renderFunction: prerenderToNodeStream, maxRerenders: 8 })
  client.stop()
  return result
}
