/**
 * Returns the path at which a guardian reads a child's conversation with the school, or its section's.
 * @param place of the guardian in the school (`ownPlace`)
 */
export function familyChatPath(place: string, studentId: number | string, ofSection: boolean): string {
  return `/family/${ofSection ? 'section' : 'chat'}/${place}/${studentId}`
}
