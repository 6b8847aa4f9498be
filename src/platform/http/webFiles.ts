import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Paths of the server: an unknown one is answered with 404, not with the page. */
const serverPaths = /^\/(graphql|auth|health|files|metrics|assets)(\/|\?|$)/

/** The pages of guardians. POST requests to them are routes of the server. */
const familyPaths = ['/onlinefees', '/onlinefees/*', '/verifyonlinefees']

/**
 * Their URLs contain a guardian's token: another site, the gateway, learns only the origin, and no search engine or
 * cache stores them.
 */
const familyHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }

const nonceMark = '__CSP_NONCE__'

/**
 * The files of each screen by its path, with `:id` for any path segment, from the build's `screens.json`
 * (scripts/webChunks.ts).
 */
type ScreenFiles = Readonly<Record<string, readonly string[]>>

/**
 * Returns the preload tags of the screen at a URL. The browser then fetches those files in parallel with the first
 * ones. Returns nothing for other URLs, where somebody may only want to sign in.
 */
export function preloads(screens: ScreenFiles): (url: string) => string {
  const screenTags = Object.entries(screens).map(([path, files]) => ({
    matches: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    tags: files.map(preloadTag).join(''),
  }))
  return (url) => screenTags.find(({ matches }) => matches.test(url.split('?')[0] ?? ''))?.tags ?? ''
}

function preloadTag(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${kind} crossorigin href="/${file}">`
}

/**
 * Serves the built browser side. Files with a hash in their name are cached for ever; the page and the service worker
 * are revalidated. Every other path is answered with the page, whose own routes decide.
 */
export async function registerWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8').split(nonceMark)
  const preloadsOf = preloads(JSON.parse(readFileSync(join(folder, 'screens.json'), 'utf8')) as ScreenFiles)
  const sendPage = ({ url }: FastifyRequest, reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.join(reply.cspNonce.style).replace('</head>', `${preloadsOf(url)}</head>`))

  const familyPage = readFileSync(join(folder, 'family.html'), 'utf8').split(nonceMark)
  const sendFamilyPage = (reply: FastifyReply) =>
    reply.headers(familyHeaders).type('text/html; charset=utf-8').send(familyPage.join(reply.cspNonce.style))

  for (const path of familyPaths) app.get(path, (_request, reply) => sendFamilyPage(reply))
  app.get('/', sendPage)
  app.get('/index.html', sendPage)
  app.get('/family.html', (_request, reply) => sendFamilyPage(reply))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    redirect: false,
    dotfiles: 'deny',
    preCompressed: existsSync(join(folder, 'sw.js.br')),
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forEver = path.startsWith(join(folder, 'assets'))
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !serverPaths.test(request.url)
    const isFile = /\.\w{1,12}$/.test(request.url.split('?')[0] ?? '')
    if (wantsPage && !isFile) return sendPage(request, reply)
    return reply.code(404).send({ message: 'Not found' })
  })
}
