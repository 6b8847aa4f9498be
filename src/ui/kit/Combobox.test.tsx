import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Combobox } from './Combobox.tsx'

function Form() {
  return (
    <>
      <Combobox
        label="Student"
        options={['Asha', 'Rohan']}
        optionLabel={(name) => name}
        optionKey={(name) => name}
        value={null}
        onChange={() => undefined}
        autoFocus
      />
      <input aria-label="Amount" />
    </>
  )
}

test('a search whose code comes later keeps the focus, and does not take it from where the person has gone', async () => {
  const { unmount } = render(<Form />)
  screen.getByLabelText('Amount').focus()
  // Its code has come.
  await screen.findByRole('combobox')
  expect(document.activeElement).toBe(screen.getByLabelText('Amount'))
  unmount()
  // From now on the code is there at once.
  render(<Form />)
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
})
