/** Identifies a sheet: an assessed subject of a section in a part. */
export interface SheetRef {
  sectionId: string
  subjectId: string
  part: string
}

/** Returns only the identifying fields of an object that has them. */
export function sheetRef({ sectionId, subjectId, part }: SheetRef): SheetRef {
  return { sectionId, subjectId, part }
}

/** Returns a key of a sheet. */
export function sheetKey({ sectionId, subjectId, part }: SheetRef): string {
  return `${sectionId} ${subjectId} ${part}`
}

/** Returns the address of the screen on which the marks of a sheet are entered. */
export function sheetAddress({ sectionId, subjectId, part }: SheetRef): string {
  return `/exams/marks?${new URLSearchParams({ section: sectionId, subject: subjectId, part }).toString()}`
}

/** Parses the sheet from an address; null if it has none. */
export function sheetInAddress(address: URLSearchParams): SheetRef | null {
  const [sectionId, subjectId, part] = ['section', 'subject', 'part'].map((name) => address.get(name) ?? '')
  const isId = (text: string | undefined): text is string => /^\d{1,15}$/.test(text ?? '')
  return isId(sectionId) && isId(subjectId) && part ? { sectionId, subjectId, part } : null
}
