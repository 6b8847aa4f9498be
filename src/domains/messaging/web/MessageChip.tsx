import type { MessageState } from '#ui/generated/schema.types.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { stateLabels } from './messageLabels.ts'

/** A cancelled message looks like a cancelled certificate, not like an error. */
const chipStates: Readonly<Partial<Record<MessageState, string>>> = { CANCELLED: 'CANCEL' }

/** Shows the state of a message. */
export function MessageChip({ state }: { state: MessageState }) {
  return <StateChip state={chipStates[state] ?? state} label={stateLabels[state]} />
}
