import { t } from '@lingui/core/macro'
import type { SaveRegister } from '#ui/generated/schema.types.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import { registerAddress } from './registerRef.ts'
import { SaveRegisterDocument, type SaveRegisterMutation } from './take/take.graphql.ts'

/** A register in the outbox, until the server has acknowledged it. */
export type QueuedRegister = Omit<SaveRegister, 'key' | 'deviceAt'>

/** Outbox kind of a saved register, which works offline too. */
export const saveRegisterKind: OutboxKind<QueuedRegister, SaveRegisterMutation> = {
  name: 'saveRegister',
  mutation: SaveRegisterDocument,
  variables: ({ schoolId, input, key, deviceAt }) => ({ schoolId, input: { ...input, key, deviceAt } }),
  words: { one: t`mark`, many: t`marks` },
  count: (input) => input.marks.length,
  link: registerAddress,
}

export const outboxKinds = [saveRegisterKind] as readonly OutboxKind[]
