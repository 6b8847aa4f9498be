import { t } from '@lingui/core/macro'
import { useCallback } from 'react'
import { type Language, languages } from '#shared/languages.ts'
import { language } from '#shared/pageLanguage.ts'
import { useNavigate } from '#ui/navigation.tsx'
import { readTableQuery, writeTableQuery } from '#ui/DataTable/tableQuery.ts'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { showInfo } from '#ui/snackbars.ts'
import type { CardHolderKind } from '../../cardFields.ts'
import { cardsJob } from '../../idcards.schema.ts'

/** The order's choices that are kept in the address. */
export interface OrderChoices {
  holder: CardHolderKind
  designId: string
  output: 'SHEET' | 'SINGLE'
  withoutPhoto: 'PRINT' | 'LEAVE_OUT'
  language: Language
}

export function parseOrderAddress(address: URLSearchParams): OrderChoices {
  return {
    holder: address.get('holder') === 'STAFF' ? 'STAFF' : 'STUDENT',
    designId: address.get('design') ?? '',
    output: address.get('output') === 'SINGLE' ? 'SINGLE' : 'SHEET',
    withoutPhoto: address.get('withoutPhoto') === 'LEAVE_OUT' ? 'LEAVE_OUT' : 'PRINT',
    language: languages.find((one) => one === address.get('language')) ?? language,
  }
}

/** Reads the people chosen one by one from the navigation state, because the address would be too long. */
export function parseChosenIds(state: unknown): string[] {
  const ids = typeof state === 'object' && state !== null && 'ids' in state ? state.ids : null
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/** Returns the output of a stored order; SHEET if its params cannot be parsed. */
export function orderedOutput(params: string): OrderChoices['output'] {
  return cardsJob.safeParse(readJson(params)).data?.output ?? 'SHEET'
}

/** Returns the address for repeating an earlier order; null if its params cannot be parsed. */
function addressOf(params: string): { path: string; ids: string[] } | null {
  const order = cardsJob.safeParse(readJson(params))
  if (!order.success) return null
  const { holder, designId, output, withoutPhoto, language: asked, classId, sectionId, ids } = order.data
  const view = readTableQuery(new URLSearchParams())
  const choices = { holder, design: String(designId), output, withoutPhoto, language: asked }
  const address = writeTableQuery(new URLSearchParams(choices), {
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

/** Returns a function that opens the order form with the choices of an earlier order. */
export function useOrderAgain(): (job: DocumentJob) => void {
  const navigate = useNavigate()
  return useCallback(
    (job) => {
      const to = addressOf(job.params)
      if (!to) {
        showInfo(t`The choices of this order cannot be read any more.`)
        return
      }
      navigate(to.path, { state: { ids: to.ids } })
      window.scrollTo({ top: 0 })
    },
    [navigate],
  )
}
