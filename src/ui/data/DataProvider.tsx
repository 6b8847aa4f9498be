import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { DataClient } from './dataClient.ts'

const DataContext = createContext<DataClient | null>(null)

/** Gives the components inside what the page knows of the server's data. */
export function DataProvider({ client, children }: { client: DataClient; children: ReactNode }) {
  return (
    <DataContext value={client}>
      <QueryClientProvider client={client.queries}>{children}</QueryClientProvider>
    </DataContext>
  )
}

/** Returns the page's data client. A component that shows a query uses `useQuery`. */
export function useDataClient(): DataClient {
  const client = useContext(DataContext)
  if (!client) throw new Error('useDataClient belongs inside DataProvider.')
  return client
}
