import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { readFileSync, globSync } from 'node:fs'
import { type FragmentDefinitionNode, type OperationDefinitionNode, parse, visit } from 'graphql'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueryDocument } from '#shared/graphqlDocuments.ts'
import { eventually } from '#tests/eventually.ts'
import { DataClient } from './dataClient.ts'
import { forgetKeptAnswers } from './forgetKeptAnswers.ts'
import { keepAnswers, keptQueries } from './keptAnswers.ts'

const figures: QueryDocument<{ figures: number }, { schoolId: string }> = {
  kind: 'query',
  name: 'SchoolFigures',
  domain: 'dashboard',
  text: '',
}
const secret: QueryDocument<{ secret: string }, { schoolId: string }> = { ...figures, name: 'Secret' } as never
const variables = { schoolId: '1' }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  globalThis.indexedDB = new IDBFactory()
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the page as an account, whose server gives these figures. */
async function opened(owner: string, answer = 7): Promise<DataClient> {
  const client = new DataClient(async ({ name }) => (name === 'Secret' ? { secret: 'x' } : { figures: answer }) as never)
  await keepAnswers(client, owner)
  return client
}

test('the next visit knows the answers of the last, with their time, but only those of the list', async () => {
  const first = await opened('asha 1')
  await first.fetch(figures, variables)
  await first.fetch(secret, variables)
  await eventually(async () => {
    const next = await opened('asha 1')
    expect(next.known(figures, variables)).toEqual({ figures: 7 })
    expect(next.known(secret, variables)).toBeUndefined()
    const [query] = next.queries.getQueryCache().getAll()
    expect(query?.state.dataUpdatedAt).toBe(first.queries.getQueryState(['dashboard', 'SchoolFigures', variables])?.dataUpdatedAt)
  })
})

test.each(['ravi 1', 'asha 2'])('another account or build, %s, starts without them', async (owner) => {
  const first = await opened('asha 1')
  await first.fetch(figures, variables)
  await eventually(async () => expect((await opened('asha 1')).known(figures, variables)).toBeDefined())
  expect((await opened(owner)).known(figures, variables)).toBeUndefined()
  expect((await opened('asha 1')).known(figures, variables)).toBeUndefined()
})

test('sign-out deletes them', async () => {
  const first = await opened('asha 1')
  await first.fetch(figures, variables)
  await eventually(async () => expect((await opened('asha 1')).known(figures, variables)).toBeDefined())
  forgetKeptAnswers()
  expect((await opened('asha 1')).known(figures, variables)).toBeUndefined()
})

test('the queries of the list exist, and ask for nothing that must not stay on a device', () => {
  const documents = globSync(['src/domains/*/web/**/*.graphql', 'src/ui/**/*.graphql']).map((path) =>
    parse(readFileSync(path, 'utf8')),
  )
  const operations = documents.flatMap(({ definitions }) =>
    definitions.filter((one): one is OperationDefinitionNode => one.kind === 'OperationDefinition'),
  )
  const kept = operations.filter(({ name }) => keptQueries.has(name?.value ?? ''))
  expect(new Set(kept.map(({ name }) => name?.value))).toEqual(keptQueries)
  const fragments = new Map(
    documents
      .flatMap(({ definitions }) => definitions)
      .flatMap((one) => (one.kind === 'FragmentDefinition' ? [[one.name.value, one] as const] : [])),
  )
  const asked: string[] = []
  const collect = (node: OperationDefinitionNode | FragmentDefinitionNode) =>
    visit(node, {
      Field: ({ name }) => void asked.push(name.value),
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value)
        if (fragment) collect(fragment)
      },
    })
  for (const operation of kept) collect(operation)
  // How many messages failed is kept, and the id of one that is sent again: nothing else of messages.
  const ofMessages = ['failedMessages', 'messageId']
  expect(asked).toEqual(expect.arrayContaining(ofMessages))
  // The right to see or set a secret is not the secret.
  const fields = asked.filter((name) => !['revealAadhaar', 'openAadhaarScan', 'setPassword', ...ofMessages].includes(name))
  expect(
    fields.filter((name) =>
      /aadhaar|caste|religion|health|medical|bloodGroup|accNumber|ifsc|chat|message|secret|password/i.test(name),
    ),
  ).toEqual([])
})
