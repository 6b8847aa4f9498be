import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useShellSession } from '../shell/shellSession.ts'
import type { OutboxKind, OutboxKinds } from './kinds.ts'
import { Outbox } from './outbox.ts'
import { OutboxContext, type OutboxState } from './useOutbox.ts'
import { useSendCommand } from '../useSendCommand.ts'

/** Runs the outbox from sign-in to sign-out, on every screen. */
export function OutboxProvider({ kinds, children }: { kinds: readonly OutboxKinds[]; children: ReactNode }) {
  const sendCommand = useSendCommand()
  const { claims } = useShellSession()
  const [outbox] = useState(
    () =>
      new Outbox({
        person: claims.sub,
        loadKind: (name) => loadKind(kinds, name),
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
      loadKind: outbox.loadKind,
      send: outbox.send.bind(outbox),
      again: outbox.again.bind(outbox),
      discard: outbox.discard.bind(outbox),
      now: outbox.now,
    }),
    [outbox, list],
  )
  return <OutboxContext value={state}>{children}</OutboxContext>
}

/**
 * Returns the kind of a name. The kinds of a domain whose screen is open are here already, so that they are found
 * without a connection, when those of other domains cannot be loaded.
 */
async function loadKind(kinds: readonly OutboxKinds[], name: string): Promise<OutboxKind | undefined> {
  const loaded = await Promise.allSettled(kinds.map((load) => load()))
  const found = loaded
    .flatMap((domain) => (domain.status === 'fulfilled' ? domain.value.outboxKinds : []))
    .find((kind) => kind.name === name)
  const failed = loaded.find((domain) => domain.status === 'rejected')
  if (!found && failed) throw failed.reason
  return found
}
