import { t } from '@lingui/core/macro'
import {
  type ChoiceList,
  choiceLabel,
  choiceOptions,
  choicesText,
  factsOf,
  type StudentField,
} from '#domains/students/reporting.exports.ts'
import { showDay } from '#shared/dates.ts'
import type { UdiseFormat } from '../udise.format.ts'
import type { FillItem } from '../udise.items.ts'
import { fillCells } from '../udise.schema.ts'

const genderLabels: Readonly<Record<string, string>> = { MALE: t`Male`, FEMALE: t`Female`, OTHER: t`Other` }

/** Returns the closed list of an item's values; undefined for an item without one. */
export function listOf(item: FillItem): ChoiceList | 'gender' | undefined {
  if (item === 'gender') return 'gender'
  if (item === 'aadharNumber' || item === 'phone') return undefined
  return factsOf(item as StudentField).list
}

/** Returns a stored value as the grid shows it. */
export function shownCell(item: FillItem, stored: string): string {
  const list = listOf(item)
  if (list === 'gender') return genderLabels[stored] ?? ''
  if (list) return item === 'impairments' ? choicesText(list, stored) : stored && choiceLabel(list, stored)
  return item === 'birthdate' || item === 'dateOfAdmission' ? showDay(stored || null) : stored
}

type Codes = Readonly<Partial<Record<string, string>>>

/** Returns what the cell's schema reads of a typed text: a code of the portal is its value. */
function withoutCodes(item: FillItem, typed: string, { codes }: UdiseFormat): string {
  const list = listOf(item)
  if (list === undefined || list === 'portalClass') return typed.trim()
  const known: Codes = codes[list]
  const valueOf = (part: string) => Object.entries(known).find(([, code]) => code === part.trim())?.[0] ?? part
  return item === 'impairments' ? typed.split(/[,;]/u).map(valueOf).join(',') : valueOf(typed)
}

/** Reads a typed cell: the value to be stored, or the message about it. */
export function readCell(item: FillItem, typed: string, format: UdiseFormat): { value: string } | { message: string } {
  const spoken = Object.entries(genderLabels).find(([, label]) => label.toLowerCase() === typed.trim().toLowerCase())?.[0]
  const text = item === 'gender' && spoken ? spoken : withoutCodes(item, typed, format)
  const parsed = fillCells[item].safeParse(text)
  return parsed.success ? { value: String(parsed.data ?? '') } : { message: parsed.error.issues[0]?.message ?? '' }
}

/** The values of a closed list as the grid suggests them. */
export function suggestions(item: FillItem): string[] {
  const list = listOf(item)
  if (list === undefined) return []
  if (list === 'gender') return Object.values(genderLabels)
  return choiceOptions(list).map(({ label }) => label)
}
