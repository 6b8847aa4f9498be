import { describe, expect, test } from 'vitest'
import { openProposals, shownRemarks, withRemarks } from './remarkDrafts.ts'
import type { Remark } from './remarkTexts.ts'

const remark = (en: string, kind: Remark['kind'] = 'GENERAL'): Remark => ({ kind, en, hi: '', mr: '' })
const reads = remark('Reads well.')
const sings = remark('Sings well.')
const asha = { studentId: '1', version: 3, remarks: [reads] }

describe('drafts of remarks', () => {
  test('stand in the place of what is stored, with the version on which they were built', () => {
    const drafts = withRemarks(new Map(), asha, [reads, sings])
    expect(drafts.get('1')).toEqual({ seen: 3, remarks: [reads, sings] })
    expect(shownRemarks(asha, drafts)).toEqual([reads, sings])
    const later = { ...asha, version: 4, remarks: [] }
    expect(withRemarks(drafts, later, [sings]).get('1')).toEqual({ seen: 3, remarks: [sings] })
  })

  test('go when the list is the stored one again, but not when that was changed meanwhile', () => {
    const drafts = withRemarks(new Map(), asha, [reads, sings])
    expect(withRemarks(drafts, asha, [reads]).has('1')).toBe(false)
    expect(withRemarks(drafts, { ...asha, version: 4 }, [reads]).has('1')).toBe(true)
  })
})

test('a proposal is open until the student has it, and while there is room', () => {
  expect(openProposals([reads], [reads, sings])).toEqual([sings])
  expect(openProposals([remark('Reads well.', 'PROGRESS')], [reads])).toEqual([reads])
  const nine = Array.from({ length: 9 }, (_, index) => remark(`Remark ${index}`))
  expect(openProposals(nine, [reads, sings])).toEqual([reads])
})
