import { ApolloClient, ApolloLink, type DocumentNode, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { getMainDefinition } from '@apollo/client/utilities'
import { operationHeader } from '#shared/operationHeader.ts'
import { failureOf, endsSession } from './problems.ts'

export interface ClientOptions {
  /** Returns the session's access token, renewed when it is about to expire; null when the session has ended. */
  accessToken: () => Promise<string | null>
  /** Called when the server ended the session: the account was disabled, deleted or signed out elsewhere. */
  onSignedOut: () => void
}

/**
 * Types whose `id` is a student's or an account's, but whose other fields belong to a term. They are not normalized in
 * the cache, because by id one term's roll and section would be shown in another.
 */
export const typePolicies: TypePolicies = Object.fromEntries(
  ['Payer', 'Sibling', 'QrStudent', 'Clerk', 'GuardianLinkChild'].map((type) => [type, { keyFields: false }]),
)

/** Returns the header that names a document's mutation; none for a query. */
export function operationHeaders(query: DocumentNode): Record<string, string> {
  const operation = getMainDefinition(query)
  if (operation.kind !== 'OperationDefinition' || operation.operation !== 'mutation') return {}
  const [field] = operation.selectionSet.selections
  return field?.kind === 'Field' ? { [operationHeader]: field.name.value } : {}
}

/** Creates the client for the GraphQL endpoint, with the session's token as a Bearer credential. */
export function makeClient({ accessToken, onSignedOut }: ClientOptions): ApolloClient {
  const authorize = new SetContextLink(async (context, { query }) => {
    const token = await accessToken()
    const headers = context.headers as Record<string, string> | undefined
    return { headers: { ...headers, ...operationHeaders(query), ...(token ? { authorization: `Bearer ${token}` } : {}) } }
  })
  const watch = new ErrorLink(({ error, operation }) => {
    const failure = failureOf(error)
    // A search that the next letter replaced is aborted on purpose.
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (endsSession(failure)) onSignedOut()
    else if (!failure.expected && failure.code !== 'NETWORK') console.error(operation.operationName, error)
  })
  return new ApolloClient({
    link: ApolloLink.from([watch, authorize, new HttpLink({ uri: '/graphql' })]),
    cache: new InMemoryCache({ typePolicies }),
    defaultOptions: {
      // Render cached data immediately and refetch in the background, because several people work on the same lists.
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
    },
  })
}
