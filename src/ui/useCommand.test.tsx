import type { MutationDocument, QueryDocument } from '#shared/graphqlDocuments.ts'
import { useQuery } from './data/useQuery.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { refusal, renderWithServer } from './testing/renderWithServer.tsx'
import { type CommandOptions, useCommand } from './useCommand.ts'

type Ring = { ringBell: number }
const ring: MutationDocument<Ring, { times: number }> = {
  kind: 'mutation',
  name: 'RingBell',
  domain: 'lectures',
  field: 'ringBell',
  text: 'mutation RingBell($times: Int!) { ringBell(times: $times) }',
}
const bells: QueryDocument<{ bells: number }, object> = {
  kind: 'query',
  name: 'Bells',
  domain: 'lectures',
  text: 'query Bells { bells }',
}

function Bell(options: CommandOptions<Ring>) {
  const [run, running] = useCommand(ring, options)
  return (
    <button type="button" disabled={running} onClick={() => void run({ times: 2 })}>
      Ring
    </button>
  )
}

function Count() {
  const { data, error } = useQuery(bells)
  return <p>{error ? 'not known' : `${data?.bells ?? 0} rung`}</p>
}

const button = () => screen.getByRole('button', { name: 'Ring' })

test('a command is sent with its variables, and its success is shown', async () => {
  const { user, sent } = renderWithServer(<Bell success={({ ringBell }) => `Rung ${ringBell} times`} />, () => ({ ringBell: 2 }))
  await user.click(button())
  expect(await screen.findByText('Rung 2 times')).toBeTruthy()
  expect(sent).toEqual([{ name: 'RingBell', variables: { times: 2 } }])
})

test('a click while the command runs sends nothing', async () => {
  const gate = Promise.withResolvers<object>()
  const { user, sent } = renderWithServer(<Bell success="Rung" />, () => gate.promise)
  await user.dblClick(button())
  expect(sent).toHaveLength(1)
  gate.resolve({ ringBell: 2 })
  expect(await screen.findByText('Rung')).toBeTruthy()
})

test('a refusal is shown in the screen’s words or the server’s, and the button works again', async () => {
  const refused = () => {
    throw refusal('CONFLICT', 'Somebody else rings.')
  }
  const first = renderWithServer(<Bell />, refused)
  await first.user.click(button())
  expect(await screen.findByText('Somebody else rings.')).toBeTruthy()
  expect((button() as HTMLButtonElement).disabled).toBe(false)
  const second = renderWithServer(<Bell failure={(message) => `Not rung: ${message}`} />, refused)
  await second.user.click(button())
  expect(await screen.findByText('Not rung: Somebody else rings.')).toBeTruthy()
})

function KeyedBell() {
  const [run] = useCommand(ring)
  return (
    <button type="button" onClick={() => void run((key) => ({ times: 2, key }) as { times: number })}>
      Ring
    </button>
  )
}

test('after a lost connection the same change is sent under the same key, after an answer under a new one', async () => {
  let lost = true
  const { user, sent } = renderWithServer(<KeyedBell />, () => {
    if (lost) throw new TypeError('Failed to fetch')
    return { ringBell: 2 }
  })
  await user.click(button())
  expect(await screen.findByText('Network request failed')).toBeTruthy()
  lost = false
  await user.click(button())
  await user.click(button())
  await eventually(() => expect(sent).toHaveLength(3))
  const keys = sent.map(({ variables }) => variables.key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})

test('when the session has ended nothing is shown: the shell asks for the sign-in', async () => {
  const { user, sent } = renderWithServer(<Bell success="Rung" />, () => {
    throw refusal('SIGNED_OUT', 'Please sign in.')
  })
  await user.click(button())
  expect(sent).toHaveLength(1)
  await expect(screen.findByText(/Rung|sign in/, undefined, { timeout: 300 })).rejects.toThrow()
})

test('a list is read again before the command counts as done', async () => {
  let rung = 0
  const { user } = renderWithServer(
    <>
      <Bell success="Rung" />
      <Count />
    </>,
    ({ name }) => (name === 'Bells' ? { bells: rung } : { ringBell: (rung += 2) }),
  )
  expect(await screen.findByText('0 rung')).toBeTruthy()
  await user.click(button())
  expect(await screen.findByText('Rung')).toBeTruthy()
  expect(screen.getByText('2 rung')).toBeTruthy()
})

test('a list that cannot be read again does not make the command look failed', async () => {
  let rung = 0
  const { user } = renderWithServer(
    <>
      <Bell success="Rung" />
      <Count />
    </>,
    ({ name }) => {
      if (name === 'RingBell') return { ringBell: (rung += 2) }
      if (rung > 0) throw new TypeError('Failed to fetch')
      return { bells: 0 }
    },
  )
  await screen.findByText('0 rung')
  await user.click(button())
  expect(await screen.findByText('Rung')).toBeTruthy()
  expect(screen.getByText('not known')).toBeTruthy()
})

function Question() {
  return <p>{useQuery(bells, { fetchPolicy: 'read-once' }).data?.bells ?? 0} asked</p>
}

test('what a dialog read once is read again where a screen shows it, too', async () => {
  let rung = 0
  const answer = ({ name }: { name: string }) => (name === 'Bells' ? { bells: rung } : { ringBell: (rung += 2) })
  const both = renderWithServer(
    <>
      <Bell success="Rung" />
      <Count />
      <Question />
    </>,
    answer,
  )
  expect(await screen.findByText('0 rung')).toBeTruthy()
  await both.user.click(button())
  expect(await screen.findByText('2 rung')).toBeTruthy()
  const alone = renderWithServer(
    <>
      <Bell success="Rung" />
      <Question />
    </>,
    answer,
  )
  expect(await screen.findByText('2 asked')).toBeTruthy()
  await alone.user.click(button())
  expect(await screen.findByText('Rung')).toBeTruthy()
  expect(alone.sent.map(({ name }) => name)).toEqual(['Bells', 'RingBell'])
})
