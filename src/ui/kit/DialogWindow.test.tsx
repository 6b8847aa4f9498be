import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import DialogWindow from './DialogWindow.tsx'

function Dialogs({ titles }: { titles: readonly string[] }) {
  return titles.map((title) => (
    <DialogWindow key={title} title={title} onClose={() => undefined}>
      <button type="button">Close {title}</button>
    </DialogWindow>
  ))
}

const heard = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent)
const portalOf = (title: string) => screen.getByText(title, { selector: 'h2' }).closest('[data-base-ui-portal]') as HTMLElement

test('a dialog is heard though the one below hides it late, and after one on top of it has closed', async () => {
  const { rerender } = render(<Dialogs titles={['Payment']} />)
  await eventually(() => expect(heard()).toEqual(['Payment']))
  rerender(<Dialogs titles={['Payment', 'Confirmation']} />)
  await eventually(() => expect(heard()).toEqual(['Confirmation']))
  // What the effect of the payment's dialog does when it runs after the confirmation is there.
  portalOf('Confirmation').setAttribute('aria-hidden', 'true')
  await eventually(() => expect(heard()).toEqual(['Confirmation']))
  rerender(<Dialogs titles={['Payment', 'Confirmation', 'Keys']} />)
  await eventually(() => expect(heard()).toEqual(['Keys']))
  rerender(<Dialogs titles={['Payment', 'Confirmation']} />)
  await eventually(() => expect(heard()).toEqual(['Confirmation']))
  expect(portalOf('Payment').getAttribute('aria-hidden')).toBe('true')
})
