import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

export const filters = ['VALID', 'DUPLICATE', 'CANCELLED'] as const
export type Filter = (typeof filters)[number]

/** Cards on a page. */
export const pageSize = 24

export interface ListView {
  search: string
  state: Filter | null
  /** Counted from 0. */
  page: number
}

/** What of the register is shown, kept in the address. */
export function useListAddress(): { view: ListView; change: (patch: Partial<ListView>) => void } {
  const [address, setAddress] = useSearchParams()
  const view = useMemo(() => read(address), [address])
  const change = useCallback(
    (patch: Partial<ListView>) =>
      setAddress(
        (now) => {
          // Whatever changes but the page itself starts again on the first page.
          const { search, state, page } = { ...read(now), page: 0, ...patch }
          return {
            tab: 'certificates',
            ...(search === '' ? {} : { search }),
            ...(state === null ? {} : { state }),
            ...(page === 0 ? {} : { page: String(page) }),
          }
        },
        { replace: true },
      ),
    [setAddress],
  )
  return { view, change }
}

function read(address: URLSearchParams): ListView {
  const page = Number(address.get('page') ?? 0)
  return {
    search: (address.get('search') ?? '').slice(0, 100),
    state: filters.find((state) => state === address.get('state')) ?? null,
    page: Number.isInteger(page) && page >= 0 && page <= 1_000_000 ? page : 0,
  }
}
