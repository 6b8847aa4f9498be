import { t } from '@lingui/core/macro'
import { showCount } from '#shared/counts.ts'
import type { BatchRowFragment } from './send.graphql.ts'

type Batch = Pick<BatchRowFragment, 'counts' | 'total'>
type State = BatchRowFragment['counts'][number]['state']

const sent: readonly State[] = ['SENT', 'DELIVERED', 'READ']
const waiting: readonly State[] = ['QUEUED', 'SENDING']

/** Counts the messages of a batch that are in any of these states. */
function inStates({ counts }: Batch, states: readonly State[]): number {
  return counts.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
}

/** Returns whether any message of the batch is still queued or being sent. */
export function isUnderWay(batch: Batch): boolean {
  return inStates(batch, waiting) > 0
}

const unsentTexts = {
  FAILED: (count: string) => t`${count} failed`,
  UNKNOWN: (count: string) => t`${count} unknown`,
  CANCELLED: (count: string) => t`${count} cancelled`,
}

/** Formats the progress of a batch: '380 of 412 sent, 3 failed'. */
export function formatProgress(batch: Batch): string {
  const others = (['FAILED', 'UNKNOWN', 'CANCELLED'] as const).flatMap((state) => {
    const count = inStates(batch, [state])
    return count > 0 ? [unsentTexts[state](showCount(count))] : []
  })
  return [t`${showCount(inStates(batch, sent))} of ${showCount(batch.total)} sent`, ...others].join(', ')
}

/** Returns the percentage of messages that are no longer queued or being sent. */
export function percentDone(batch: Batch): number {
  return batch.total === 0 ? 100 : (100 * (batch.total - inStates(batch, waiting))) / batch.total
}
