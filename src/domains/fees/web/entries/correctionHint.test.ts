import { expect, test } from 'vitest'
import { correctionHint } from './correctionHint.ts'

test('tells a clerk who may correct a receipt', () => {
  expect(correctionHint(false, ['Asha Rao'])).toContain('Asha Rao can delete a wrong receipt. Then enter the payment again.')
  expect(correctionHint(false, ['Asha Rao', 'Vikram Shah'])).toContain('Asha Rao or Vikram Shah can delete')
  expect(correctionHint(false, ['A', 'B', 'C', 'D', 'E'])).toContain('A, B, C, D or another admin can delete')
  expect(correctionHint(false, [])).toContain('An admin of the school can delete')
  expect(correctionHint(true, ['Asha Rao'])).toContain('delete it from its menu')
})
