import { createTheme, type CssVarsTheme, lighten, type Theme } from '@mui/material/styles'
import { accentFor } from './accent.ts'

// Its range holds no Latin: coming first it costs nothing, and coming last Chromium leaves the first words it loads for as boxes.
const fonts = '"Noto Sans Devanagari", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

function makeTheme(accent: string | null) {
  const dark = accentFor(accent, 'dark')
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
          // A button under the pointer is lighter here, where its words are dark: darker it could not be read.
          primary: { main: dark, dark: lighten(dark, 0.15) },
          error: { main: '#f44336', dark: '#f6685e' },
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
          html: { scrollPaddingTop: 140 },
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
          // On a phone what is filled in, and a paper, has the whole screen; a question is as large as its words.
          paper: ({ theme }) => ({
            [theme.breakpoints.down('sm')]: {
              margin: theme.spacing(2),
              width: `calc(100% - ${theme.spacing(4)})`,
              maxHeight: `calc(100% - ${theme.spacing(4)})`,
              '&:has(form, input), &.MuiDialog-paperWidthMd': {
                margin: 0,
                width: '100%',
                maxWidth: '100%',
                height: '100%',
                maxHeight: '100%',
                borderRadius: 0,
              },
            },
          }),
        },
      },
      MuiTab: { styleOverrides: { root: { minHeight: 48 } } },
      MuiTooltip: { defaultProps: { enterDelay: 400 } },
    },
  })
}

/** The product's own look. */
export const theme = makeTheme(null)

/** What createTheme answers with `cssVariables`. */
type WithVariables = Theme & Pick<CssVarsTheme, 'generateStyleSheets'>

/** By selector, the values of its variables. */
type StyleSheet = Record<string, Record<string, string>>

/**
 * The variables in which a theme of this accent differs from the product's. As variables, and not as another theme, they are taken
 * up by what is drawn already: with a new theme all of the page was drawn twice at every start, a third of the processor's time.
 */
export function accentVariables(accent: string): StyleSheet[] {
  const [own = [], common = []] = [makeTheme(accent), theme].map(
    (one) => (one as WithVariables).generateStyleSheets() as StyleSheet[],
  )
  const differs = new Set(
    own.flatMap((sheet, place) =>
      Object.entries(sheet).flatMap(([selector, variables]) =>
        Object.keys(variables).filter((name) => common[place]?.[selector]?.[name] !== variables[name]),
      ),
    ),
  )
  // Those of the light page stand behind the product's of the dark one: what differs in one is said in both.
  return own.map((sheet) =>
    Object.fromEntries(
      Object.entries(sheet).map(([selector, variables]) => [
        selector,
        Object.fromEntries(Object.entries(variables).filter(([name]) => differs.has(name))),
      ]),
    ),
  )
}
