import { t } from '#shared/texts.ts'
import type { School } from '#platform/school.ts'

/** The product's colour, for schools without their own. */
const productColor = '#1f5f8b'

/** Returns a school's texts and colour for its cards. */
export function cardSchoolTexts(school: School) {
  const places = [school.village, school.taluka && t`Tal. ${school.taluka}`, school.dist && t`Dist. ${school.dist}`].filter(
    Boolean,
  )
  return {
    name: school.name,
    // Without an address, the description that the school's receipts show.
    place: places.length > 0 ? places.join(', ') : firstLine(school.description),
    phone: school.adminPhone,
    email: school.email,
    color: school.accentColor ?? productColor,
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.trim() ?? ''
}
