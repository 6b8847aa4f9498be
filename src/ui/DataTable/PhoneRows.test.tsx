import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Column } from './columns.ts'
import { PhoneRows } from './PhoneRows.tsx'

interface Row {
  name: string
  roll: string
  outcome: string | null
}

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', value: ({ name }) => name, phone: 'title' },
  { key: 'roll', header: 'Roll', value: ({ roll }) => roll, phone: 'line', phoneText: ({ roll }) => `roll ${roll}` },
  {
    key: 'outcome',
    header: 'Result',
    value: ({ outcome }) => outcome,
    render: ({ outcome }) => (outcome === null ? null : <b>{outcome}</b>),
    phone: 'line',
  },
]

it('separates only the values that a row has', () => {
  render(
    <PhoneRows
      columns={columns}
      rows={[
        { name: 'Asha', roll: '1', outcome: 'Passed' },
        { name: 'Ravi', roll: '2', outcome: null },
      ]}
      rowId={({ name }) => name}
      rowName={({ name }) => name}
      actions={[]}
      isDisabled={undefined}
      onOpen={undefined}
      firstNumber={null}
    />,
  )
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual(['Asharoll 1 · Passed', 'Raviroll 2'])
})
