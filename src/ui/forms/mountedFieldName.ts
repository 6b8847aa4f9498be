/**
 * Returns the name of the mounted field for a problem's path. `classIds.2` belongs to the field `classIds` when that
 * holds the whole list. null without such a field.
 */
export function mountedFieldName(fields: object, path: string): string | null {
  const steps = path.split('.')
  let node: unknown = fields
  for (const [index, step] of steps.entries()) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return null
    node = (node as Record<string, unknown>)[step]
    if (typeof node === 'object' && node !== null && '_f' in node) return steps.slice(0, index + 1).join('.')
  }
  return null
}
