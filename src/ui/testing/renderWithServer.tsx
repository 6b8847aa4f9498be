import { cleanup, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { DataClient } from '../data/dataClient.ts'
import { DataProvider } from '../data/DataProvider.tsx'
import { GraphqlError } from '../data/requestGraphql.ts'
import { SnackbarHost } from '../SnackbarHost.tsx'

/** Answers an operation with its data. Throw a `refusal`, or a TypeError for a lost connection. */
export type Answer = (operation: { name: string; variables: Record<string, unknown> }) => Promise<object> | object

/** Returns what a command throws when the server refuses it. */
export function refusal(code: string, message: string, problems: { path: string; message: string }[] = []): GraphqlError {
  return new GraphqlError([{ message, extensions: { code, problems } }])
}

/**
 * Renders a component with the product's data client and snackbars, in front of a server of the test. Whatever the test
 * before has rendered is removed.
 * @returns `user`, who clicks and types, and `sent`, the operations in their order
 */
export function renderWithServer(component: ReactNode, answer: Answer) {
  cleanup()
  const sent: { name: string; variables: Record<string, unknown> }[] = []
  const client = new DataClient(async ({ name }, variables) => {
    const asked = { name, variables: variables as Record<string, unknown> }
    sent.push(asked)
    return (await answer(asked)) as never
  })
  render(
    <DataProvider client={client}>
      {component}
      <SnackbarHost />
    </DataProvider>,
  )
  return { user: userEvent.setup(), sent }
}
