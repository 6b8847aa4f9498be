import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { renderWithServer } from './testing/renderWithServer.tsx'

function Question({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
  const [open, setOpen] = useState(true)
  return (
    <ConfirmDialog open={open} title="Delete it?" confirmLabel="Delete" onConfirm={onConfirm} onClose={() => setOpen(false)}>
      Nothing else is deleted.
    </ConfirmDialog>
  )
}

const ask = (onConfirm: () => Promise<unknown>) => renderWithServer(<Question onConfirm={onConfirm} />, () => ({})).user
const dialog = () => screen.queryByRole('dialog', { name: 'Delete it?' })

test('the button that does nothing has the focus, so that Enter destroys nothing', async () => {
  const confirm = vi.fn<() => Promise<void>>(async () => undefined)
  const user = ask(confirm)
  await eventually(() => expect(document.activeElement?.textContent).toBe('Go Back'))
  await user.keyboard('{Enter}')
  await eventually(() => expect(dialog()).toBeNull())
  expect(confirm).not.toHaveBeenCalled()
})

test('it stays open while the action runs, and closes when it is done', async () => {
  const gate = Promise.withResolvers<undefined>()
  const user = ask(() => gate.promise)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect((screen.getByRole('button', { name: 'Go Back' }) as HTMLButtonElement).disabled).toBe(true)
  await user.keyboard('{Escape}')
  expect(dialog()).not.toBeNull()
  gate.resolve(undefined)
  await eventually(() => expect(dialog()).toBeNull())
})

test('a failed action is explained, and can be tried again', async () => {
  let tries = 0
  const user = ask(async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch')
  })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Network request failed')).toBeTruthy()
  expect(dialog()).not.toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await eventually(() => expect(dialog()).toBeNull())
  expect(tries).toBe(2)
})
