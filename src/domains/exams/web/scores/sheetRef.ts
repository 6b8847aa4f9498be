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

/** Returns the address of the import of a section's marks: of a subject, or of all that the viewer enters (null). */
export function importAddress({
  sectionId,
  subjectId,
  part,
}: Omit<SheetRef, 'subjectId'> & { subjectId: string | null }): string {
  const address = new URLSearchParams({ section: sectionId, ...(subjectId === null ? {} : { subject: subjectId }), part })
  return `/exams/marks?${address.toString()}&import`
}

/** Parses what is imported from an address; null if it is not that of an import. */
export function importInAddress(address: URLSearchParams) {
  if (!address.has('import')) return null
  // Without a subject it is of all subjects.
  const withSubject = new URLSearchParams(address)
  if (!address.has('subject')) withSubject.set('subject', '0')
  const sheet = sheetInAddress(withSubject)
  return sheet && { ...sheet, subjectId: address.has('subject') ? sheet.subjectId : null }
}
