import { type Query, QueryClient } from '@tanstack/react-query'
import { endsSession, failureOf } from '../problems.ts'
import type { QueryDocument } from '#shared/graphqlDocuments.ts'
import { takeOpeningAnswer } from './openingRequest.ts'
import { requestGraphql, type RequestGraphql, type RequestOptions } from './requestGraphql.ts'

export interface DataClientOptions {
  /** Returns the session's access token, renewed when it is about to expire; null when the session has ended. */
  accessToken: () => Promise<string | null>
  /** Called when the server ended the session: the account was disabled, deleted or signed out elsewhere. */
  onSignedOut: () => void
}

/** Returns the function that sends operations with the session's token, and notices when the session has ended. */
export function authorizedRequest({ accessToken, onSignedOut }: DataClientOptions): RequestGraphql {
  return async (document, variables, { signal, headers } = {}) => {
    try {
      const token = await accessToken()
      const answer = token && (await takeOpeningAnswer(token, document, variables))
      if (answer) return answer as never
      const authorized = token ? { ...headers, authorization: `Bearer ${token}` } : headers
      return await requestGraphql(document, variables, { signal, headers: authorized })
    } catch (error) {
      const failure = failureOf(error)
      if (endsSession(failure)) onSignedOut()
      // A request that nobody waits for any more is aborted on purpose.
      else if (!isAbort(error) && !failure.expected && failure.code !== 'NETWORK') console.error(document.name, error)
      throw error
    }
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** How long an answer is known after the last screen that showed it, in milliseconds: a working day. */
const knownForMs = 12 * 60 * 60 * 1000

type Key = readonly [domain: string, name: string, variables: unknown]

/** Returns the key under which the answer to a query is known. */
export function queryKey<Data, Variables>(document: QueryDocument<Data, Variables>, variables: Variables | undefined): Key {
  return [document.domain, document.name, variables ?? {}]
}

/** What a page knows of the server's data: the answers to its queries, by document and variables. */
export class DataClient {
  /** Sends an operation without remembering the answer. */
  readonly request: RequestGraphql
  readonly queries: QueryClient
  /** When the page was opened, in milliseconds since 1970. An older answer is of an earlier visit (keptAnswers.ts). */
  readonly openedAt = Date.now()

  constructor(request: RequestGraphql) {
    this.request = request
    this.queries = new QueryClient({
      defaultOptions: {
        queries: {
          gcTime: knownForMs,
          // The screens repeat what failed by themselves: by polling, or by a button.
          networkMode: 'always',
          retry: false,
          refetchOnReconnect: false,
          refetchOnWindowFocus: false,
        },
      },
    })
  }

  /**
   * Asks the server, and shows the answer wherever the query is on the screen. A failure is the caller's: what is on
   * the screen stays.
   */
  async fetch<Data, Variables>(
    document: QueryDocument<Data, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<Data> {
    const key = queryKey(document, variables)
    // A screen that has just opened is asking the same.
    if (this.queries.getQueryState(key)?.fetchStatus === 'fetching')
      return this.queries.fetchQuery({ queryKey: key, queryFn: () => this.request(document, variables, options), staleTime: 0 })
    const data = await this.request(document, variables, options)
    this.remember(document, variables, data)
    return data
  }

  /** Returns the last answer to a query, or asks the server when there is none. */
  async knownOrFetched<Data, Variables>(document: QueryDocument<Data, Variables>, variables: Variables): Promise<Data> {
    return this.known(document, variables) ?? this.fetch(document, variables)
  }

  /** Returns the last answer to a query; undefined when there is none. */
  known<Data, Variables>(document: QueryDocument<Data, Variables>, variables: Variables): Data | undefined {
    return this.queries.getQueryData<Data>(queryKey(document, variables))
  }

  /**
   * Returns what the screen shows of an earlier visit: the time of its oldest answer in milliseconds since 1970, and
   * whether the server could not be asked; undefined when everything is of this visit.
   */
  shownFromBefore(): { since: number; failing: boolean } | undefined {
    const old = this.queries
      .getQueryCache()
      .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined && state.dataUpdatedAt < this.openedAt })
    if (old.length === 0) return undefined
    return {
      since: Math.min(...old.map(({ state }) => state.dataUpdatedAt)),
      failing: old.some(({ state }) => state.status === 'error'),
    }
  }

  /** Stores an answer that came in another way. */
  remember<Data, Variables>(document: QueryDocument<Data, Variables>, variables: Variables, data: Data): void {
    this.queries.setQueryData(queryKey(document, variables), data)
  }

  /** Reads a query again where it is on the screen, with whichever variables. A failure shows there. */
  async renew(...documents: readonly QueryDocument<unknown, never>[]): Promise<void> {
    await Promise.all(
      documents.map(({ domain, name }) => this.queries.invalidateQueries({ queryKey: [domain, name], refetchType: 'active' })),
    )
  }

  /**
   * Forgets the answers to all queries of domains, because a command has changed something there. Those on the screen
   * are read again, and shown until then.
   * @returns when they are read; a failure shows on their screens
   */
  async forget(domains: readonly string[]): Promise<void> {
    const isOf = (query: Query) =>
      [query.queryKey[0], ...((query.meta?.alsoOf ?? []) as readonly unknown[])].some((domain) =>
        domains.includes(String(domain)),
      )
    this.queries.removeQueries({ type: 'inactive', predicate: isOf })
    await this.queries.invalidateQueries({
      predicate: (query) => isOf(query) && !query.observers.every(({ options }) => options.meta?.readOnce === true),
    })
  }

  /** Forgets everything, like {@link forget}. */
  async forgetAll(): Promise<void> {
    this.queries.removeQueries({ type: 'inactive' })
    await this.queries.invalidateQueries()
  }
}
