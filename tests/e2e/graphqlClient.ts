import { codeExchange, passwordSignIn } from '#scripts/codeExchange.ts'
import { demoPassword } from './demoPassword.ts'
import { ensureOwnPassword } from './ensureOwnPassword.ts'

/**
 * Returns a function that runs a GraphQL document as the owner of an access token, and returns the data.
 * @param token an empty one calls the server without signing in
 * @throws Error the function throws one with the server's message if the server refuses
 */
export function graphqlClient(token: string) {
  return async <Data>(query: string, variables: object): Promise<Data> => {
    const response = await fetch(`${process.env.E2E_URL ?? ''}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as { data?: Data; errors?: { message: string }[] }
    if (!data || errors) throw new Error(errors?.[0]?.message ?? `the server answered ${response.status}`)
    return data
  }
}

/** Signs in without a browser, and returns a {@link graphqlClient} of that account. */
export async function graphqlClientAs(email: string, password: string): Promise<ReturnType<typeof graphqlClient>> {
  const url = process.env.E2E_URL ?? ''
  await ensureOwnPassword(email, password)
  return graphqlClient((await codeExchange(url, await passwordSignIn(url, { email, password }))).accessToken)
}

/** Returns a {@link graphqlClient} of the demo's super administrator. */
export function superadminClient(): Promise<ReturnType<typeof graphqlClient>> {
  return graphqlClientAs('superadmin@shala.test', demoPassword)
}
