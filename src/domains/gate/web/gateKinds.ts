import type { RecordScansInputScans } from '#ui/generated/schema.types.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import { RecordScansDocument, type RecordScansMutation } from './gate.graphql.ts'

/** A scan as it is kept until the server has it. */
type KeptScan = Pick<RecordScansInputScans, 'code' | 'means' | 'direction'>

/** A scan of the page; how long it has waited is counted back from when it arrives. */
export const recordScansKind: OutboxKind<KeptScan, RecordScansMutation> = {
  name: 'recordScans',
  mutation: RecordScansDocument,
  variables: ({ schoolId, input, key, deviceAt }, waitedMs) => ({
    schoolId,
    input: { scans: [{ ...input, key, deviceAt, waitedMs }] },
  }),
  words: { one: 'scan', many: 'scans' },
  link: () => '/gate',
}
