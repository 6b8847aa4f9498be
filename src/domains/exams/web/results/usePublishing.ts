import { t } from '@lingui/core/macro'
import { useRef, useState } from 'react'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { endsSession, type Failure, failureOf, genericMessage } from '#ui/problems.ts'
import { isDefiniteAnswer, unknownOutcomeMessage, useRequestKeys } from '#ui/requestKey.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import type { sectionInput } from './publishInput.ts'
import { PublishResultsDocument } from './results.graphql.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'

/** How a section of a run stands. */
export interface SectionRun {
  state: 'WAITING' | 'RUNNING' | 'DONE' | 'REFUSED'
  /** What was stored, or why nothing was. */
  text: string
}

type SectionInput = ReturnType<typeof sectionInput>

/** Fields that all sections share. A problem in one of them stops the run. */
const sharedFields = ['visibleFrom', 'tellFamilies', 'incomplete', 'rank', 'promotedTo']

/**
 * Publishes sections one after another (decisions/0095). A section that is refused does not keep the next ones from
 * being published; a problem in a shared field, a lost connection and the end of the session do.
 */
export function usePublishing() {
  const { schoolId } = useActiveSchool()
  const send = useSendCommand()
  const client = useDataClient()
  const withKey = useRequestKeys()
  const busy = useRef(false)
  const [runs, setRuns] = useState<ReadonlyMap<string, SectionRun>>(new Map())
  const [running, setRunning] = useState(false)

  /** Returns the failure that has stopped the run, if one has, and the ids of the sections that are published. */
  async function publish(inputs: readonly SectionInput[]): Promise<{ stopped: Failure | null; done: string[] } | null> {
    if (busy.current) return null
    busy.current = true
    setRunning(true)
    const set = (sectionId: string, run: SectionRun) => setRuns((before) => new Map(before).set(sectionId, run))
    setRuns(new Map(inputs.map(({ sectionId }) => [sectionId, { state: 'WAITING', text: '' }])))
    const done: string[] = []
    let stopped: Failure | null = null
    try {
      for (const input of inputs) {
        const { sectionId } = input
        set(sectionId, { state: 'RUNNING', text: '' })
        try {
          await withKey(JSON.stringify(input), (key) =>
            send(PublishResultsDocument, { schoolId, input: { ...input, key } }, { changesNothing: true }),
          )
          set(sectionId, { state: 'DONE', text: t({ message: 'Published', context: 'results' }) })
          done.push(sectionId)
        } catch (error) {
          const failure = failureOf(error)
          set(sectionId, { state: 'REFUSED', text: isDefiniteAnswer(failure) ? genericMessage(failure) : unknownOutcomeMessage })
          if (endsSession(failure) || !isDefiniteAnswer(failure) || isShared(failure)) {
            stopped = failure
            break
          }
        }
      }
      await client.forget([PublishResultsDocument.domain])
    } finally {
      busy.current = false
      setRunning(false)
    }
    return { stopped, done }
  }

  return { publish, running, runs }
}

function isShared({ problems }: Failure): boolean {
  return problems.some(({ path }) => sharedFields.includes(path.split('.')[0] ?? ''))
}
