import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The content of a PDF. */
export interface PdfContent {
  /** The PDF's title, in plain text. */
  title: string
  /** Size and margins in `@page` syntax, such as `A4 portrait; margin: 10mm`. */
  page: string
  /** CSS written by us; no part of it comes from input. */
  css: string
  /** HTML with every value escaped, as by `renderToStaticMarkup`. */
  body: string
}

/**
 * Builds a self-contained HTML document, including the fonts for Latin, Devanagari, ₹ and the scripts in its body. It
 * is empty on a screen, because a browser lays out and paints for one before it prints, and again after it: half of the
 * time of a long table.
 */
export function htmlDocument({ title, page, css, body }: PdfContent): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
${fontFaces()}
${scriptFaces(body)}
@page { size: ${page}; }
@media screen { body { display: none; } }
html { font-family: "Noto Sans Devanagari", sans-serif; font-size: 10pt; color: #000; background: #fff; }
body { margin: 0; }
${css}
</style>
</head>
<body>${body}</body>
</html>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`)
}

let faces: string | undefined

// The package's own ranges; ₹ (U+20B9) is in Devanagari's.
const ranges = {
  latin: 'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2212',
  devanagari: 'U+0900-097F, U+1CD0-1CF9, U+200C-200D, U+20A8, U+20B9, U+25CC, U+A830-A839, U+A8E0-A8FF',
}

/** Embeds the fonts in each document (160 KB), because a machine without fonts prints Devanagari as boxes. */
function fontFaces(): string {
  faces ??= Object.entries(ranges)
    .flatMap(([script, range]) => [400, 600].map((weight) => fontFace(script, weight, range)))
    .join('\n')
  return faces
}

function fontFace(script: string, weight: number, range: string): string {
  const file = `@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-${script}-${weight}-normal.woff2`
  return `@font-face { font-family: "Noto Sans Devanagari"; font-weight: ${weight}; src: ${source(file)}; unicode-range: ${range}; }`
}

function source(file: string): string {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(file)).toString('base64')
  return `url(data:font/woff2;base64,${bytes}) format("woff2")`
}

interface ScriptFace {
  letters: RegExp
  /** Returns the rule with its font, which is read once. */
  rule: () => string
}

let scripts: readonly ScriptFace[] | undefined

/** Embeds the fonts of the scripts that occur: 15 to 64 KB each, so that no other paper carries them. */
function scriptFaces(body: string): string {
  scripts ??= readScriptFaces()
  return scripts.flatMap(({ letters, rule }) => (letters.test(body) ? [rule()] : [])).join('\n')
}

/** Reads the faces that the browser's pages have. */
function readScriptFaces(): ScriptFace[] {
  const css = readFileSync(new URL('../../shared/scriptFonts.css', import.meta.url), 'utf8')
  const rules = css.matchAll(/@font-face {[^}]*?src:[^;]*?url\("([^"]+)"\)[^;]*;\s*unicode-range: U\+(\w+)-(\w+);\s*}/g)
  return [...rules].map(([rule, file = '', first, last]) => {
    let embedded: string | undefined
    return {
      letters: new RegExp(`[\\u${first}-\\u${last}]`),
      rule: () => (embedded ??= rule.replace(/src:[^;]*;/, `src: ${source(file)};`)),
    }
  })
}
