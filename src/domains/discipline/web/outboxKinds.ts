import { t } from '@lingui/core/macro'
import type { NewIncidents } from '#ui/generated/schema.types.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import { RecordIncidentsDocument, type RecordIncidentsMutation } from './discipline.graphql.ts'

/** Outbox kind of new incidents: a teacher records them where they happen, also without a connection. */
export const recordIncidentsKind: OutboxKind<Omit<NewIncidents, 'key'>, RecordIncidentsMutation> = {
  name: 'recordIncidents',
  mutation: RecordIncidentsDocument,
  words: { one: t`incident`, many: t`incidents` },
  count: (input) => [input.studentIds].flat().length,
  link: () => '/discipline',
}

export const outboxKinds = [recordIncidentsKind] as readonly OutboxKind[]
