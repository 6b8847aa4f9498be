import { expect, test } from 'vitest'
import { correctionHint } from './correction.ts'

test('a clerk is told who may correct a receipt', () => {
  expect(correctionHint(false, ['Asha Rao'])).toContain('deleted by Asha Rao, and then written again')
  expect(correctionHint(false, ['Asha Rao', 'Vikram Shah'])).toContain('deleted by Asha Rao or Vikram Shah,')
  expect(correctionHint(false, ['A', 'B', 'C', 'D', 'E'])).toContain('deleted by A, B, C, D or another admin,')
  expect(correctionHint(false, [])).toContain('deleted by an admin of the school')
  expect(correctionHint(true, ['Asha Rao'])).toContain('deleted from its menu')
})
