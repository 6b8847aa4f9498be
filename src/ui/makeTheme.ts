import { createTheme, type CssVarsTheme, lighten, type Theme } from '@mui/material/styles'
import { accentFor } from './accent.ts'

// The Devanagari font covers no Latin, so listing it first costs nothing. Listed last, Chromium renders the first texts
// that need it as boxes.
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
          // White text on MUI's default green, amber and blue fails WCAG AA.
          success: { main: '#2e7d32' },
          warning: { main: '#a65200', contrastText: '#fff' },
          info: { main: '#0069b4' },
          error: { main: '#c62828' },
        },
      },
      dark: {
        palette: {
          // On hover a button gets lighter here, because its text is dark; a darker one would be unreadable.
          primary: { main: dark, dark: lighten(dark, 0.15) },
          error: { main: '#f44336', dark: '#f6685e' },
          background: { default: '#141414', paper: '#1e1e1e' },
          // Light colours on a dark page need dark text; the default threshold of 3 would give them white text.
          contrastThreshold: 4.5,
        },
      },
    },
    // Disables animations for people whose system asks for reduced motion.
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
          // The top bar covers the page: a field with an error that gets the focus must not be below it.
          html: { scrollPaddingTop: 140 },
          body: { fontVariantNumeric: 'tabular-nums' },
        },
      },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      // The helper text of a disabled field gives the reason, so it must be readable.
      MuiFormHelperText: {
        styleOverrides: { root: ({ theme }) => ({ '&.Mui-disabled': { color: theme.vars?.palette.text.secondary } }) },
      },
      // MUI's grey for unselected buttons is unreadable on the page's background. The selected colour has too little
      // contrast on its own tint in dark mode; the tint shows the selection.
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
          // On a phone, dialogs with fields or documents fill the screen; confirmations are as large as their text.
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

/** The product's default theme. */
export const theme = makeTheme(null)

/** Return type of createTheme with `cssVariables`. */
type ThemeWithVariables = Theme & Pick<CssVarsTheme, 'generateStyleSheets'>

/** Values of CSS variables by selector. */
type StyleSheet = Record<string, Record<string, string>>

/**
 * Returns the CSS variables in which a theme with this accent differs from the product's theme. Variables change
 * elements that are rendered already. A new theme rendered the whole page twice at every start, a third of the
 * processor's time.
 */
export function accentVariables(accent: string): StyleSheet[] {
  const [own = [], common = []] = [makeTheme(accent), theme].map(
    (accentTheme) => (accentTheme as ThemeWithVariables).generateStyleSheets() as StyleSheet[],
  )
  const differs = new Set(
    own.flatMap((sheet, place) =>
      Object.entries(sheet).flatMap(([selector, variables]) =>
        Object.keys(variables).filter((name) => common[place]?.[selector]?.[name] !== variables[name]),
      ),
    ),
  )
  // The accent's light variables come after the product's dark ones, so a variable that differs in one mode is set in
  // both.
  return own.map((sheet) =>
    Object.fromEntries(
      Object.entries(sheet).map(([selector, variables]) => [
        selector,
        Object.fromEntries(Object.entries(variables).filter(([name]) => differs.has(name))),
      ]),
    ),
  )
}
