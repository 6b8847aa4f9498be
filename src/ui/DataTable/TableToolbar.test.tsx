import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { TableToolbar } from './TableToolbar.tsx'
import { readTableQuery } from './tableQuery.ts'

/** A list with the search of its address. */
function List({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const query = { ...readTableQuery(new URLSearchParams(), {}), search }
  return (
    <TableToolbar
      title="Students"
      fileName="students"
      query={query}
      change={(patch) => onSearch(patch.search ?? '')}
      filters={[]}
      choice={{ all: [], shown: [], isShown: () => true, toggle: () => {} }}
      total={0}
      narrowed={false}
      rowsToExport={async () => []}
      serialNumber={false}
      searchLabel="Search"
      quiet={false}
    />
  )
}

it('shows the search of a link that was followed', () => {
  const { rerender } = render(<List search="asha" onSearch={() => {}} />)
  rerender(<List search="" onSearch={() => {}} />)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

it('keeps what was typed while the page of a link was opening, and searches for it', async () => {
  const searched = vi.fn<(search: string) => void>()
  const { rerender } = render(<List search="asha" onSearch={searched} />)
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'ravi')
  rerender(<List search="" onSearch={searched} />)
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ravi')
  await eventually(() => expect(searched).toHaveBeenLastCalledWith('ravi'))
})
