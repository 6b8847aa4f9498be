import type { FieldCheck } from '../fields.ts'
import { deviceDoors } from './devices.ts'
import { type Door, outcome, type Outside, sendTo } from './door.ts'
import { fileDoors } from './files.ts'
import { guardianDoors } from './guardians.ts'
import { graphqlDoors } from './graphql.ts'
import { moneyDoors } from './money.ts'
import { openDoors, outsourcedDoors } from './open.ts'
import type { Started } from './outside.ts'

/** Every route that is not a GraphQL operation, by the route as the server registers it. */
export const doors: Readonly<Record<string, Door>> = {
  ...graphqlDoors,
  ...fileDoors,
  ...moneyDoors,
  ...deviceDoors,
  ...guardianDoors,
  ...openDoors,
}

/** A request to a route, its expected answer and the real one. */
export interface DoorCell {
  door: string
  as: string
  expected: string
  actual: string
}

/** @throws Error with the routes without an expectation, and the expectations without a route */
export function mustBeAll(routes: readonly string[], expected: Readonly<Record<string, Door>>): void {
  // Every GET has a HEAD, which is tried beside it.
  const there = new Set(routes.filter((route) => !route.startsWith('HEAD ')))
  const missing = [...there].filter((route) => !Object.hasOwn(expected, route))
  const gone = Object.keys(expected).filter((route) => !there.has(route))
  if (missing.length > 0) throw new Error(`Say in tests/matrix/doors who may use ${missing.join(', ')}: no route is left out.`)
  if (gone.length > 0) throw new Error(`There is no route ${gone.join(', ')} any more: take it out of tests/matrix/doors.`)
}

/** Tries every route of both servers, and searches each response for values that nobody may see there. */
export async function* doorCells({ outside, routes, outsourced }: Started, fields: FieldCheck): AsyncGenerator<DoorCell> {
  mustBeAll(routes, doors)
  const { 'GET /auth/*': _get, 'POST /auth/*': _post, ...shared } = doors
  const besides = outsourcedDoors(outsourced.url, sendTo(outsourced.url))
  mustBeAll(outsourced.routes, { ...shared, ...besides })
  const sent: Parameters<Outside['send']>[] = []
  const send: Outside['send'] = (...given) => {
    sent.push(given)
    return outside.send(...given)
  }
  for (const [door, asksAt] of [...Object.entries(doors), ...Object.entries(besides)])
    for (const ask of await asksAt({ ...outside, send })) {
      sent.length = 0
      const answer = await ask.send()
      fields.lookAtDoor(`${door}, ${ask.as}`, answer.text, ask.holds)
      yield { door, as: ask.as, expected: ask.expected, actual: await (ask.read ?? outcome)(answer) }
      const [last] = sent
      if (!door.startsWith('GET ') || last === undefined) continue
      const [path, sending] = last
      const head = await outside.send(path, { ...sending, method: 'HEAD' })
      const less = head.bytes.length === 0 && (head.status === answer.status || head.status >= 400)
      yield {
        door,
        as: `${ask.as}, by HEAD`,
        expected: 'no more than by GET',
        actual: less ? 'no more than by GET' : `${head.status}`,
      }
    }
}
