import { createContext, use } from 'react'

/** What the page and its open tab are called, so that a table need not say it once more. */
export const PageNames = createContext<readonly string[]>([])

/** Whether the head of the page says the title of a table already. */
export function useIsNamedByPage(title: string): boolean {
  const wanted = title.toLowerCase()
  return use(PageNames).some((name) => name.toLowerCase().includes(wanted))
}
