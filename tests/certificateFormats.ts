/** Fields that every certificate prints. */
export const statedFields = ['studentName', 'serialNo', 'issueDate'] as const

/** Layout line that prints them. */
export const statedLine = {
  type: 'paragraph',
  content: statedFields.map((name) => ({ type: 'field', attrs: { name } })),
}

/** Returns a layout as JSON: the text, and below it the line that every certificate has. */
export function layoutOf(text: string): string {
  const content = text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }]
  return JSON.stringify({ type: 'doc', content: [...content, statedLine] })
}
