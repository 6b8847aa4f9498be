import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Addresses that belong to the server: what is not found there is not a page. */
const serverPaths = /^\/(graphql|auth|health|files|metrics|assets)(\/|\?|$)/

/** The pages of guardians. POST to them is the server's own. */
const familyPaths = ['/onlinefees', '/onlinefees/*', '/verifyonlinefees']

/** Their addresses hold a guardian's token: another site, the gateway, is told of the origin alone, no search engine and no cache keeps them. */
const familyHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }

const nonceMark = '__CSP_NONCE__'

/**
 * Serves the built browser side: files whose name holds their hash may be kept for ever, the page and the service worker are
 * asked for every time. Every other address of a browser is answered with the page, whose own routes decide.
 */
export async function registerWebFiles(app: FastifyInstance, folder: string): Promise<void> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8').split(nonceMark)
  const sendPage = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page.join(reply.cspNonce.style))

  const familyPage = readFileSync(join(folder, 'family.html'), 'utf8').split(nonceMark)
  const sendFamilyPage = (reply: FastifyReply) =>
    reply.headers(familyHeaders).type('text/html; charset=utf-8').send(familyPage.join(reply.cspNonce.style))

  for (const path of familyPaths) app.get(path, (_request, reply) => sendFamilyPage(reply))
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/index.html', (_request, reply) => sendPage(reply))
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
    if (wantsPage && !isFile) return sendPage(reply)
    return reply.code(404).send({ message: 'Not found' })
  })
}
