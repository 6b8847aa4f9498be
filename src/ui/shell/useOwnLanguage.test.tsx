import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { changeLanguage } from '../chosenLanguage.ts'
import type { useDataClient } from '../data/DataProvider.tsx'

vi.mock(import('../chosenLanguage.ts'), async (original) => ({
  ...(await original()),
  changeLanguage: vi.fn<typeof changeLanguage>(async () => undefined),
}))
vi.mock(import('../data/DataProvider.tsx'), async (original) => ({
  ...(await original()),
  useDataClient: vi.fn<typeof useDataClient>(),
}))

beforeEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.mocked(changeLanguage).mockClear()
  vi.resetModules()
})

/** Starts a page, on which the server says late who reads. */
async function start(meanwhile: () => void) {
  const { useOwnLanguage } = await import('./useOwnLanguage.ts')
  const { rerender } = renderHook(({ viewer }) => useOwnLanguage(viewer, 'en'), {
    initialProps: { viewer: undefined as { schoolId: string; language: 'hi' } | undefined },
  })
  meanwhile()
  rerender({ viewer: { schoolId: '1', language: 'hi' } })
}

test('a page opens in the language of its reader, however late the server says who reads', async () => {
  await start(() => vi.spyOn(performance, 'now').mockReturnValue(60_000))
  await waitFor(() => expect(changeLanguage).toHaveBeenCalledWith('hi'))
})

test('a page on which somebody has typed meanwhile is not opened again', async () => {
  await start(() => document.body.dispatchEvent(new Event('input', { bubbles: true })))
  expect(changeLanguage).not.toHaveBeenCalled()
})
