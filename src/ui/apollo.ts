import { ApolloClient, ApolloLink, type DocumentNode, HttpLink, InMemoryCache, type TypePolicies } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { ErrorLink } from '@apollo/client/link/error'
import { getMainDefinition } from '@apollo/client/utilities'
import { operationHeader } from '#shared/operationHeader.ts'
import { failureOf, isSignedOut } from './problems.ts'

export interface ClientOptions {
  /** The session's access token, renewed when it is about to expire; null when the session is over. */
  accessToken: () => Promise<string | null>
  /** The server says that the session is over: the account was disabled, deleted or signed out elsewhere. */
  onSignedOut: () => void
}

/**
 * Types whose `id` is the student's or the account's, while what else they say belongs to a term: each stays where it was answered,
 * since kept by its id one term's roll and section would be shown in another.
 */
export const typePolicies: TypePolicies = Object.fromEntries(
  ['Payer', 'Sibling', 'QrStudent', 'Clerk', 'GuardianLinkChild'].map((type) => [type, { keyFields: false }]),
)

/** The header that names the mutation of a document; none for a query. */
export function announced(query: DocumentNode): Record<string, string> {
  const operation = getMainDefinition(query)
  if (operation.kind !== 'OperationDefinition' || operation.operation !== 'mutation') return {}
  const [field] = operation.selectionSet.selections
  return field?.kind === 'Field' ? { [operationHeader]: field.name.value } : {}
}

/** The one way to the data endpoint, with the session's token as a Bearer credential. */
export function makeClient({ accessToken, onSignedOut }: ClientOptions): ApolloClient {
  const authorize = new SetContextLink(async (context, { query }) => {
    const token = await accessToken()
    const headers = context.headers as Record<string, string> | undefined
    return { headers: { ...headers, ...announced(query), ...(token ? { authorization: `Bearer ${token}` } : {}) } }
  })
  const watch = new ErrorLink(({ error, operation }) => {
    const failure = failureOf(error)
    // A search that is overtaken by the next letter is aborted on purpose.
    if (error instanceof DOMException && error.name === 'AbortError') return
    if (isSignedOut(failure)) onSignedOut()
    else if (!failure.expected && failure.code !== 'NETWORK') console.error(operation.operationName, error)
  })
  return new ApolloClient({
    link: ApolloLink.from([watch, authorize, new HttpLink({ uri: '/graphql' })]),
    cache: new InMemoryCache({ typePolicies }),
    defaultOptions: {
      // What is known is shown at once, and asked again behind it: several people work on the same lists.
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
    },
  })
}
