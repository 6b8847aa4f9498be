import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client'
import { ApolloProvider } from '@apollo/client/react'
import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import type { ReactNode } from 'react'
import { SnackbarHost } from '../SnackbarHost.tsx'

/** Answers an operation with its data. Throw a `refusal`, or a TypeError for a lost connection. */
export type Answer = (operation: { name: string; variables: Record<string, unknown> }) => Promise<object> | object

/** Returns what a command throws when the server refuses it. */
export function refusal(code: string, message: string, problems: { path: string; message: string }[] = []): GraphQLError {
  return new GraphQLError(message, { extensions: { code, problems } })
}

/**
 * Renders a component with the product's GraphQL client and snackbars, in front of a server of the test. Whatever the
 * test before has rendered is removed.
 * @returns `user`, who clicks and types, and `sent`, the operations in their order
 */
export function renderWithServer(component: ReactNode, answer: Answer) {
  cleanup()
  const sent: { name: string; variables: Record<string, unknown> }[] = []
  const link = new ApolloLink(
    (operation) =>
      new Observable((observer) => {
        const asked = { name: operation.operationName ?? '', variables: operation.variables }
        sent.push(asked)
        void (async () => answer(asked))().then(
          (data) => {
            observer.next({ data: data as Record<string, unknown> })
            observer.complete()
          },
          (error: unknown) => {
            if (!(error instanceof GraphQLError)) return observer.error(error)
            observer.next({ data: null, errors: [error.toJSON()] })
            observer.complete()
          },
        )
      }),
  )
  const client = new ApolloClient({ link, cache: new InMemoryCache() })
  render(
    <ApolloProvider client={client}>
      <SnackbarHost>{component}</SnackbarHost>
    </ApolloProvider>,
  )
  return { user: userEvent.setup(), sent }
}
