import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useShellSession } from '../shell/shellSession.ts'
import type { OutboxKind } from './kinds.ts'
import { Outbox } from './outbox.ts'
import { OutboxContext, type OutboxState } from './useOutbox.ts'
import { useSendCommand } from '../useSendCommand.ts'

/** Runs the outbox from sign-in to sign-out, on every screen. */
export function OutboxProvider({ kinds, children }: { kinds: readonly OutboxKind[]; children: ReactNode }) {
  const sendCommand = useSendCommand()
  const { claims } = useShellSession()
  const [outbox] = useState(
    () =>
      new Outbox({
        person: claims.sub,
        kinds: new Map(kinds.map((kind) => [kind.name, kind])),
        mutate: (mutation, variables, signal) => sendCommand(mutation, variables, { signal, changesNothing: true }),
      }),
  )
  useEffect(() => {
    outbox.start()
    return () => outbox.stop()
  }, [outbox])
  const list = useSyncExternalStore(outbox.subscribe, outbox.list)
  const state = useMemo<OutboxState>(
    () => ({
      waiting: list.filter((entry) => entry.refusal === null),
      refused: list.filter((entry) => entry.refusal !== null),
      kinds: outbox.kinds,
      send: outbox.send.bind(outbox),
      again: outbox.again.bind(outbox),
      discard: outbox.discard.bind(outbox),
      now: outbox.now,
    }),
    [outbox, list],
  )
  return <OutboxContext value={state}>{children}</OutboxContext>
}
