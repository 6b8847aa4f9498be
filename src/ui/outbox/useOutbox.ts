import { createContext, useContext } from 'react'
import { ShellContext } from '../activeSchool.ts'
import type { Entry } from './entries.ts'
import type { OutboxKind } from './kinds.ts'
import type { Sent } from './outbox.ts'

export interface OutboxState {
  /** Not yet acknowledged, in order; the screens show them as entered. */
  waiting: readonly Entry[]
  /** What the server does not take; kept until a person has looked at it. */
  refused: readonly Entry[]
  kinds: ReadonlyMap<string, OutboxKind>
  send: <Input extends object, Data>(
    kind: OutboxKind<Input, Data>,
    schoolId: string,
    input: Input,
    label: string,
  ) => Promise<Sent<Data>>
  again: <Input extends object, Data>(key: string, input?: Input) => Promise<Sent<Data> | null>
  discard: (key: string) => Promise<void>
  now: () => void
}

export const OutboxContext = createContext<OutboxState | null>(null)

/**
 * What the person has entered and the server has not acknowledged.
 *
 * `send(kind, input, label)` keeps an entry on the device and sends it for the active school, after what waits already. It answers
 * `{ state: 'sent', data }`, `{ state: 'waiting' }` when no answer came within five seconds (it is sent again by itself, also
 * after the page was closed), or `{ state: 'refused', failure }`: then it stays in `refused` until `discard(key)` or
 * `again(key, input)`, which sends it with another input under a new key, or as it is under the same.
 */
export function useOutbox() {
  const outbox = useContext(OutboxContext)
  const school = useContext(ShellContext)?.school
  if (!outbox) throw new Error('useOutbox belongs inside the signed-in part.')
  return {
    ...outbox,
    send: <Input extends object, Data>(kind: OutboxKind<Input, Data>, input: Input, label: string): Promise<Sent<Data>> => {
      if (!school) throw new Error('Nothing is sent before a school is chosen.')
      return outbox.send(kind, school.id, input, label)
    },
  }
}
