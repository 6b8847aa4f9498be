import { t } from '@lingui/core/macro'
import type {
  EndLecturesMutation,
  EndLecturesMutationVariables,
  SaveBooksProgressMutation,
  SaveBooksProgressMutationVariables,
  SetLectureMarkMutation,
  SetLectureMarkMutationVariables,
} from './lectures.graphql.ts'
import { EndLecturesDocument, SaveBooksProgressDocument, SetLectureMarkDocument } from './lectures.graphql.ts'
import type { Entry } from '#ui/outbox/entries.ts'
import type { OutboxKind } from '#ui/outbox/kinds.ts'

type Queued<Variables extends { input: { key: string } }> = Omit<Variables['input'], 'key' | 'deviceAt'>

/** Adds the request key and the device's time to an outbox entry's input. */
function variables({ schoolId, input, key, deviceAt }: Entry) {
  return { schoolId, input: { ...input, key, deviceAt } }
}

export type QueuedLectureMark = Queued<SetLectureMarkMutationVariables>

/** Outbox kind of a mark set by hand. */
export const lectureMarkKind: OutboxKind<QueuedLectureMark, SetLectureMarkMutation> = {
  name: 'setLectureMark',
  mutation: SetLectureMarkDocument,
  variables,
  words: { one: t`mark`, many: t`marks` },
}

export type QueuedEnd = Queued<EndLecturesMutationVariables>

/** Outbox kind of the end of a batch. */
export const endLecturesKind: OutboxKind<QueuedEnd, EndLecturesMutation> = {
  name: 'endLectures',
  mutation: EndLecturesDocument,
  variables,
  words: { one: t`lecture’s end`, many: t`lectures’ ends` },
}

/** Outbox kind of the pages read in books. */
export const booksProgressKind: OutboxKind<Queued<SaveBooksProgressMutationVariables>, SaveBooksProgressMutation> = {
  name: 'saveBooksProgress',
  mutation: SaveBooksProgressDocument,
  variables,
  words: { one: t`book`, many: t`books` },
  count: ({ progress }) => progress.length,
}

export const outboxKinds = [booksProgressKind, endLecturesKind, lectureMarkKind] as readonly OutboxKind[]
