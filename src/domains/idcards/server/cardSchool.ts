import type { School } from '#platform/school.ts'

/** The product's own colour, where a school has none. */
const productColor = '#1f5f8b'

/** What cards say of a school in words, and its colour. */
export function cardSchoolWords(school: School) {
  const places = [school.village, school.taluka && `Tal. ${school.taluka}`, school.dist && `Dist. ${school.dist}`].filter(Boolean)
  return {
    name: school.name,
    // What the school says of itself on receipts, until it has said where it is.
    place: places.length > 0 ? places.join(', ') : firstLine(school.description),
    phone: school.adminPhone,
    email: school.email,
    color: school.accentColor ?? productColor,
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.trim() ?? ''
}
