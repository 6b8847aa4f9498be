import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { MortalServer } from './mortalServer.ts'

/** Error of a refused request, with its code. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const answer = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() })).optional(),
})

export const familyAnswer = z.object({
  family: z.object({
    children: z.array(
      z.object({
        id: z.string(),
        fees: z.array(
          z.object({
            feeId: z.string(),
            version: z.string(),
            pending: z.number(),
            accountId: z.string().nullable(),
            payable: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})
export const orderAnswer = z.object({
  createOrder: z.object({
    action: z.string(),
    ref: z.string(),
    fields: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
})

export const familyDocument =
  'query ($hash: String!) { family(hash: $hash) { children { id fees { feeId version pending accountId payable } } } }'
export const orderDocument =
  'mutation ($hash: String!, $input: CreateOrderInput!) { createOrder(hash: $hash, input: $input) { action ref fields { name value } } }'
export const stateDocument = 'query ($ref: String!) { onlineOrder(ref: $ref) { state } }'
export const giveUpDocument = 'mutation ($hash: String!, $ref: String!) { giveUpOrder(hash: $hash, ref: $ref) { state } }'

/**
 * Sends a request to the public GraphQL API like a browser at an address, and repeats it while the server is down. So
 * the request must be idempotent.
 * @throws Refused with the server's code
 */
export async function ask(server: MortalServer, address: string, query: string, variables: unknown): Promise<unknown> {
  for (const end = AbortSignal.timeout(300_000); ; ) {
    await server.up()
    try {
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors } = answer.parse(await response.json())
      const [error] = errors ?? []
      if (error) throw new Refused(error.extensions?.code ?? 'NONE', error.message)
      return data
    } catch (error) {
      if (error instanceof Refused || error instanceof z.ZodError || end.aborted) throw error
      await sleep(50)
    }
  }
}
