import './fonts.css'
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { accentFor } from './accent.ts'
import { nonce } from './nonce.ts'

const cache = createCache({ key: 'mui', prepend: true, ...(nonce ? { nonce } : {}) })

// Its range holds no Latin: coming first it costs nothing, and coming last Chromium leaves the first words it loads for as boxes.
const fonts = '"Noto Sans Devanagari", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

export function makeTheme(accent: string | null) {
  return createTheme({
    cssVariables: { colorSchemeSelector: 'data' },
    colorSchemes: {
      light: {
        palette: {
          primary: { main: accentFor(accent, 'light') },
          background: { default: '#f6f7f9', paper: '#ffffff' },
          // The standard green, amber and blue do not carry white text at AA.
          success: { main: '#2e7d32' },
          warning: { main: '#a65200', contrastText: '#fff' },
          info: { main: '#0069b4' },
          error: { main: '#c62828' },
        },
      },
      dark: {
        palette: {
          primary: { main: accentFor(accent, 'dark') },
          background: { default: '#141414', paper: '#1e1e1e' },
          // The light colours of the dark page carry dark text; the usual threshold of 3 would give them white.
          contrastThreshold: 4.5,
        },
      },
    },
    // Who has asked the system for less movement gets none.
    motion: { reducedMotion: 'system' },
    shape: { borderRadius: 8 },
    spacing: 8,
    typography: {
      fontFamily: fonts,
      h1: { fontSize: '1.5rem', fontWeight: 600, lineHeight: 1.3 },
      h2: { fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.4 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          // The top bar lies over the page: a refused field that takes the focus must not end up below it.
          html: { scrollPaddingTop: 96 },
          body: { fontVariantNumeric: 'tabular-nums' },
        },
      },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      // What stands under a field that is shut says why, and must be readable.
      MuiFormHelperText: {
        styleOverrides: { root: ({ theme }) => ({ '&.Mui-disabled': { color: theme.vars?.palette.text.secondary } }) },
      },
      // What is not chosen is readable too: MUI's grey is not, on the page's own.
      // The colour of what is chosen has too little contrast on its own tint where it is dark; the tint says it.
      MuiToggleButton: {
        styleOverrides: {
          root: ({ theme }) => {
            const color = theme.vars?.palette.text.primary
            return { color, '&.Mui-selected': { color } }
          },
        },
      },
      MuiTableCell: { styleOverrides: { root: { fontSize: '0.875rem' } } },
      MuiDialog: {
        defaultProps: { fullWidth: true },
        styleOverrides: {
          paper: ({ theme }) => ({
            [theme.breakpoints.down('sm')]: {
              margin: 0,
              width: '100%',
              maxWidth: '100%',
              height: '100%',
              maxHeight: '100%',
              borderRadius: 0,
            },
          }),
        },
      },
      MuiTab: { styleOverrides: { root: { minHeight: 48 } } },
      MuiTooltip: { defaultProps: { enterDelay: 400 } },
    },
  })
}

const SetAccent = createContext<(accent: string | null) => void>(() => {})

/** The look of the whole page; light or dark by the system until a person chooses, then as chosen. */
export function Theme({ children }: { children: ReactNode }) {
  const [accent, setAccent] = useState<string | null>(null)
  const theme = useMemo(() => makeTheme(accent), [accent])
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="color-mode">
        <CssBaseline enableColorScheme />
        <SetAccent value={setAccent}>{children}</SetAccent>
      </ThemeProvider>
    </CacheProvider>
  )
}

/** Puts the page in the accent of a school for as long as the caller is on screen. */
export function useAccent(accent: string | null): void {
  const setAccent = useContext(SetAccent)
  useLayoutEffect(() => {
    setAccent(accent)
    return () => setAccent(null)
  }, [accent, setAccent])
}
