/** What Chromium tells about the line; other browsers have no such object. */
interface Connection {
  effectiveType?: string
  saveData?: boolean
}

/** Remembers that the fonts are in the browser's cache. */
const storedName = 'fonts'

/** The line counts as quiet after so long without a finished request. */
const quietMs = 2500

/**
 * Sets the page in Noto Sans. The fonts have 30 kB: on a slow line they load when the first screen is there, and where
 * data is saved not at all. A browser that has them shows them at once.
 */
export function loadFonts(): void {
  const { effectiveType = '4g', saveData = false } = (navigator as { connection?: Connection }).connection ?? {}
  const show = () => {
    // What the first visit loads on a slow line, and without which the page is as good, is no part of its styles.
    import('./screen.css').then(
      () => {
        localStorage.setItem(storedName, '')
        document.documentElement.classList.add('fonts')
      },
      () => undefined,
    )
  }
  if (localStorage.getItem(storedName) !== null || (effectiveType === '4g' && !saveData)) {
    show()
    return
  }
  if (saveData || effectiveType.includes('2g')) return
  const whenQuiet = () => {
    observer.disconnect()
    show()
  }
  let timer = setTimeout(whenQuiet, quietMs)
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(whenQuiet, quietMs)
  })
  observer.observe({ type: 'resource' })
}
