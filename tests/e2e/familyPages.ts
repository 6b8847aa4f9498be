import type { Page } from '@playwright/test'
import type { FamilySchool } from './familySchool.ts'

/**
 * Returns the path of a student's fees in the guardian link of a phone.
 * @param replaced ids of another school, term or student in place of the right ones
 */
export function studentFeesPath(
  school: FamilySchool,
  { name, phone }: { name: string; phone: string },
  replaced: Partial<Record<'schoolId' | 'termId' | 'studentId', string>> = {},
): string {
  const { schoolId = school.id, termId = school.termId, studentId = school.studentIds.get(name) } = replaced
  return ['/onlinefees', school.tokens.get(phone), schoolId, termId, studentId, encodeURIComponent(school.name)].join('/')
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })
export const pageHeading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Fills in the payer's name, phone and e-mail address. */
export async function fillPayer(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Sunil Patil')
  await page.getByLabel('Phone, 10 digits').fill('98220 12345')
  await page.getByLabel('E-mail').fill('sunil@family.test')
}
