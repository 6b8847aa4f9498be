import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { readTableQuery, writeTableQuery } from '#ui/DataTable/tableQuery.ts'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { showInfo } from '#ui/snackbars.tsx'
import type { CardHolderKind } from '../../cardFields.ts'
import { cardsJob } from '../../idcards.schema.ts'

/** What the address says of an order: whose cards, and which of them. */
export interface Asked {
  holder: CardHolderKind
  designId: string
  output: 'SHEET' | 'SINGLE'
  withoutPhoto: 'PRINT' | 'LEAVE_OUT'
}

export function askedIn(address: URLSearchParams): Asked {
  return {
    holder: address.get('holder') === 'STAFF' ? 'STAFF' : 'STUDENT',
    designId: address.get('design') ?? '',
    output: address.get('output') === 'SINGLE' ? 'SINGLE' : 'SHEET',
    withoutPhoto: address.get('withoutPhoto') === 'LEAVE_OUT' ? 'LEAVE_OUT' : 'PRINT',
  }
}

/** People chosen one by one, kept beside the address, which would be too long. */
export function chosenIn(state: unknown): string[] {
  const ids = typeof state === 'object' && state !== null && 'ids' in state ? state.ids : null
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/** On which paper an order's cards are; sheets where that cannot be read any more. */
export function orderedOutput(params: string): Asked['output'] {
  return cardsJob.safeParse(readJson(params)).data?.output ?? 'SHEET'
}

/** Where an earlier order can be made again; null for one that cannot be read. */
function addressOf(params: string): { path: string; ids: string[] } | null {
  const asked = cardsJob.safeParse(readJson(params))
  if (!asked.success) return null
  const { holder, designId, output, withoutPhoto, classId, sectionId, ids } = asked.data
  const view = readTableQuery(new URLSearchParams())
  const address = writeTableQuery(new URLSearchParams({ holder, design: String(designId), output, withoutPhoto }), {
    ...view,
    filters: { class: classId ? String(classId) : '', section: sectionId ? String(sectionId) : '' },
  })
  return { path: `/lcidcard?${address}`, ids: (ids ?? []).map(String) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Opens the form with what an earlier order was of. */
export function useOrderAgain(): (job: DocumentJob) => void {
  const navigate = useNavigate()
  return useCallback(
    (job) => {
      const to = addressOf(job.params)
      if (!to) {
        showInfo('What it was asked with cannot be read any more.')
        return
      }
      void navigate(to.path, { state: { ids: to.ids } })
      window.scrollTo({ top: 0 })
    },
    [navigate],
  )
}
