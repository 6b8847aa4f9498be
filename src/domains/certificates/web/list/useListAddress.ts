import { useCallback, useMemo } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'

export const filters = ['VALID', 'DUPLICATE', 'CANCELLED'] as const
export type Filter = (typeof filters)[number]

/** Number of cards on a page. */
export const pageSize = 24

export interface ListView {
  search: string
  state: Filter | null
  /** Counted from 0. */
  page: number
}

/** Returns the view of the register (search, state and page), which is kept in the address. */
export function useListAddress(): { view: ListView; change: (patch: Partial<ListView>) => void } {
  const [address, setAddress] = useSearchParams()
  const view = useMemo(() => read(address), [address])
  const change = useCallback(
    (patch: Partial<ListView>) =>
      setAddress(
        (now) => {
          // Any change except of the page goes back to the first page.
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
