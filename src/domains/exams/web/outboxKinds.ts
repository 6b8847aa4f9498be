import { t } from '@lingui/core/macro'
import type { OutboxKind } from '#ui/outbox/kinds.ts'
import type { ScoreEntry } from './scores/grid.ts'
import { EnterScoresDocument, type EnterScoresMutation } from './scores/scores.graphql.ts'
import { sheetAddress, type SheetRef } from './scores/sheetRef.ts'

/** Scores of a sheet in the outbox, until the server has acknowledged them. */
export interface QueuedScores extends SheetRef {
  scores: ScoreEntry[]
}

/** Outbox kind of entered scores, which works offline too. */
export const enterScoresKind: OutboxKind<QueuedScores, EnterScoresMutation> = {
  name: 'enterScores',
  mutation: EnterScoresDocument,
  words: { one: t({ message: 'mark', context: 'of an exam' }), many: t({ message: 'marks', context: 'of an exam' }) },
  count: (input) => input.scores.length,
  link: sheetAddress,
}

export const outboxKinds = [enterScoresKind] as readonly OutboxKind[]
