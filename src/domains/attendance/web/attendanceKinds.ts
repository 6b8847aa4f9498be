import type { SaveRegister } from '#ui/generated/schema.types.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import { registerAddress } from './registerPlace.ts'
import { SaveRegisterDocument, type SaveRegisterMutation } from './take/take.graphql.ts'

/** A register as it is kept until the server has it. */
export type KeptRegister = Omit<SaveRegister, 'key' | 'deviceAt'>

/** A register that was taken, also without a connection. */
export const saveRegisterKind: OutboxKind<KeptRegister, SaveRegisterMutation> = {
  name: 'saveRegister',
  mutation: SaveRegisterDocument,
  variables: ({ schoolId, input, key, deviceAt }) => ({ schoolId, input: { ...input, key, deviceAt } }),
  words: { one: 'mark', many: 'marks' },
  count: (input) => input.marks.length,
  link: registerAddress,
}
