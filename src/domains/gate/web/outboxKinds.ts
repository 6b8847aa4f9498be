import { t } from '@lingui/core/macro'
import type { RecordScansInputScans } from '#ui/generated/schema.types.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import { RecordScansDocument, type RecordScansMutation } from './gate.graphql.ts'

/** A scan in the outbox, until the server has acknowledged it. */
type QueuedScan = Pick<RecordScansInputScans, 'code' | 'means' | 'direction'>

/** Outbox kind of a scan at the page. Sends how long it waited, which the server subtracts from its arrival. */
export const recordScansKind: OutboxKind<QueuedScan, RecordScansMutation> = {
  name: 'recordScans',
  mutation: RecordScansDocument,
  variables: ({ schoolId, input, key, deviceAt }, waitedMs) => ({
    schoolId,
    input: { scans: [{ ...input, key, deviceAt, waitedMs }] },
  }),
  words: { one: t`scan`, many: t`scans` },
  link: () => '/gate',
}

export const outboxKinds = [recordScansKind] as readonly OutboxKind[]
