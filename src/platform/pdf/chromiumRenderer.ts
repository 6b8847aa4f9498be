import puppeteer, { type Browser, type BrowserContext, type HTTPRequest } from 'puppeteer-core'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { unpackChromium } from '../chromium.ts'
import { Refusal } from '../refusal.ts'
import { guardMemory, type MemoryGuard } from '../memoryGuard.ts'
import { type PdfRenderer, type RenderOptions, renderTimeout, tooMuch } from './renderer.ts'

/** The browser is restarted after this many documents, so that memory it does not free does not add up. */
const documentsPerBrowser = 500
/** Every serving process has its own browser of 150 MB and more. It is closed when idle for this long. */
const idleMs = 60_000

/**
 * A document's possible actions are blocked more than once: no script runs, the page is offline, every request but
 * data: is refused, and no host name resolves.
 */
const flags = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-extensions',
  '--no-first-run',
  // With a small /dev/shm, as in containers, pages would crash.
  '--disable-dev-shm-usage',
]

/**
 * Renders with the browser of the npm package. The browser is shared, started with the first document, and restarted
 * when it has died.
 *
 * @param limits.timeoutMs milliseconds for one document; then its page is killed
 * @param limits.memory bytes of one document's process; a larger one is killed, and its document refused
 */
export function chromiumRenderer({ timeoutMs, memory }: { timeoutMs: number; memory: number }): PdfRenderer {
  /** The browser that takes new documents. */
  let current: Promise<Browser> | undefined
  /** All running browsers. */
  const open = new Set<Browser>()
  let rendered = 0
  let working = 0
  let idle: NodeJS.Timeout | undefined
  let stopped = false

  function browser(): Promise<Browser> {
    if (current) return current
    const starting = launch()
    const forget = () => {
      if (current === starting) current = undefined
    }
    starting.then((started) => {
      open.add(started)
      started.once('disconnected', () => {
        open.delete(started)
        forget()
      })
      if (!started.connected) forget()
    }, forget)
    current = starting
    rendered = 0
    return starting
  }

  /** Replaces a browser: new documents get a new one, and this one closes after its last page. */
  async function retire(old: Browser): Promise<void> {
    current = undefined
    // The browser's default context always exists.
    while (old.connected && old.browserContexts().length > 1) await new Promise((resolve) => setTimeout(resolve, 100))
    await end(old)
  }

  /** A browser's memory is watched while it renders. */
  const guards = new Map<Browser, { guard: MemoryGuard; documents: number }>()

  function guarded(running: Browser): { killed(): boolean; end(): void } {
    const known = guards.get(running) ?? { guard: guardMemory(running.process()?.pid ?? 0, memory), documents: 0 }
    guards.set(running, known)
    known.documents += 1
    const before = known.guard.kills()
    return {
      killed: () => known.guard.kills() > before,
      end: () => {
        known.documents -= 1
        if (known.documents > 0) return
        known.guard.stop()
        guards.delete(running)
      },
    }
  }

  async function attempt(html: string, rendering: RenderOptions): Promise<Buffer> {
    if (stopped) throw new Error('The server is stopping.')
    working += 1
    clearTimeout(idle)
    try {
      return await attemptIn(browser(), html, rendering)
    } finally {
      working -= 1
      if (working === 0) idle = setTimeout(() => void current?.then(retire, () => undefined), idleMs).unref()
    }
  }

  async function attemptIn(starting: Promise<Browser>, html: string, rendering: RenderOptions): Promise<Buffer> {
    const running = await starting
    rendering.signal?.throwIfAborted()
    const guard = guarded(running)
    try {
      const time = renderTimeout(rendering, timeoutMs)
      const pdf = await runInContext(running, time, rendering.signal, (context) => print(context, html, time, rendering))
      rendered += 1
      if (rendered >= documentsPerBrowser && current === starting) void retire(running)
      return pdf
    } catch (error) {
      // A concurrent document has its own process, and its death does not end this one.
      throw guard.killed() && !(error instanceof RenderTimeout) ? new MemoryExceeded('A document took too much memory.') : error
    } finally {
      guard.end()
    }
  }

  return {
    async render(html, rendering = {}) {
      try {
        return await attempt(html, rendering).catch((error: unknown) => {
          if (error instanceof RenderTimeout || error instanceof MemoryExceeded || stopped || rendering.signal?.aborted)
            throw error
          // The browser may have died because of another document, or of a lack of memory.
          return attempt(html, rendering)
        })
      } catch (cause) {
        rendering.signal?.throwIfAborted()
        if (cause instanceof MemoryExceeded) throw Object.assign(new Refusal('BAD_INPUT', tooMuch()), { cause })
        throw Object.assign(new Refusal('UNAVAILABLE', pdfFailedMessage), { cause })
      }
    },
    async stop() {
      stopped = true
      clearTimeout(idle)
      await current?.catch(() => undefined)
      await Promise.all([...open].map(end))
    },
  }
}

async function end(browser: Browser): Promise<void> {
  await browser.close().catch(() => browser.process()?.kill('SIGKILL'))
}

class RenderTimeout extends Error {}
class MemoryExceeded extends Error {}

async function launch(): Promise<Browser> {
  const { executablePath, args, env } = await unpackChromium()
  return puppeteer.launch({
    executablePath,
    args: [...args, ...flags],
    env,
    headless: 'shell',
    // No port that other users of this machine could reach. The browser also ends with this process.
    pipe: true,
    timeout: 20_000,
    protocolTimeout: 120_000,
    // The server stops it in its own order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** Renders in a separate browser context, which shares nothing with others and is removed afterwards. */
async function runInContext(
  browser: Browser,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (context: BrowserContext) => Promise<Buffer>,
): Promise<Buffer> {
  let context: BrowserContext | undefined
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => timedOut.reject(new RenderTimeout(`A document took more than ${timeoutMs} ms.`)), timeoutMs)
  const onAbort = () => timedOut.reject(signal?.reason as Error)
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const working = browser.createBrowserContext().then((created) => {
      context = created
      return work(created)
    })
    working.catch(() => undefined)
    return await Promise.race([working, timedOut.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    await closeOrKill(browser, context)
  }
}

async function closeOrKill(browser: Browser, context: BrowserContext | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<'stuck'>((resolve) => {
    timer = setTimeout(() => resolve('stuck'), 3000)
  })
  const closing = (context?.close() ?? Promise.resolve()).then(
    () => 'closed' as const,
    () => 'closed' as const,
  )
  if ((await Promise.race([closing, stuck])) === 'stuck') browser.process()?.kill('SIGKILL')
  clearTimeout(timer)
}

async function print(context: BrowserContext, html: string, timeout: number, { urgency }: RenderOptions): Promise<Buffer> {
  const page = await context.newPage()
  // A page whose process has died never answers.
  const died = Promise.withResolvers<never>()
  page.once('error', died.reject)
  died.promise.catch(() => undefined)
  const printing = async () => {
    await page.setJavaScriptEnabled(false)
    await page.setRequestInterception(true)
    page.on('request', onlyInside)
    await page.setOfflineMode(true)
    await page.setContent(html, { waitUntil: 'load', timeout })
    return Buffer.from(
      await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: urgency !== 'BACKGROUND', timeout }),
    )
  }
  const printed = printing()
  printed.catch(() => undefined)
  return Promise.race([printed, died.promise])
}

function onlyInside(request: HTTPRequest): void {
  // A navigation refused with an error would print an error page; answered with no content, the page stays.
  const answer = request.url().startsWith('data:')
    ? request.continue()
    : request.isNavigationRequest()
      ? request.respond({ status: 204 })
      : request.abort('blockedbyclient')
  // The page may be closed by now.
  answer.catch(() => undefined)
}
