import { lazy, Suspense } from 'react'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Navigation, Route, Switch } from '../navigation.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { useTableQuery } from './useTableQuery.ts'

let openStudent: () => void = () => {}
const Student = lazy(
  () =>
    new Promise<{ default: () => React.JSX.Element }>((resolve) => {
      openStudent = () => resolve({ default: () => <h1>Asha</h1> })
    }),
)

function StudentList() {
  const { query, change } = useTableQuery()
  return (
    <>
      <p>Searched: {query.search}</p>
      <button type="button" onClick={() => change({ search: 'asha' })}>
        Search
      </button>
      <Link to="/students/7">Asha</Link>
    </>
  )
}

function App() {
  return (
    <Navigation>
      <Suspense fallback="Loading">
        <Switch>
          <Route path="/students">
            <StudentList />
          </Route>
          <Route path="/students/7">
            <Student />
          </Route>
        </Switch>
      </Suspense>
    </Navigation>
  )
}

afterEach(() => {
  history.replaceState(null, '', '/')
})

describe('a table’s view in the address', () => {
  it('is changed by a search', async () => {
    history.replaceState(null, '', '/students')
    render(<App />)
    await userEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('Searched: asha')).toBeTruthy()
    expect(location.pathname + location.search).toBe('/students?q=asha')
  })

  it('does not take back somebody who opened a row while its page is still loading', async () => {
    history.replaceState(null, '', '/students')
    render(<App />)
    const search = screen.getByRole('button', { name: 'Search' })
    await userEvent.click(screen.getByRole('link', { name: 'Asha' }))
    // The list is hidden until the student's page has been loaded, and a search that waited for a pause in typing ends.
    fireEvent.click(search)
    await act(async () => openStudent())
    expect(await screen.findByRole('heading', { name: 'Asha' })).toBeTruthy()
    expect(location.pathname).toBe('/students/7')
  })
})
