import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inLanguage, type Language, languages } from '#shared/languages.ts'
import { screenPages } from '#shared/screenFiles.ts'
import { languageOf } from './languageOf.ts'

/** Paths of the server: an unknown one is answered with 404, not with the page. */
const serverPaths = /^\/(graphql|auth|health|files|metrics|assets)(\/|\?|$)/

/** The pages of guardians. POST requests to them are routes of the server. */
const familyPaths = ['/onlinefees', '/onlinefees/*', '/verifyonlinefees']

/** The family's own place. POST requests to it are routes of the server. */
const homePaths = ['/family', '/family/*', '/family-home.html']

/** Contains nothing of a family, and is stored by its service worker. */
const homeHeaders = { 'cache-control': 'no-cache', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }

/**
 * Their URLs contain a guardian's token: another site, the gateway, learns only the origin, and no search engine or
 * cache stores them.
 */
const familyHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }

/** A file opened by its own address runs and loads nothing. */
const filePolicy = "default-src 'none';frame-ancestors 'none'"

const nonceMark = '__CSP_NONCE__'

/** Headers that only a page obeys. */
const pageHeaders = [
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * Leaves out of a hashed file's headers what only a page obeys: with ten files it was 7 kB of a phone's first visit. A
 * worker obeys a policy of its own, and keeps the page's.
 */
function sendFewHeaders({ raw }: FastifyReply, path: string): void {
  if (path.includes('worker')) return
  for (const name of pageHeaders) raw.removeHeader(name)
  raw.setHeader('content-security-policy', filePolicy)
}

/**
 * Serves the built browser side, each page in the language of who asks. Files with a hash in their name are cached for
 * ever; the page and the service worker are revalidated. Every other path is answered with the page, whose own routes
 * decide.
 *
 * @param keptChunks the folder with the hashed files of the releases before and after this one
 */
export async function registerWebFiles(app: FastifyInstance, folder: string, keptChunks: string): Promise<void> {
  const read = (page: string, language: Language) => readFileSync(join(folder, inLanguage(page, language)), 'utf8')
  const pagesOf = (make: (language: Language) => (path: string) => string) =>
    Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, (path: string) => string>
  const pages = pagesOf((language) => screenPages(read('index.html', language)))
  const onePage = (name: string) =>
    pagesOf((language) => {
      const page = read(name, language)
      return () => page
    })
  const familyPages = onePage('family.html')
  const homePages = onePage('family-home.html')
  const send = (reply: FastifyReply, page: string, headers: Readonly<Record<string, string>>) =>
    reply.headers(headers).type('text/html; charset=utf-8').send(page.replaceAll(nonceMark, reply.cspNonce.style))
  const ofReader = { vary: 'Cookie, Accept-Language' }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, pages[languageOf(request)](request.url.split('?')[0] ?? ''), { 'cache-control': 'no-cache', ...ofReader })
  const sendFamilyPage = (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, familyPages[languageOf(request)](''), { ...familyHeaders, ...ofReader })

  const sendHomePage = (request: FastifyRequest, reply: FastifyReply) =>
    send(reply, homePages[languageOf(request)](''), { ...homeHeaders, ...ofReader })

  for (const path of [...familyPaths, '/family.html']) app.get(path, sendFamilyPage)
  for (const path of homePaths) app.get(path, sendHomePage)
  app.get('/', sendPage)
  // With the list of all screens' files, for the service worker.
  for (const language of languages) {
    const page = read('index.html', language)
    app.get(`/${inLanguage('index.html', language)}`, (_, reply) => send(reply, page, { 'cache-control': 'no-cache' }))
  }
  await app.register(fastifyStatic, {
    root: [folder, keptChunks],
    index: false,
    redirect: false,
    dotfiles: 'deny',
    preCompressed: existsSync(join(folder, 'sw.js.br')),
    cacheControl: false,
    setHeaders: (reply, path) => {
      const forEver = path.startsWith(join(folder, 'assets')) || path.startsWith(join(keptChunks, 'assets'))
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (forEver) sendFewHeaders(reply, path)
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !serverPaths.test(request.url)
    const isFile = /\.\w{1,12}$/.test(request.url.split('?')[0] ?? '')
    if (wantsPage && !isFile) return sendPage(request, reply)
    return reply.code(404).send({ message: 'Not found' })
  })
}
