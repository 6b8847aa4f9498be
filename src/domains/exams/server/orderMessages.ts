import type { CommandContext, CommandResult, QueryContext } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import {
  batchById,
  type BatchRow,
  type Composing,
  type NamedBatch,
  orderBatch,
  wakeSender,
} from '#domains/messaging/server/messaging.exports.ts'

/** Context in which messages are composed. The preview only reads; the order and the job run in a transaction. */
export type ComposeContext<Input> = Pick<QueryContext<Input>, 'read' | 'viewer' | 'school' | 'schoolId' | 'input'> &
  Pick<Composing, 'db' | 'call'>

/** Composed messages with their recipients. */
export interface ComposedMessages {
  batch: NamedBatch
  order: Omit<Parameters<typeof orderBatch>[2], 'text' | 'token'>
}

/**
 * Queues composed messages, which are those of the preview. Idempotent by the request key.
 * @throws Refusal as {@link orderBatch}
 */
export function orderMessages(
  running: CommandContext<{ key?: string | undefined; token: string }, unknown>,
  action: string,
  compose: () => Promise<ComposedMessages>,
): Promise<CommandResult<BatchRow>> {
  const { db, call, schoolId, input } = running
  const readBatch = (id: number): Promise<BatchRow> => batchById(db, schoolId, id).executeTakeFirstOrThrow()
  return runOncePerKey(
    running,
    action,
    input,
    async () => {
      const { batch, order } = await compose()
      const id = await orderBatch(running, batch, { ...order, text: '', token: input.token })
      const result = await readBatch(id)
      return { result, ids: [id], fields: ['kind', 'audience'], afterCommit: () => wakeSender(call.database) }
    },
    ([id = 0]) => readBatch(id),
  )
}
