/** The fields that every certificate prints. */
export const statedFields = ['studentName', 'serialNo', 'issueDate'] as const

/** The line of a layout that prints them. */
export const statedLine = {
  type: 'paragraph',
  content: statedFields.map((name) => ({ type: 'field', attrs: { name } })),
}

/** A layout as JSON: this text, and below it the line that every certificate has. */
export function layoutOf(text: string): string {
  const content = text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }]
  return JSON.stringify({ type: 'doc', content: [...content, statedLine] })
}
