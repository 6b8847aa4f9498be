import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { unknownOutcomeMessage } from '../requestKey.ts'
import { refusal, renderWithServer } from '../testing/renderWithServer.tsx'
import type { MutationDocument, QueryDocument } from '#shared/graphqlDocuments.ts'
import { useQuery } from '../data/useQuery.ts'
import { CommandForm } from './CommandForm.tsx'
import { TextField } from './TextField.tsx'
import { useCommandForm } from './useCommandForm.ts'

type Input = { name: string; phone: string }
type Variables = { input: Input; key: string }
const addVisitor: MutationDocument<{ addVisitor: boolean }, Variables> = {
  kind: 'mutation',
  name: 'AddVisitor',
  domain: 'gate',
  field: 'addVisitor',
  text: 'mutation AddVisitor { addVisitor }',
}
const schema = z.object({ name: z.string().min(1, 'Required'), phone: z.string().max(10, 'At most 10 digits') })

function VisitorForm({ reset = false }: { reset?: boolean }) {
  const command = useCommandForm({
    schema,
    mutation: addVisitor,
    defaultValues: { name: '', phone: '' },
    variables: (input, key): Variables => ({ input, key }),
    success: (_, { name }) => `${name} was added`,
    failure: (message, failure) => (failure.expected ? message : unknownOutcomeMessage),
    ...(reset ? { resetOnSuccess: 'name' as const, keptFields: ['phone' as const] } : {}),
  })
  return (
    <CommandForm command={command} submitLabel="Add">
      <TextField name="name" label="Name" />
      <TextField name="phone" label="Phone" />
    </CommandForm>
  )
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const add = () => screen.getByRole('button', { name: 'Add' })

test('a wrong value is named at its field before anything is sent', async () => {
  const { user, sent } = renderWithServer(<VisitorForm />, () => ({ addVisitor: true }))
  await user.type(field('Phone'), '98765432101')
  await user.click(add())
  expect(await screen.findByText('Required')).toBeTruthy()
  expect(screen.getByText('At most 10 digits')).toBeTruthy()
  expect(sent).toEqual([])
})

test('a problem that the server finds is shown at its field, which gets the focus; what was typed stays', async () => {
  const { user } = renderWithServer(<VisitorForm />, () => {
    throw refusal('BAD_INPUT', 'Wrong', [{ path: 'phone', message: 'This phone is blocked.' }])
  })
  await user.type(field('Name'), 'Asha')
  await user.type(field('Phone'), '98765')
  await user.click(add())
  expect(await screen.findByText('This phone is blocked.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Phone'))
  expect([field('Name').value, field('Phone').value]).toEqual(['Asha', '98765'])
})

test('a refusal that belongs to no field is shown above the buttons', async () => {
  const { user } = renderWithServer(<VisitorForm />, () => {
    throw refusal('CONFLICT', 'The book of visitors is closed.')
  })
  await user.type(field('Name'), 'Asha')
  await user.click(add())
  expect((await screen.findByRole('alert')).textContent).toContain('The book of visitors is closed.')
})

test('after a lost connection the same entry is sent under the same key, after an answer under a new one', async () => {
  let lost = true
  const { user, sent } = renderWithServer(<VisitorForm reset />, () => {
    if (lost) throw new TypeError('Failed to fetch')
    return { addVisitor: true }
  })
  await user.type(field('Name'), 'Asha')
  await user.click(add())
  expect((await screen.findByRole('alert')).textContent).toContain(unknownOutcomeMessage)
  lost = false
  await user.click(add())
  expect(await screen.findByText('Asha was added')).toBeTruthy()
  expect(field('Name').value).toBe('')
  expect(document.activeElement).toBe(field('Name'))
  await user.type(field('Name'), 'Rohan')
  await user.click(add())
  expect(await screen.findByText('Rohan was added')).toBeTruthy()
  const keys = sent.map(({ variables }) => variables.key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})

const visitors: QueryDocument<{ visitors: number }, object> = { kind: 'query', name: 'Visitors', domain: 'gate', text: '' }

function VisitorCount() {
  return <p>{useQuery(visitors).data?.visitors ?? 0} here</p>
}

test('the next entry is typed and sent while the list is read again', async () => {
  const gate = Promise.withResolvers<object>()
  let asked = 0
  const { user, sent } = renderWithServer(
    <>
      <VisitorForm reset />
      <VisitorCount />
    </>,
    ({ name }) => {
      if (name === 'AddVisitor') return { addVisitor: true }
      asked += 1
      return asked === 1 ? { visitors: 1 } : gate.promise
    },
  )
  await screen.findByText('1 here')
  await user.type(field('Name'), 'Asha')
  await user.type(field('Phone'), '98765')
  await user.click(add())
  expect(await screen.findByText('Asha was added')).toBeTruthy()
  expect(field('Phone').value).toBe('98765')
  await user.type(field('Name'), 'Ravi{Enter}')
  expect(await screen.findByText('Ravi was added')).toBeTruthy()
  await user.type(field('Name'), 'Meera')
  await user.clear(field('Phone'))
  gate.resolve({ visitors: 3 })
  expect(await screen.findByText('3 here')).toBeTruthy()
  expect([field('Name').value, field('Phone').value]).toEqual(['Meera', ''])
  expect(sent.filter(({ name }) => name === 'AddVisitor')).toHaveLength(2)
})

function StoredForm() {
  const command = useCommandForm({
    schema,
    mutation: addVisitor,
    defaultValues: { name: 'Asha', phone: '98765' },
    variables: (input, key): Variables => ({ input, key }),
    success: 'Stored',
    storedValues: () => ({ name: 'ASHA', phone: '98765' }),
  })
  return (
    <CommandForm command={command} submitLabel="Add">
      <TextField name="name" label="Name" />
      <TextField name="phone" label="Phone" />
    </CommandForm>
  )
}

test('a form that stays open shows what was stored, and keeps what was typed while it was saved, with its error', async () => {
  const gate = Promise.withResolvers<object>()
  const { user } = renderWithServer(<StoredForm />, () => gate.promise)
  await user.click(add())
  await user.clear(field('Phone'))
  await user.type(field('Phone'), '98765432101')
  await user.tab()
  gate.resolve({ addVisitor: true })
  expect(await screen.findByText('Stored')).toBeTruthy()
  await waitFor(() => expect(field('Name').value).toBe('ASHA'))
  expect(field('Phone').value).toBe('98765432101')
  expect(await screen.findByText('At most 10 digits')).toBeTruthy()
})
