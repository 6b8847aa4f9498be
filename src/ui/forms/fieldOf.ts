/** The name of the mounted field a problem's path leads to: `classIds.2` leads to the field `classIds` when that holds the whole list. */
export function fieldOf(fields: object, path: string): string | null {
  const steps = path.split('.')
  let place: unknown = fields
  for (const [index, step] of steps.entries()) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) return null
    place = (place as Record<string, unknown>)[step]
    if (typeof place === 'object' && place !== null && '_f' in place) return steps.slice(0, index + 1).join('.')
  }
  return null
}
