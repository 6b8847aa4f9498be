import { stateLabels } from '../messageWords.ts'
import type { BatchRowFragment } from './send.graphql.ts'

type Batch = Pick<BatchRowFragment, 'counts' | 'total'>
type State = BatchRowFragment['counts'][number]['state']

const sent: readonly State[] = ['SENT', 'DELIVERED', 'READ']
const waiting: readonly State[] = ['QUEUED', 'SENDING']

/** How many messages of a batch are in any of these states. */
function inStates({ counts }: Batch, states: readonly State[]): number {
  return counts.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
}

/** Some of it still waits. */
export function isUnderWay(batch: Batch): boolean {
  return inStates(batch, waiting) > 0
}

/** What became of a batch so far: '380 of 412 sent, 3 failed'. */
export function goneWords(batch: Batch): string {
  const others = (['FAILED', 'UNKNOWN', 'CANCELLED'] as const).flatMap((state) => {
    const count = inStates(batch, [state])
    return count > 0 ? [`${count.toLocaleString('en-IN')} ${stateLabels[state].toLowerCase()}`] : []
  })
  return [`${inStates(batch, sent).toLocaleString('en-IN')} of ${batch.total.toLocaleString('en-IN')} sent`, ...others].join(', ')
}

/** How much of it waits no more, of a hundred. */
export function share(batch: Batch): number {
  return batch.total === 0 ? 100 : (100 * (batch.total - inStates(batch, waiting))) / batch.total
}
