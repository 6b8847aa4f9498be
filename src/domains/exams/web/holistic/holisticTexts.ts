import { t } from '@lingui/core/macro'
import type { HolisticVoice } from '#ui/generated/schema.types.ts'

export const voiceLabels: Readonly<Record<HolisticVoice, string>> = {
  TEACHER: t`Teacher`,
  OWN: t({ message: 'Child', context: 'who speaks on a holistic card' }),
  CLASSMATES: t`Classmates`,
  FAMILY: t({ message: 'Family', context: 'who speaks on a holistic card' }),
}

/** Returns the address of the holistic cards of a section in a part. */
export function holisticAddress(sectionId: string, part: string): string {
  return `/exams?${new URLSearchParams({ holistic: sectionId, part }).toString()}`
}
