import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Addresses that belong to the server: what is not found there is not a page. */
const serverPaths = /^\/(graphql|auth|health|files|metrics|assets)(\/|\?|$)/

/** The pages of guardians. POST to them is the server's own. */
const familyPaths = ['/onlinefees', '/onlinefees/*', '/verifyonlinefees']

/** Their addresses hold a guardian's token: another site, the gateway, is told of the origin alone, no search engine and no cache keeps them. */
const familyHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }

const nonceMark = '__CSP_NONCE__'

/** The files of each screen by its path, `:id` for any part of it: what the build says in `screens.json` (scripts/webChunks.ts). */
type ScreenFiles = Readonly<Record<string, readonly string[]>>

/**
 * What a page says in its head of the screen at an address: a browser fetches those files beside the first ones, and not after
 * they have run. Nothing for an address that is no screen, where somebody may only want to sign in.
 */
export function preloads(screens: ScreenFiles): (url: string) => string {
  const known = Object.entries(screens).map(([path, files]) => ({
    matches: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    tags: files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join(''),
  }))
  return (url) => known.find(({ matches }) => matches.test(url.split('?')[0] ?? ''))?.tags ?? ''
}

/**
 * Serves the built browser side: files whose name holds their hash may be kept for ever, the page and the service worker are
 * asked for every time. Every other address of a browser is answered with the page, whose own routes decide.
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
