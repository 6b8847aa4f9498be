import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import { ThemeProvider } from '@mui/material/styles'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { accentVariables, theme } from './makeTheme.ts'
import { nonce } from './nonce.ts'
import './kit/tokens.css'

const cache = createCache({ key: 'mui', prepend: true, ...(nonce ? { nonce } : {}) })

const SetAccent = createContext<(accent: string | null) => void>(() => {})

/** Theme of the whole page: light or dark by the system until the user chooses. */
export function Theme({ children }: { children: ReactNode }) {
  const [accent, setAccent] = useState<string | null>(null)
  const variables = useMemo(() => (accent === null ? null : accentVariables(accent)), [accent])
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="color-mode">
        <CssBaseline enableColorScheme />
        {variables && <GlobalStyles styles={variables} />}
        <SetAccent value={setAccent}>{children}</SetAccent>
      </ThemeProvider>
    </CacheProvider>
  )
}

/** Applies a school's accent while the caller is mounted. */
export function useAccent(accent: string | null): void {
  const setAccent = useContext(SetAccent)
  useLayoutEffect(() => {
    setAccent(accent)
    return () => setAccent(null)
  }, [accent, setAccent])
}
