/** The files of each screen by its path, with `:id` for any path segment: the build's `screens.json`. */
export type ScreenFiles = Readonly<Record<string, readonly string[]>>

/** How a page takes the style sheets of its screen: fetches them for later, or waits for them before it is shown. */
type Styles = 'rel="preload" as="style"' | 'rel="stylesheet"'

/** The list of all screens' files in index.html (scripts/webChunks.ts), which is data and no script. */
const listPattern = /<script type="application\/json" id="screens">([^<]*)<\/script>/

/** Returns index.html's tag with the list of all screens' files. */
export function screenList(screens: ScreenFiles): string {
  return `<script type="application/json" id="screens">${JSON.stringify(screens)}</script>`
}

/**
 * Returns a function from an address's path to its page: index.html, with tags of the address's screen in the place of
 * the list of all screens' files. With them the browser fetches the screen's files in parallel with the first ones.
 * Those of '/' are the sign-in page's; other paths have none.
 */
export function screenPages(page: string, styles: Styles = 'rel="preload" as="style"'): (path: string) => string {
  const list = listPattern.exec(page)?.[1]
  if (list === undefined) return () => page
  const tag = (file: string) => `<link ${file.endsWith('.css') ? styles : 'rel="modulepreload"'} crossorigin href="/${file}">`
  const screens = Object.entries(JSON.parse(list) as ScreenFiles).map(([path, files]) => ({
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    tags: files.map(tag).join(''),
  }))
  return (path) => page.replace(listPattern, () => screens.find(({ pattern }) => pattern.test(path))?.tags ?? '')
}
