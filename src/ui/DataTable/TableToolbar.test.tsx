import { useState } from 'react'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { TableToolbar } from './TableToolbar.tsx'
import { readTableQuery } from './tableQuery.ts'

afterEach(cleanup)

let follow: (search: string) => void = () => {}

/** A list whose address can be changed from outside, as by a link. */
function List() {
  const [search, setSearch] = useState('asha')
  follow = setSearch
  const query = { ...readTableQuery(new URLSearchParams(), {}), search }
  return (
    <>
      <p>Searched: {search}</p>
      <TableToolbar
        title="Students"
        fileName="students"
        query={query}
        change={(patch) => setSearch(patch.search ?? '')}
        filters={[]}
        choice={{ all: [], shown: [], isShown: () => true, toggle: () => {} }}
        total={0}
        narrowed={false}
        rowsToExport={async () => []}
        serialNumber={false}
        searchLabel="Search"
        quiet={false}
      />
    </>
  )
}

it('shows the search of a link that was followed', () => {
  render(<List />)
  act(() => follow(''))
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

it('keeps what was typed while the page of a link was opening, and searches for it', async () => {
  render(<List />)
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'ravi')
  act(() => follow(''))
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ravi')
  expect(await screen.findByText('Searched: ravi')).toBeTruthy()
})
