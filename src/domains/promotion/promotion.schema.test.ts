import { expect, test } from 'vitest'
import { sectionPromotion } from './promotion.schema.ts'

const order = {
  key: '7b0a9e5c-2f7e-4b44-9d0b-2a1b0f1d6c55',
  termId: '1',
  toTermId: '2',
  feeCategoryIds: [],
  subjects: true,
  books: true,
  smsNames: true,
}
const section = (sectionId: string, sectionName: string) => ({ sectionId, className: '8', sectionName, teacherIds: [] })

test('refuses duplicate sections and duplicate names', () => {
  expect(sectionPromotion.safeParse({ ...order, sections: [section('1', 'A'), section('2', 'B')] }).success).toBe(true)
  const problemsOf = (...sections: ReturnType<typeof section>[]) =>
    sectionPromotion.safeParse({ ...order, sections }).error?.issues.map(({ path, message }) => [path.join('.'), message])
  expect(problemsOf(section('1', 'A'), section('1', 'B'))).toEqual([['sections.1.sectionId', 'This section is selected twice']])
  expect(problemsOf(section('1', 'A'), section('2', 'a'))).toEqual([['sections.1.sectionName', '8-a is selected twice']])
})
