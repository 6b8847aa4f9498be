import type { ComponentType } from 'react'

/** What another domain shows in the form of a section that is given another class. */
type SectionMovePreview = ComponentType<{ sectionId: string; classId: string }>

const registered: SectionMovePreview[] = []

/** Adds a preview to the form of a section. `src/app/signedIn.tsx` calls it once, before anything is shown. */
export function registerSectionMovePreview(preview: SectionMovePreview): void {
  registered.push(preview)
}

/** Returns the registered previews. */
export function sectionMovePreviews(): readonly SectionMovePreview[] {
  return registered
}
