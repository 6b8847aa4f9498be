import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usableKeys } from './usableKeys.ts'

test('keys are read from the controls of the page, each combination once', () => {
  const { container } = render(
    <>
      <button type="button" aria-keyshortcuts="Control+K">
        Find <kbd aria-hidden>Ctrl K</kbd>
      </button>
      {['Asha', 'Rohan'].map((name) => (
        <button key={name} type="button" aria-keyshortcuts="P A L N" data-keys="Present, absent, late, note">
          {name}
        </button>
      ))}
      <button type="button" aria-keyshortcuts="c" aria-label="Cash" />
      <button type="button" aria-keyshortcuts="ArrowUp ArrowDown" aria-label="Go to a fee" />
      <button type="button">Nothing</button>
    </>,
  )
  expect(usableKeys(container)).toEqual([
    { name: 'Find', keys: ['Control+K'] },
    { name: 'Present, absent, late, note', keys: ['P', 'A', 'L', 'N'] },
    { name: 'Cash', keys: ['C'] },
    { name: 'Go to a fee', keys: ['↑', '↓'] },
    { name: 'This list', keys: ['?'] },
    { name: 'Close what is open', keys: ['Esc'] },
  ])
})
