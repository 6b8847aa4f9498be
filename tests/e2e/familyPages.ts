import { expect, type Page } from '@playwright/test'
import type { PayingSchool } from './payingSchool.ts'

/** The address of a student's fees with the link of a phone; `other` puts another id in its place. */
export function childAddress(
  school: PayingSchool,
  { name, phone }: { name: string; phone: string },
  other: Partial<Record<'schoolId' | 'termId' | 'studentId', string>> = {},
): string {
  const { schoolId = school.id, termId = school.termId, studentId = school.studentIds.get(name) } = other
  return ['/onlinefees', school.tokens.get(phone), schoolId, termId, studentId, encodeURIComponent(school.name)].join('/')
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ })
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

export async function typePayer(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Sunil Patil')
  await page.getByLabel('Phone, 10 digits').fill('98220 12345')
  await page.getByLabel('E-mail').fill('sunil@family.test')
}

/** On the narrowest phones and on a desk. */
export async function fits(page: Page): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 360, height: 640 })
}
