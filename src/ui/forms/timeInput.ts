/**
 * Reads a time of day as people type it: `14:15`, `1415`, `2.15 pm`, `9`, `9am`.
 * @returns `HH:mm:ss`, or null for anything else
 */
export function parseTimeInput(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:.]?(\d{2}))?(?::00)?\s*([ap])?\.?m?\.?$/.exec(typed) ?? []
  if (hours === undefined || (half === undefined && /m/.test(typed))) return null
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half === 'p' ? 12 : 0)
  }
  const minute = Number(minutes)
  if (hour > 23 || minute > 59) return null
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
}
