import type { MessageState } from '#ui/generated/schema.types.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { stateLabels } from './messageWords.ts'

/** A message that was not sent is no error, as a cancelled certificate is. */
const looks: Readonly<Partial<Record<MessageState, string>>> = { CANCELLED: 'CANCEL' }

/** The state of a message. */
export function MessageChip({ state }: { state: MessageState }) {
  return <StateChip state={looks[state] ?? state} label={stateLabels[state]} />
}
