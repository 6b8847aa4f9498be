import { createContext, useContext } from 'react'
import { ShellContext } from '../activeSchool.ts'
import type { Entry } from './entries.ts'
import type { OutboxKind } from './kinds.ts'
import type { SendResult } from './outbox.ts'

export interface OutboxState {
  /** Entries without an acknowledgement, in order. Screens show them as entered. */
  waiting: readonly Entry[]
  /** Refused entries, kept until the person has dealt with them. */
  refused: readonly Entry[]
  loadKind: (name: string) => Promise<OutboxKind | undefined>
  send: <Input extends object, Data>(
    kind: OutboxKind<Input, Data>,
    schoolId: string,
    input: Input,
    label: string,
  ) => Promise<SendResult<Data>>
  again: <Input extends object, Data>(key: string, input?: Input) => Promise<SendResult<Data> | null>
  discard: (key: string) => Promise<void>
  now: () => void
}

export const OutboxContext = createContext<OutboxState | null>(null)

/**
 * Returns the person's entries that the server has not acknowledged.
 * `send(kind, input, label)` stores an entry on the device and sends it for the active school, after the waiting ones.
 * It resolves to `{ state: 'sent', data }`, `{ state: 'waiting' }` when no answer came within five seconds (it is
 * retried automatically, also after the page was closed), or `{ state: 'refused', failure }`. A refused entry stays in
 * `refused` until `discard(key)` or `again(key, input)`, which sends it with another input under a new key, or
 * unchanged under the same key.
 */
export function useOutbox() {
  const outbox = useContext(OutboxContext)
  const school = useContext(ShellContext)?.school
  if (!outbox) throw new Error('useOutbox belongs inside the signed-in part.')
  return {
    ...outbox,
    send: <Input extends object, Data>(kind: OutboxKind<Input, Data>, input: Input, label: string): Promise<SendResult<Data>> => {
      if (!school) throw new Error('Nothing is sent before a school is chosen.')
      return outbox.send(kind, school.id, input, label)
    },
  }
}
