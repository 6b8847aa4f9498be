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

type Kept<Variables extends { input: { key: string } }> = Omit<Variables['input'], 'key' | 'deviceAt'>

/** What the device said the time was goes along. */
function variables({ schoolId, input, key, deviceAt }: Entry) {
  return { schoolId, input: { ...input, key, deviceAt } }
}

export type KeptLectureMark = Kept<SetLectureMarkMutationVariables>

/** A mark that a teacher corrects by hand. */
export const lectureMarkKind: OutboxKind<KeptLectureMark, SetLectureMarkMutation> = {
  name: 'setLectureMark',
  mutation: SetLectureMarkDocument,
  variables,
  words: { one: 'mark', many: 'marks' },
}

export type KeptEnd = Kept<EndLecturesMutationVariables>

/** The end of the lectures that were started together. */
export const endLecturesKind: OutboxKind<KeptEnd, EndLecturesMutation> = {
  name: 'endLectures',
  mutation: EndLecturesDocument,
  variables,
  words: { one: 'lecture’s end', many: 'lectures’ ends' },
}

/** How far the books were read. */
export const booksProgressKind: OutboxKind<Kept<SaveBooksProgressMutationVariables>, SaveBooksProgressMutation> = {
  name: 'saveBooksProgress',
  mutation: SaveBooksProgressDocument,
  variables,
  words: { one: 'book', many: 'books' },
  count: ({ progress }) => progress.length,
}
