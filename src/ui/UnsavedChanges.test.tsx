import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, Navigation, startNavigation, Route, Switch, useNavigate } from './navigation.tsx'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { UnsavedChanges } from './UnsavedChanges.tsx'

// As the app does, before a router listens.
startNavigation()

function Form({ unsaved, within }: { unsaved: boolean; within?: string }) {
  const navigate = useNavigate()
  return (
    <>
      <UnsavedChanges unsaved={unsaved} {...(within === undefined ? {} : { within })} />
      <h1>Form</h1>
      <Link to="/list">List</Link>
      <Link to="/form?page=2">Page 2</Link>
      <button type="button" onClick={() => navigate('/list')}>
        Cancel
      </button>
    </>
  )
}

function App(form: { unsaved: boolean; within?: string }) {
  return (
    <Navigation>
      <Switch>
        <Route path="/list">
          <h1>The list</h1>
        </Route>
        <Route path="/form">
          <Form {...form} />
        </Route>
      </Switch>
    </Navigation>
  )
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const dialog = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  history.pushState({ place: 0, state: null }, '', '/list')
  history.pushState({ place: 1, state: null }, '', '/form')
})

test('with nothing unsaved a link leads on', async () => {
  render(<App unsaved={false} />)
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  expect(await heading('The list')).toBeTruthy()
})

test('a link and code that navigates ask, and the page stays if so wished', async () => {
  render(<App unsaved />)
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  await dialog()
  await press('Stay here')
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.pathname).toBe('/form')
  await press('Cancel')
  await dialog()
  await press('Leave without saving')
  expect(await heading('The list')).toBeTruthy()
  expect(location.pathname).toBe('/list')
})

test('Back asks, and goes back only after the answer', async () => {
  render(<App unsaved />)
  history.back()
  await dialog()
  await eventually(() => expect(location.pathname).toBe('/form'))
  await press('Stay here')
  await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await heading('Form')).toBeTruthy()
  history.back()
  await dialog()
  await press('Leave without saving')
  expect(await heading('The list')).toBeTruthy()
  expect(location.pathname).toBe('/list')
})

test('an address that keeps what is typed is no other page', async () => {
  render(<App unsaved within="/form" />)
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }))
  expect(location.search).toBe('?page=2')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  await dialog()
})

test('once it is saved nothing is asked, and the browser asks only while something is unsaved', async () => {
  const { rerender } = render(<App unsaved />)
  const closes = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(closes()).toBe(true)
  rerender(<App unsaved={false} />)
  expect(closes()).toBe(false)
  await userEvent.click(screen.getByRole('link', { name: 'List' }))
  expect(await heading('The list')).toBeTruthy()
})
