import type { MutationDocument, QueryDocument } from '#shared/graphqlDocuments.ts'

/** A query that a screen asks when it opens, with its variables. */
export interface OpeningQuery {
  document: QueryDocument<unknown, never>
  variables: Readonly<Record<string, unknown>>
}

/** Returns a query with its variables; the compiler compares them. */
export function openingQuery<Data, Variables extends Readonly<Record<string, unknown>>>(
  document: QueryDocument<Data, Variables>,
  variables: Variables,
): OpeningQuery {
  return { document, variables }
}

/** Milliseconds until an answer is too old to show. On a slow line the code itself takes many seconds. */
const maxAgeMs = 30_000

interface Opening {
  /** Access token of the request. Another account must not see its answers. */
  token: string
  sentAt: number
  /** Reads the response, once: the answers in the order of the queries. */
  answers: () => Promise<readonly unknown[]>
  /** Index of each query whose answer nobody has taken. */
  indexes: Map<string, number>
}

let opening: Opening | null = null

/**
 * Sends the queries of a screen in one request, before the code of the screen has come. {@link takeOpeningAnswer} gives
 * out the answers.
 */
export function sendOpeningRequest(token: string, queries: readonly OpeningQuery[]): void {
  const { name, query, variables, split } = mergeQueries(queries)
  const response = fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ operationName: name, query, variables }),
  })
  // A failure is handled where an answer is taken.
  response.catch(() => undefined)
  let read: Promise<readonly unknown[]> | undefined
  opening = {
    token,
    sentAt: Date.now(),
    answers: () => {
      read ??= response.then(async (answer) => split(await answer.json()))
      return read
    },
    indexes: new Map(queries.map((query, index) => [keyOf(query.document, query.variables), index])),
  }
}

/**
 * Returns the answer to a query of the opening request, once; undefined when there is none. The promise gives undefined
 * when the request failed: then the query is sent by itself.
 */
export function takeOpeningAnswer(
  token: string,
  document: QueryDocument<unknown, never> | MutationDocument<unknown, never>,
  variables: unknown,
): Promise<unknown> | undefined {
  // A command may change what the answers say.
  if (document.kind === 'mutation' || (opening && Date.now() - opening.sentAt > maxAgeMs)) opening = null
  if (!opening || opening.token !== token) return undefined
  const { answers, indexes } = opening
  const key = keyOf(document, variables)
  const index = indexes.get(key)
  if (index === undefined) return undefined
  indexes.delete(key)
  return answers().then(
    (all) => all[index],
    () => undefined,
  )
}

/** Returns a key of a query that does not depend on the order of its variables. */
function keyOf({ name }: { name: string }, variables: unknown): string {
  return `${name} ${JSON.stringify(variables, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )}`
}

interface MergedQueries {
  name: string
  query: string
  variables: Record<string, unknown>
  /**
   * Returns the data of each query.
   * @throws Error when the answer has an error, which may have taken the data of every query with it
   */
  split: (answer: unknown) => unknown[]
}

/**
 * Merges queries into one document, because the endpoint takes one operation a request. The fields and variables of a
 * query get its index, so that two queries may ask the same field with other arguments.
 */
export function mergeQueries(queries: readonly OpeningQuery[]): MergedQueries {
  const declarations: string[] = []
  const selections: string[] = []
  const fragments = new Set<string>()
  const variables: Record<string, unknown> = {}
  const fieldsOf = queries.map(({ document, variables: own }, index) => {
    const operation = numbered(document.text, index)
    declarations.push(operation.declarations)
    selections.push(operation.selection)
    for (const fragment of operation.fragments) fragments.add(fragment)
    for (const [name, value] of Object.entries(own)) variables[`${name}_${index}`] = value
    return operation.fields
  })
  const name = 'Opening'
  const declared = declarations.join(' ').trim()
  return {
    name,
    query: `query ${name}${declared && `(${declared})`}{${selections.join(' ')}}${[...fragments].join('')}`,
    variables,
    split: (answer) => {
      const { data, errors } = answer as { data?: Record<string, unknown> | null; errors?: unknown[] }
      if (!data || errors) throw new Error('The opening request has failed.')
      return fieldsOf.map((fields, index) => Object.fromEntries(fields.map((field) => [field, data[`${field}_${index}`]])))
    },
  }
}

interface NumberedOperation {
  declarations: string
  selection: string
  /** Names of its top fields in the answer. */
  fields: string[]
  fragments: string[]
}

/** Returns the parts of a generated document (scripts/documentsPlugin.ts), its variables and top fields numbered. */
function numbered(text: string, index: number): NumberedOperation {
  const start = text.indexOf('{') + 1
  const end = closingBrace(text, start)
  const withVariables = (part: string) => part.replace(/\$\w+/g, (name) => `${name}_${index}`)
  const fields: string[] = []
  let depth = 0
  const tokens = text.slice(start, end).match(/\$?\w+|[^]/g) ?? []
  const selection = tokens.map((token, at) => {
    if (token === '{' || token === '(') depth += 1
    if (token === '}' || token === ')') depth -= 1
    // Of a field with another name the name counts; a directive is no field.
    if (depth > 0 || !/^\w/.test(token) || tokens[at - 1] === ':' || tokens[at - 1] === '@') return token
    fields.push(token)
    return `${token}_${index}${tokens[at + 1] === ':' ? '' : `:${token}`}`
  })
  return {
    declarations: withVariables(/\((.*)\)/.exec(text.slice(0, start))?.[1] ?? ''),
    selection: withVariables(selection.join('')),
    fields,
    fragments: text
      .slice(end + 1)
      .split(/(?=fragment \w+ on )/)
      .filter(Boolean),
  }
}

/** Returns the place of the brace that closes the selection that starts here. */
function closingBrace(text: string, start: number): number {
  let depth = 1
  let at = start
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
  }
  return at - 1
}
