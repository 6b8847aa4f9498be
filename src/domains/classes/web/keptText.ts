/** Describes what a deletion keeps: the class of a section, and the teachers, if any. */
export function keptText(ofClass: boolean, teachers: number): string {
  const left = [...(ofClass ? ['class'] : []), ...(teachers === 0 ? [] : [teachers === 1 ? 'teacher' : 'teachers'])]
  if (left.length === 0) return ''
  return `Its ${left.join(' and its ')} ${left.length === 1 && teachers <= 1 ? 'stays' : 'stay'}.`
}
