import puppeteer, { type Browser, type BrowserContext, type HTTPRequest } from 'puppeteer-core'
import { noPdf } from '#shared/pdf.ts'
import { chromiumExecutable } from '../chromium.ts'
import { Refusal } from '../refusal.ts'
import { guardMemory, type MemoryGuard } from './memory.ts'
import { type PdfRenderer, type Rendering, timeFor, tooMuch } from './renderer.ts'

/** After as many documents the browser is started anew: what it does not give back does not add up. */
const documentsPerBrowser = 500
/** Every serving process has a browser of its own, of 150 MB and more: one that nothing was made with for so long ends. */
const idleMs = 60_000

/**
 * What a document could try is shut off more than once: no script runs, the page is offline, every request but data: is refused,
 * and no name of a host is known to the browser.
 */
const flags = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-background-networking',
  '--disable-sync',
  '--disable-extensions',
  '--no-first-run',
  // Where /dev/shm is small, as in containers, pages would crash.
  '--disable-dev-shm-usage',
]

/**
 * The browser of the npm package as a renderer: warm and shared, started with the first document and again when it has died.
 * @param limits.patience milliseconds for one document; whatever still runs then is killed
 * @param limits.memory bytes of one document's process; one that takes more is killed, and its document refused
 */
export function chromiumRenderer({ patience, memory }: { patience: number; memory: number }): PdfRenderer {
  /** The one that takes new documents. */
  let current: Promise<Browser> | undefined
  /** Every one that runs. */
  const open = new Set<Browser>()
  let made = 0
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
    made = 0
    return starting
  }

  /** New documents get a new browser; this one ends once its last page is closed. */
  async function retire(old: Browser): Promise<void> {
    current = undefined
    // The browser's own context is always there.
    while (old.connected && old.browserContexts().length > 1) await new Promise((resolve) => setTimeout(resolve, 100))
    await end(old)
  }

  /** A browser is watched while it makes something. */
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

  async function attempt(html: string, rendering: Rendering): Promise<Buffer> {
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

  async function attemptIn(asked: Promise<Browser>, html: string, rendering: Rendering): Promise<Buffer> {
    const running = await asked
    rendering.signal?.throwIfAborted()
    const guard = guarded(running)
    try {
      const time = timeFor(rendering, patience)
      const pdf = await inTime(running, time, rendering.signal, (context) => print(context, html, time, rendering))
      made += 1
      if (made >= documentsPerBrowser && current === asked) void retire(running)
      return pdf
    } catch (error) {
      // What the other document of this moment takes is in a process of its own, and does not end this one.
      throw guard.killed() && !(error instanceof TookTooLong) ? new TookTooMuch('A document took too much memory.') : error
    } finally {
      guard.end()
    }
  }

  return {
    async render(html, rendering = {}) {
      try {
        return await attempt(html, rendering).catch((error: unknown) => {
          if (error instanceof TookTooLong || error instanceof TookTooMuch || stopped || rendering.signal?.aborted) throw error
          // The browser may have died of another document, or of the system's want of memory.
          return attempt(html, rendering)
        })
      } catch (cause) {
        rendering.signal?.throwIfAborted()
        if (cause instanceof TookTooMuch) throw Object.assign(new Refusal('BAD_INPUT', tooMuch), { cause })
        throw Object.assign(new Refusal('UNAVAILABLE', noPdf), { cause })
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

class TookTooLong extends Error {}
class TookTooMuch extends Error {}

async function launch(): Promise<Browser> {
  const { executablePath, args, env } = await chromiumExecutable()
  return puppeteer.launch({
    executablePath,
    args: [...args, ...flags],
    env,
    headless: 'shell',
    // No port that others on this machine could reach; and the browser ends with this process, however it ends.
    pipe: true,
    timeout: 20_000,
    protocolTimeout: 120_000,
    // The server stops it in its own order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** Works in a context of its own, which shares nothing with others, and leaves nothing of it behind. */
async function inTime(
  browser: Browser,
  patience: number,
  signal: AbortSignal | undefined,
  work: (context: BrowserContext) => Promise<Buffer>,
): Promise<Buffer> {
  let context: BrowserContext | undefined
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => over.reject(new TookTooLong(`A document took more than ${patience} ms.`)), patience)
  const unwanted = () => over.reject(signal?.reason as Error)
  signal?.addEventListener('abort', unwanted, { once: true })
  try {
    const working = browser.createBrowserContext().then((made) => {
      context = made
      return work(made)
    })
    working.catch(() => undefined)
    return await Promise.race([working, over.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', unwanted)
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

async function print(context: BrowserContext, html: string, timeout: number, { behind = false }: Rendering): Promise<Buffer> {
  const page = await context.newPage()
  // A page whose process has died answers nothing any more.
  const died = Promise.withResolvers<never>()
  page.once('error', died.reject)
  died.promise.catch(() => undefined)
  const printing = async () => {
    await page.setJavaScriptEnabled(false)
    await page.setRequestInterception(true)
    page.on('request', onlyInside)
    await page.setOfflineMode(true)
    await page.setContent(html, { waitUntil: 'load', timeout })
    return Buffer.from(await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: !behind, timeout }))
  }
  const printed = printing()
  printed.catch(() => undefined)
  return Promise.race([printed, died.promise])
}

function onlyInside(request: HTTPRequest): void {
  // Refused with an error, a page that leaves by itself would be printed as an error page; without content it stays as it is.
  const answer = request.url().startsWith('data:')
    ? request.continue()
    : request.isNavigationRequest()
      ? request.respond({ status: 204 })
      : request.abort('blockedbyclient')
  // The page may be closed by now.
  answer.catch(() => undefined)
}
